import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { FeedRefused } from '../../../kernel/ports/bank-feed.ts';
import { BankUnavailable } from '../../../kernel/ports/ports.ts';
import { verifySignedToken } from '../../../kernel/security/public-token.ts';
import { CONSENT_PURPOSE } from '../../../modules/bank/connect-bank-account.ts';
import { settleConsent } from '../../../modules/bank/settle-consent.ts';
import { redirectTo } from '../../http/callers/access.ts';
import { visitorCaller } from '../../http/callers/caller.ts';
import { html } from '../../http/pages/html.ts';
import { sendPage } from '../../http/pages/page.ts';
import { visitorLanguage } from '../../http/request/language.ts';
import { pathOf } from '../../http/request/paths.ts';
import { sendLinkNotFound } from '../link-not-found.ts';
import type { ByToken, LinkDeps } from '../linked-pages.ts';
import { publicPage } from '../public-layout.ts';
import { BANK_TEXTS } from './bank-texts.ts';

const ACCOUNTS = '/console/bank/accounts';

/** Where a bank sends people back to. The signed token names the request; what was decided is asked of the bank itself. */
export function consentRoutes(app: FastifyInstance, deps: LinkDeps): void {
  app.get('/bank-consent/:token', (request: ByToken, reply) =>
    comeBack(deps, request, request.params.token, reply),
  );
}

async function comeBack(
  { kernel, accounts }: LinkDeps,
  request: FastifyRequest,
  token: string,
  reply: FastifyReply,
) {
  const record = verifySignedToken(kernel.secrets, CONSENT_PURPOSE, token);
  const account = record && (await accounts.byId(record.accountId));
  if (!account || account.disabled)
    return sendLinkNotFound(request, reply, { is: BANK_TEXTS.is.missing, en: BANK_TEXTS.en.missing });
  try {
    await settleConsent(kernel, visitorCaller(request, account), record.guid);
  } catch (error) {
    if (!(error instanceof BankUnavailable || error instanceof FeedRefused)) throw error;
    return sendUnanswered(request, reply);
  }
  return redirectTo(request, reply, ACCOUNTS);
}

function sendUnanswered(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const lang = visitorLanguage(request);
  const texts = BANK_TEXTS[lang];
  const body = html`<h1>${texts.unanswered}</h1><p class="muted">${texts.unansweredLead}</p>
    <p><a href="${ACCOUNTS}">${texts.back}</a></p>`;
  const page = publicPage({ lang, title: texts.unanswered, path: pathOf(request), body });
  return sendPage(reply.code(503), page);
}
