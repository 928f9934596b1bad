import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { saleState } from '../../../domain/sales/selling.ts';
import type { Lang } from '../../../domain/values/codes.ts';
import { toPlainDate } from '../../../domain/values/dates.ts';
import { runWrite } from '../../../kernel/execute.ts';
import { type Failure, TooManyAttempts } from '../../../kernel/failures/failure.ts';
import type { Caller } from '../../../kernel/operations/caller.ts';
import { IdempotencyKey } from '../../../kernel/operations/idempotency-key.ts';
import type { RateLimit } from '../../../kernel/security/rate-limits.ts';
import { orderUrl, saleUrl } from '../../../modules/product-sales/public/links.ts';
import {
  findSaleByToken,
  findSaleImage,
  type PublicSale,
} from '../../../modules/product-sales/public/public-pages.ts';
import type { Purchase } from '../../../modules/product-sales/schema.ts';
import { buyAsVisitor } from '../../../modules/product-sales/sell/buy-product.ts';
import { purchaseViolations } from '../../../modules/product-sales/sell/purchase-violations.ts';
import { failureOf, withStatus } from '../../http/answers/failures.ts';
import { sendImage } from '../../http/answers/image.ts';
import { type AccessDeps, redirectTo } from '../../http/callers/access.ts';
import { visitorCaller } from '../../http/callers/caller.ts';
import { html } from '../../http/pages/html.ts';
import { sendPage } from '../../http/pages/page.ts';
import { bodyFields } from '../../http/request/body.ts';
import { singleValues } from '../../http/request/fields.ts';
import { visitorLanguage } from '../../http/request/language.ts';
import { urlPart } from '../../http/request/url-part.ts';
import { CHECK_LINK, sendLinkNotFound } from '../link-not-found.ts';
import { orderRoutes } from '../order/order-routes.ts';
import { renderPosterPage } from '../order/ticket-page.ts';
import { sellStyle } from '../public-layout.ts';
import {
  fieldMessages,
  keepValidValues,
  offerDigest,
  readFormValues,
  termsViolations,
  toPurchaseInput,
} from './sell-form.ts';
import { renderSellPage, type SellView } from './sell-page.ts';
import { SELL_TEXTS } from './sell-texts.ts';

type ByName = FastifyRequest<{ Params: { name: string } }>;

/** Enough for a form of twenty long answers in three-byte characters. */
const MAX_BODY_BYTES = 512 * 1024;

/** The public selling pages, and the order and ticket pages. Errors are HTML pages too. */
export async function sellRoutes(app: FastifyInstance, deps: AccessDeps): Promise<void> {
  app.setErrorHandler((error, request, reply) => {
    const failure = failureOf(error, request);
    const lang = visitorLanguage(request);
    const texts = SELL_TEXTS[lang];
    withStatus(reply, failure, () => 422);
    const [title, reason] =
      request.method === 'POST' ? [texts.notBought, texts.refused] : [texts.notShown, CHECK_LINK[lang]];
    const text = failure.kind === 'busy' ? texts.busy : reason;
    const body = html`<main><h1>${title}</h1><p class="note error" role="alert">${text}</p></main>`;
    return sendPage(reply, { lang, title, body, style: sellStyle });
  });
  app.get('/sell/:name', (request: ByName, reply) => show(deps, request, reply));
  app.post('/sell/:name', { bodyLimit: MAX_BODY_BYTES }, (request: ByName, reply) =>
    buy(deps, request, reply),
  );
  app.get('/sell/:name/poster', (request: ByName, reply) => showPoster(deps, request, reply));
  app.get('/sell/:name/image/:guid', (request: ByName, reply) => sendSaleImage(deps, request, reply));
  orderRoutes(app, deps);
}

/** A random idempotency key for a form, which other buyers cannot guess. */
function newFormId(): string {
  return randomBytes(18).toString('base64url');
}

async function show(deps: AccessDeps, request: ByName, reply: FastifyReply): Promise<FastifyReply> {
  const publicSale = await findSaleByToken(deps.kernel, deps.accounts, request.params.name);
  return publicSale ? showForm(deps, request, reply, publicSale) : sendNotFound(request, reply);
}

function showForm(
  { kernel }: AccessDeps,
  request: ByName,
  reply: FastifyReply,
  publicSale: PublicSale,
  filled: Partial<SellView> = {},
): FastifyReply {
  const view = {
    path: salePath(request),
    baseUrl: kernel.policy.baseUrl,
    lang: visitorLanguage(request),
    today: toPlainDate(kernel.clock()),
    formId: newFormId(),
    values: {},
    messages: new Map<string, string>(),
    notice: null,
    ...filled,
  };
  return sendPage(reply, renderSellPage(publicSale, view));
}

async function buy(deps: AccessDeps, request: ByName, reply: FastifyReply): Promise<FastifyReply> {
  const { kernel, accounts, rateLimiter } = deps;
  const publicSale = await findSaleByToken(kernel, accounts, request.params.name);
  if (!publicSale) return sendNotFound(request, reply);
  const { account, sale } = publicSale;
  const lang = visitorLanguage(request);
  const texts = SELL_TEXTS[lang];
  const values = readFormValues(singleValues(await bodyFields(request)));
  const showAgain = (status: number, filled: Partial<SellView>) =>
    showForm(deps, request, reply.code(status), publicSale, { values, ...filled });
  const input = toPurchaseInput(sale, values, lang);
  const problems = [...purchaseViolations(kernel.policy, sale, input), ...termsViolations(sale, values)];
  const formId = values.once ?? '';
  if (!/^[\w-]{24}$/.test(formId)) return showAgain(409, { notice: texts.stale });
  if (values.seen !== offerDigest(sale))
    return showAgain(409, { formId, values: keepValidValues(sale, values), notice: texts.changed });
  if (problems.length > 0)
    return showAgain(422, { formId, messages: fieldMessages(sale, problems, lang, values) });
  if (saleState(sale, toPlainDate(kernel.clock())) === 'over') return showAgain(409, {});
  const idempotencyKey = new IdempotencyKey(`sell ${formId}`);
  const caller: Caller = { ...visitorCaller(request, account), idempotencyKey };
  try {
    await rateLimiter.record(purchaseLimits(request, account.id, String(input.email)));
    const { output } = await runWrite(kernel, buyAsVisitor, caller, input);
    return redirectTo(request, reply, nextPath(deps, publicSale, output, lang));
  } catch (error) {
    return showRefusedForm(deps, request, reply, error, { values, formId });
  }
}

/** Rate limits by IP address and by recipient, because every purchase creates an invoice and sends a mail. */
function purchaseLimits(request: ByName, accountId: number, email: string): RateLimit[] {
  return [
    { subject: 'purchase', address: request.ip, max: 60, seconds: 600 },
    { subject: `purchase of ${accountId} for ${email.trim().toLowerCase()}`, max: 20, seconds: 3600 },
  ];
}

/** The payment page where there is one, otherwise the order page, which explains the next step. */
function nextPath({ kernel }: AccessDeps, { account }: PublicSale, made: Purchase, lang: Lang): string {
  const { policy, secrets } = kernel;
  const url = made.payment_link ?? orderUrl({ account, policy, secrets }, made.invoice_guid);
  return `${url.slice(policy.baseUrl.length)}?lang=${lang}`;
}

/** Nothing was bought: shows the form again with the submitted values and the current state of the sale. */
async function showRefusedForm(
  deps: AccessDeps,
  request: ByName,
  reply: FastifyReply,
  error: unknown,
  filled: Pick<SellView, 'values' | 'formId'>,
): Promise<FastifyReply> {
  const failure = failureOf(error, request);
  if (failure.kind === 'internal' || failure.kind === 'busy') throw error;
  const publicSale = await findSaleByToken(deps.kernel, deps.accounts, request.params.name);
  if (!publicSale) return sendNotFound(request, reply);
  const lang = visitorLanguage(request);
  withStatus(reply, failure, (kind) => (kind === 'conflict' ? 409 : 422));
  const isField = failure.code === 'field_required' || failure.code === 'field_invalid';
  const messages = fieldMessages(publicSale.sale, isField ? [failure] : [], lang);
  if (messages.size > 0) return showForm(deps, request, reply, publicSale, { ...filled, messages });
  // Only the seller can correct these, such as an incomplete customer profile, so the operator's log names them.
  if (failure.kind === 'input') request.log.warn({ code: failure.code }, 'a purchase was refused');
  const notice = refusalNotice(failure, lang);
  const formId = failure.code === 'idempotency_key_reused' ? newFormId() : filled.formId;
  return showForm(deps, request, reply, publicSale, { ...filled, formId, notice });
}

function refusalNotice(failure: Failure, lang: Lang): string {
  const texts = SELL_TEXTS[lang];
  if (failure instanceof TooManyAttempts) return texts.tooMany(Math.ceil(failure.retryAfterSeconds / 60));
  if (failure.code === 'sold_out') return texts.soldOutNow(Number(failure.details[0]));
  if (failure.code === 'idempotency_key_reused') return texts.sentBefore;
  return failure.code === 'sale_closed' ? texts.closed : texts.refused;
}

async function showPoster(deps: AccessDeps, request: ByName, reply: FastifyReply): Promise<FastifyReply> {
  const { kernel, accounts } = deps;
  const publicSale = await findSaleByToken(kernel, accounts, request.params.name);
  if (!publicSale) return sendNotFound(request, reply);
  const lang = visitorLanguage(request);
  const url = saleUrl({ account: publicSale.account, policy: kernel.policy }, publicSale.sale.guid);
  return sendPage(reply, renderPosterPage(publicSale, { path: `${salePath(request)}/poster`, lang, url }));
}

/** Cacheable, because a new image has a new address. */
async function sendSaleImage(deps: AccessDeps, request: ByName, reply: FastifyReply): Promise<FastifyReply> {
  const publicSale = await findSaleByToken(deps.kernel, deps.accounts, request.params.name);
  const { guid } = request.params as { guid?: string };
  const image =
    publicSale?.sale.image === guid && publicSale ? await findSaleImage(deps.kernel, publicSale) : null;
  return image ? sendImage(reply, image, 'public, max-age=86400') : sendNotFound(request, reply);
}

function sendNotFound(request: ByName, reply: FastifyReply): FastifyReply {
  return sendLinkNotFound(request, reply, { is: SELL_TEXTS.is.missing, en: SELL_TEXTS.en.missing });
}

function salePath(request: ByName): string {
  return `/sell/${urlPart(request.params.name)}`;
}
