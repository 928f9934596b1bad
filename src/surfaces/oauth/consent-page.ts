import type { ProgramLimits } from '../../domain/access/program-limits.ts';
import { isLoopback } from '../../domain/access/redirect-uris.ts';
import { isolateText } from '../../domain/strings/bidi.ts';
import type { Lang } from '../../domain/values/codes.ts';
import type { Account } from '../../kernel/access/account.ts';
import type { Scope } from '../../kernel/access/scopes.ts';
import type { ClientRow } from '../../modules/agents/clients/client-store.ts';
import { isMetadataAddress } from '../../modules/agents/clients/read-client-metadata.ts';
import { html } from '../http/pages/html.ts';
import { limitsFields } from './consent-limits.ts';
import { LIMIT_TEXTS, OAUTH_TEXTS, SCOPE_TEXTS } from './oauth-texts.ts';

export interface Consent {
  lang: Lang;
  client: ClientRow;
  account: Account;
  /** Username of the signed-in person. */
  username: string;
  /** Parameters of the authorize request, which the form repeats. */
  fields: Record<string, string>;
  scopes: readonly Scope[];
  missing: readonly Scope[];
  /** Preselected. */
  limits: ProgramLimits;
  csrfToken: string;
  /** The form's action, and the address to return to after signing in as another person. */
  action: string;
  path: string;
}

export function consentPage(consent: Consent) {
  const { lang, client, account, username, scopes, missing, csrfToken, action, path } = consent;
  const texts = OAUTH_TEXTS[lang];
  const fields = { ...consent.fields, scope: scopes.join(','), form_key: csrfToken };
  const title = texts.title(isolateText(client.name));
  const { redirect_uri: address = '' } = consent.fields;
  const heading = texts.title('\0').split('\0');
  const reads = scopes.flatMap((scope) => SCOPE_TEXTS[lang][scope].reads ?? []);
  const writes = scopes.flatMap((scope) => SCOPE_TEXTS[lang][scope].writes ?? []);
  const body = html`
    <h1>${heading[0]}<bdi>${client.name}</bdi>${heading[1]}</h1>
    <p class="muted">${texts.ask}</p>
    <div class="identity"><div><strong><bdi>${account.name}</bdi></strong><span>${texts.signedIn} <bdi>${username}</bdi></span></div>
      <form method="post" action="/sign-out"><input type="hidden" name="form_key" value="${csrfToken}"><input type="hidden" name="next" value="${path}"><button type="submit" class="link">${texts.change}</button></form></div>
    ${list(texts.reads, reads)}
    ${list(reads.length > 0 ? texts.writes : texts.onlyWrites, writes)}
    ${
      missing.length > 0
        ? html`<p class="note">${texts.missing} ${missing.map((scope) => scopeText(lang, scope)).join(' · ')}</p>`
        : ''
    }
    ${client.account_id === 0 ? html`<p class="note warning">${texts.unknown}</p>` : ''}
    ${isMetadataAddress(client.client_id) ? html`<p class="note">${texts.describedAt} <strong>${new URL(client.client_id).host}</strong>.</p>` : ''}
    <p class="note">${isLoopback(address) ? texts.goesHere : texts.goesTo} <strong>${new URL(address).host}</strong>. ${texts.revoke}</p>
    <form method="post" action="${action}" novalidate>
      ${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
      ${scopes.length > 1 ? scopeTicks(lang, scopes) : html`<input type="hidden" name="allow_${scopes[0]}" value="1">`}
      ${limitsFields(lang, consent.limits)}
      <div class="two-columns"><button type="submit" class="quiet" name="decision" value="deny">${texts.deny}</button><button type="submit" name="decision" value="allow">${texts.allow}</button></div>
    </form>`;
  return { lang, title, body };
}

/** Every scope with a tick, which the person may take away. */
function scopeTicks(lang: Lang, scopes: readonly Scope[]) {
  const texts = LIMIT_TEXTS[lang];
  return html`<details><summary>${texts.scopes}</summary><p class="hint">${texts.narrow}</p>
    ${scopes.map(
      (scope) => html`<label class="choice"><input type="checkbox" name="allow_${scope}" value="1" checked>
        <span>${scopeText(lang, scope)}</span></label>`,
    )}</details>`;
}

/** What a scope permits in one phrase: see customers; create customers and change them. */
function scopeText(lang: Lang, scope: Scope): string {
  const { reads, writes } = SCOPE_TEXTS[lang][scope];
  const seen = reads && `${OAUTH_TEXTS[lang].sees} ${lowerFirst(reads)}`;
  return seen && writes ? `${seen}; ${lowerFirst(writes)}` : (seen ?? writes ?? '');
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function list(heading: string, lines: readonly string[]) {
  if (lines.length === 0) return '';
  return html`<h2>${heading}</h2><ul class="permissions">${lines.map((line) => html`<li>${line}</li>`)}</ul>`;
}
