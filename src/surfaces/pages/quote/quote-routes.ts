import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { runRead, runWrite } from '../../../kernel/execute.ts';
import { Failure } from '../../../kernel/failures/failure.ts';
import type { Caller } from '../../../kernel/operations/caller.ts';
import { readContext } from '../../../kernel/operations/read-context.ts';
import { answerQuote } from '../../../modules/sales-documents/quotes/answer-quote.ts';
import { readQuoteToken } from '../../../modules/sales-documents/quotes/quote-link.ts';
import { showQuote } from '../../../modules/sales-documents/quotes/read.ts';
import { getQuotePdf } from '../../../modules/sales-documents/read-pdf.ts';
import { sendPdf } from '../../http/answers/pdf.ts';
import { redirectTo } from '../../http/callers/access.ts';
import { visitorCaller } from '../../http/callers/caller.ts';
import { sendPage } from '../../http/pages/page.ts';
import { mergeFields, readFields } from '../../http/request/fields.ts';
import { documentLanguage } from '../../http/request/language.ts';
import { urlPart } from '../../http/request/url-part.ts';
import { sendLinkNotFound } from '../link-not-found.ts';
import type { ByToken, LinkDeps } from '../linked-pages.ts';
import { renderQuotePage } from './quote-page.ts';
import { QUOTE_TEXTS } from './quote-texts.ts';

/**
 * The public page of a quote, where the customer accepts or declines it. The signed token in the address is the only
 * authorization, so CSRF needs no further protection: another site would have to know the token.
 */
export function quoteRoutes(app: FastifyInstance, deps: LinkDeps): void {
  app.get('/quote/:token', (request: ByToken, reply) => show(deps, request, reply));
  app.get('/quote/:token/pdf', (request: ByToken, reply) => download(deps, request, reply));
  app.post('/quote/:token', (request: ByToken, reply) => answer(deps, request, reply));
}

interface Typed {
  name: string;
  reason: string;
}

const NOTHING_TYPED: Typed = { name: '', reason: '' };

async function show(
  deps: LinkDeps,
  request: ByToken,
  reply: FastifyReply,
  { error, typed }: { error: Failure | null; typed: Typed } = { error: null, typed: NOTHING_TYPED },
) {
  const access = await resolveLink(deps, request);
  const quote = access && (await showQuote(readContext(deps.kernel, access.caller), access.guid));
  if (!quote) return sendNotFound(request, reply);
  const lang = documentLanguage(request.query, quote.document.lang);
  const problem = error ? failureText(error, lang) : '';
  return sendPage(reply, renderQuotePage(quote, { path: pathOf(request), lang, problem, typed }));
}

/** A closed quote needs no text: the page shows its state. */
function failureText(error: Failure, lang: 'is' | 'en'): string {
  const texts = QUOTE_TEXTS[lang];
  if (error.code === 'quote_closed') return error.details[0] === 'changed' ? texts.changed : '';
  return error.code === 'field_required' ? texts.nameMissing : texts.refused;
}

async function answer(deps: LinkDeps, request: ByToken, reply: FastifyReply) {
  const access = await resolveLink(deps, request);
  if (!access) return sendNotFound(request, reply);
  const fields = mergeFields(await readFields(request));
  const { name, reason, seen } = fields;
  const input = { guid: access.guid, answer: fields.answer, name, reason, seen };
  try {
    await runWrite(deps.kernel, answerQuote, access.caller, input);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const status = error.kind === 'conflict' ? 409 : error.kind === 'not_found' ? 404 : 400;
    const typed = { name: asText(name), reason: asText(reason) };
    return show(deps, request, reply.code(status), { error, typed });
  }
  return redirectTo(request, reply, `${pathOf(request)}?lang=${documentLanguage(request.query, 'is')}`);
}

async function download(deps: LinkDeps, request: ByToken, reply: FastifyReply) {
  const access = await resolveLink(deps, request);
  if (!access) return sendNotFound(request, reply);
  try {
    const { file, file_name } = await runRead(deps.kernel, getQuotePdf, access.caller, { guid: access.guid });
    return sendPdf(reply, { bytes: Buffer.from(file, 'base64'), file_name });
  } catch (error) {
    if (error instanceof Failure && error.kind === 'not_found') return sendNotFound(request, reply);
    throw error;
  }
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, 1000) : '';
}

async function resolveLink(
  { kernel, accounts }: LinkDeps,
  request: ByToken,
): Promise<{ caller: Caller; guid: string } | null> {
  const token = readQuoteToken(kernel.secrets, request.params.token);
  const account = token && (await accounts.byId(token.accountId));
  if (!account || account.disabled) return null;
  return { caller: visitorCaller(request, account), guid: token.guid };
}

function sendNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendLinkNotFound(request, reply, { is: QUOTE_TEXTS.is.missing, en: QUOTE_TEXTS.en.missing });
}

function pathOf(request: ByToken): string {
  return `/quote/${urlPart(request.params.token)}`;
}
