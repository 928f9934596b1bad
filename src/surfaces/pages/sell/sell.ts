import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Lang } from '../../../domain/codes.ts';
import { saleState } from '../../../domain/selling.ts';
import type { Caller } from '../../../kernel/context.ts';
import { runWrite } from '../../../kernel/execute.ts';
import { type Failure, TooManyAttempts } from '../../../kernel/failures/failure.ts';
import type { AttemptLimit } from '../../../kernel/security/rate-limits.ts';
import { buyProduct } from '../../../modules/product-sales/buy-product.ts';
import { orderUrl, saleUrl } from '../../../modules/product-sales/link.ts';
import { findSaleByToken, imageOfSale, type PublicSale } from '../../../modules/product-sales/public.ts';
import { purchaseViolations } from '../../../modules/product-sales/purchase-violations.ts';
import type { Purchase } from '../../../modules/product-sales/schema.ts';
import { type AccessDeps, redirectTo } from '../../http/access.ts';
import { failureOf, withStatus } from '../../http/failures.ts';
import { singles } from '../../http/form.ts';
import { html } from '../../http/html.ts';
import { visitorLanguage } from '../../http/language.ts';
import { sendPage } from '../../http/page.ts';
import { sendPicture } from '../../http/picture.ts';
import { bodyFields } from '../../http/server.ts';
import { orderPages } from '../order/order.ts';
import { posterPageOf } from '../order/ticket-page.ts';
import { consentProblem, keptOf, messagesOf, seenOf, toldBy, typedIn } from './sell-form.ts';
import { sellFrame, sellLook } from './sell-layout.ts';
import { type SellView, sellPageOf } from './sell-page.ts';
import { SELL_WORDS } from './sell-texts.ts';

type ByName = FastifyRequest<{ Params: { name: string } }>;

/** A form of twenty long answers in letters of three bytes; nobody needs more. */
const MOST_BODY = 512 * 1024;

/** The pages on which strangers buy, and those of what they have bought. What goes wrong is said on a page too. */
export async function sellPages(app: FastifyInstance, parts: AccessDeps): Promise<void> {
  app.setErrorHandler((error, request, reply) => {
    const failure = failureOf(error, request);
    const lang = visitorLanguage(request);
    const words = SELL_WORDS[lang];
    withStatus(reply, failure, () => 422);
    const text = failure.kind === 'busy' ? words.busy : words.refused;
    const body = html`<main><h1>${words.failed}</h1><p class="note bad" role="alert">${text}</p></main>`;
    return sendPage(reply, { lang, title: words.failed, body, look: sellLook });
  });
  app.get('/sell/:name', (request: ByName, reply) => show(parts, request, reply));
  app.post('/sell/:name', { bodyLimit: MOST_BODY }, (request: ByName, reply) => buy(parts, request, reply));
  app.get('/sell/:name/poster', (request: ByName, reply) => poster(parts, request, reply));
  app.get('/sell/:name/image/:guid', (request: ByName, reply) => picture(parts, request, reply));
  orderPages(app, parts);
}

/** No two forms are the same, and nobody can guess the one of somebody else. */
function newOnce(): string {
  return randomBytes(18).toString('base64url');
}

async function show(parts: AccessDeps, request: ByName, reply: FastifyReply): Promise<FastifyReply> {
  const sold = await findSaleByToken(parts.kernel, parts.accounts, request.params.name);
  return sold ? showForm(parts, request, reply, sold) : missing(request, reply);
}

function showForm(
  { kernel }: AccessDeps,
  request: ByName,
  reply: FastifyReply,
  sold: PublicSale,
  filled: Partial<SellView> = {},
): FastifyReply {
  const view = {
    path: pathOf(request),
    baseUrl: kernel.policy.baseUrl,
    lang: visitorLanguage(request),
    today: kernel.clock().toISOString().slice(0, 10),
    once: newOnce(),
    typed: {},
    messages: new Map<string, string>(),
    notice: null,
    ...filled,
  };
  return sendPage(reply, sellPageOf(sold, view));
}

async function buy(parts: AccessDeps, request: ByName, reply: FastifyReply): Promise<FastifyReply> {
  const { kernel, accounts, attempts } = parts;
  const sold = await findSaleByToken(kernel, accounts, request.params.name);
  if (!sold) return missing(request, reply);
  const { account, sale } = sold;
  const lang = visitorLanguage(request);
  const words = SELL_WORDS[lang];
  const typed = typedIn(singles(await bodyFields(request)));
  const again = (status: number, filled: Partial<SellView>) =>
    showForm(parts, request, reply.code(status), sold, { typed, ...filled });
  const told = toldBy(sale, typed, lang);
  const problems = [...purchaseViolations(kernel.policy, sale, told), ...consentProblem(sale, typed)];
  const once = typed.once ?? '';
  if (!/^[\w-]{24}$/.test(once)) return again(409, { notice: words.stale });
  if (typed.seen !== seenOf(sale))
    return again(409, { once, typed: keptOf(sale, typed), notice: words.changed });
  if (problems.length > 0) return again(422, { once, messages: messagesOf(sale, problems, lang) });
  if (saleState(sale, kernel.clock().toISOString().slice(0, 10)) === 'over') return again(409, {});
  const caller: Caller = {
    account,
    via: 'page',
    ip: request.ip,
    requestId: request.id,
    idempotencyKey: `sell ${once}`,
  };
  try {
    await attempts.failed(boundsOf(request, account.id, String(told.email)));
    const { output } = await runWrite(kernel, buyProduct, caller, told);
    return redirectTo(request, reply, nextOf(parts, sold, output, lang));
  } catch (error) {
    return refused(parts, request, reply, error, { typed, once });
  }
}

/** Each purchase makes an invoice and a mail, so they are bounded by where they come from and by where mail goes. */
function boundsOf(request: ByName, accountId: number, email: string): AttemptLimit[] {
  return [
    { subject: `purchase from ${request.ip}`, most: 60, seconds: 600 },
    { subject: `purchase of ${accountId} for ${email.trim().toLowerCase()}`, most: 20, seconds: 3600 },
  ];
}

/** To the page of the payment where there is one, and else to the order, which says what happens next. */
function nextOf({ kernel }: AccessDeps, { account }: PublicSale, made: Purchase, lang: Lang): string {
  const { policy, secrets } = kernel;
  const url = made.payment_link ?? orderUrl({ account, policy, secrets }, made.invoice_guid);
  return `${url.slice(policy.baseUrl.length)}?lang=${lang}`;
}

/** Nothing was bought. What was typed comes back, with the sale as it is now. */
async function refused(
  parts: AccessDeps,
  request: ByName,
  reply: FastifyReply,
  error: unknown,
  filled: Pick<SellView, 'typed' | 'once'>,
): Promise<FastifyReply> {
  const failure = failureOf(error, request);
  if (failure.kind === 'internal' || failure.kind === 'busy') throw error;
  const sold = await findSaleByToken(parts.kernel, parts.accounts, request.params.name);
  if (!sold) return missing(request, reply);
  const lang = visitorLanguage(request);
  withStatus(reply, failure, (kind) => (kind === 'conflict' ? 409 : 422));
  const isField = failure.code === 'field_required' || failure.code === 'field_invalid';
  const messages = messagesOf(sold.sale, isField ? [failure] : [], lang);
  if (messages.size > 0) return showForm(parts, request, reply, sold, { ...filled, messages });
  // What only the seller can mend, such as the profile of a customer who gets e-invoices, is no secret to the operator.
  if (failure.kind === 'input') request.log.warn({ code: failure.code }, 'a purchase was refused');
  const notice = noticeOf(failure, lang);
  const once = failure.code === 'idempotency_key_reused' ? newOnce() : filled.once;
  return showForm(parts, request, reply, sold, { ...filled, once, notice });
}

function noticeOf(failure: Failure, lang: Lang): string {
  const words = SELL_WORDS[lang];
  if (failure instanceof TooManyAttempts) return words.tooMany(Math.ceil(failure.retryAfterSeconds / 60));
  if (failure.code === 'sold_out') return words.soldOutNow(Number(failure.details[0]));
  if (failure.code === 'idempotency_key_reused') return words.sentBefore;
  return failure.code === 'sale_closed' ? words.closed : words.refused;
}

async function poster(parts: AccessDeps, request: ByName, reply: FastifyReply): Promise<FastifyReply> {
  const { kernel, accounts } = parts;
  const sold = await findSaleByToken(kernel, accounts, request.params.name);
  if (!sold) return missing(request, reply);
  const lang = visitorLanguage(request);
  const url = saleUrl({ account: sold.account, policy: kernel.policy }, sold.sale.guid);
  return sendPage(reply, posterPageOf(sold, { path: `${pathOf(request)}/poster`, lang, url }));
}

/** A new picture has a new address, so this one may be kept. */
async function picture(parts: AccessDeps, request: ByName, reply: FastifyReply): Promise<FastifyReply> {
  const sold = await findSaleByToken(parts.kernel, parts.accounts, request.params.name);
  const { guid } = request.params as { guid?: string };
  const image = sold?.sale.image === guid && sold ? await imageOfSale(parts.kernel, sold) : null;
  return image ? sendPicture(reply, image, 'public, max-age=86400') : missing(request, reply);
}

function missing(request: ByName, reply: FastifyReply): FastifyReply {
  const lang = visitorLanguage(request);
  const words = SELL_WORDS[lang];
  const body = html`<h1>${words.missing}</h1><p class="soft">${words.check}</p>`;
  const framed = sellFrame(pathOf(request), lang, body);
  return sendPage(reply.code(404), { lang, title: words.missing, body: framed, look: sellLook });
}

function pathOf(request: ByName): string {
  return `/sell/${encodeURIComponent(request.params.name)}`;
}
