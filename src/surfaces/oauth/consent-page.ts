import type { Lang } from '../../domain/codes.ts';
import { isLoopback } from '../../domain/redirect-uris.ts';
import type { Account } from '../../kernel/account.ts';
import type { Scope } from '../../kernel/scopes.ts';
import type { ClientRow } from '../../modules/agents/store.ts';
import { html } from '../http/html.ts';
import { MEANINGS, WORDS } from './texts.ts';

export interface Consent {
  lang: Lang;
  client: ClientRow;
  account: Account;
  /** Who is signed in. */
  username: string;
  /** The request, which the form sends again. */
  fields: Record<string, string>;
  scopes: readonly Scope[];
  missing: readonly Scope[];
  formKey: string;
  /** Where this form is sent, and where to come back to as somebody else. */
  action: string;
  path: string;
}

export function consentPage(consent: Consent) {
  const { lang, client, account, username, scopes, missing, formKey, action, path } = consent;
  const words = WORDS[lang];
  const fields = { ...consent.fields, scope: scopes.join(','), form_key: formKey };
  const title = words.title(client.name);
  const { redirect_uri: address = '' } = consent.fields;
  const body = html`
    <h1>${title}</h1>
    <p class="soft">${words.ask}</p>
    <div class="who"><div><strong>${account.name}</strong><span>${words.signedIn} ${username}</span></div>
      <form method="post" action="/sign-out"><input type="hidden" name="form_key" value="${formKey}"><input type="hidden" name="next" value="${path}"><button type="submit" class="link">${words.change}</button></form></div>
    ${list(words.reads, scopes, (scope) => MEANINGS[lang][scope].reads)}
    ${list(words.writes, scopes, (scope) => MEANINGS[lang][scope].writes)}
    ${
      missing.length > 0
        ? html`<p class="note">${words.missing} ${missing.map((scope) => MEANINGS[lang][scope].reads ?? MEANINGS[lang][scope].writes).join('; ')}</p>`
        : ''
    }
    ${client.account_id === 0 ? html`<p class="note warn">${words.unknown}</p>` : ''}
    <p class="note">${isLoopback(address) ? words.goesHere : words.goesTo} <strong>${new URL(address).host}</strong>. ${words.revoke}</p>
    <form method="post" action="${action}">
      ${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
      <div class="pair"><button type="submit" class="quiet" name="decision" value="deny">${words.deny}</button><button type="submit" name="decision" value="allow">${words.allow}</button></div>
    </form>`;
  return { lang, title, body };
}

function list(heading: string, scopes: readonly Scope[], meaning: (scope: Scope) => string | undefined) {
  const lines = scopes.map(meaning).filter((line) => line !== undefined);
  if (lines.length === 0) return '';
  return html`<h2>${heading}</h2><ul class="can">${lines.map((line) => html`<li>${line}</li>`)}</ul>`;
}
