import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { formatMoney } from '../../../domain/values/format.ts';
import { decimal } from '../../../domain/values/money.ts';
import type { TestCheckout } from '../../../kernel/ports/ports.ts';
import { redirectTo } from '../../http/callers/access.ts';
import { html } from '../../http/pages/html.ts';
import { sendPage } from '../../http/pages/page.ts';
import { mergeFields, readFields } from '../../http/request/fields.ts';
import { documentLanguage, inChosenLanguage } from '../../http/request/language.ts';
import { urlPart } from '../../http/request/url-part.ts';
import { publicPage } from '../public-layout.ts';
import { PAY_TEXTS } from './pay-texts.ts';

/** The embedded test provider, as the payer's page uses it. */
export interface TestProvider {
  find(checkoutId: string): Promise<TestCheckout | null>;
  /** Stores the payer's decision and sends the webhook. Returns false when the webhook failed. */
  decide(checkoutId: string, decision: 'paid' | 'refused'): Promise<boolean>;
  /** The path of a URL of this service. */
  pathOf(url: string): string;
}

type ById = FastifyRequest<{ Params: { id: string } }>;

/** The checkout page of the embedded test provider. */
export function testCheckoutRoutes(app: FastifyInstance, provider: TestProvider): void {
  app.get('/test-checkout/:id', (request: ById, reply) => show(provider, request, reply));
  app.post('/test-checkout/:id', async (request: ById, reply) => {
    const checkout = await provider.find(request.params.id);
    if (!checkout) return show(provider, request, reply);
    const decision = mergeFields(await readFields(request)).decision === 'pay' ? 'paid' : 'refused';
    if (!(await provider.decide(request.params.id, decision)))
      return show(provider, request, reply.code(503), true);
    const decided = (await provider.find(request.params.id))?.status;
    const { successUrl, cancelUrl } = checkout;
    const back = provider.pathOf(decided === 'paid' ? successUrl : cancelUrl);
    return redirectTo(request, reply, inChosenLanguage(back, request.query));
  });
}

async function show(provider: TestProvider, request: ById, reply: FastifyReply, isUndelivered = false) {
  const checkout = await provider.find(request.params.id);
  const lang = documentLanguage(request.query, checkout?.lang ?? 'is');
  const texts = PAY_TEXTS[lang];
  const path = `/test-checkout/${urlPart(request.params.id)}`;
  if (!checkout) {
    const body = html`<h1>${texts.testMissing}</h1>`;
    return sendPage(reply.code(404), publicPage({ lang, title: texts.testMissing, path, body }));
  }
  const { status, description, amount, currency, cancelUrl } = checkout;
  const button = (decision: string, label: string, quiet = '') =>
    html`<button class="button ${quiet}" name="decision" value="${decision}">${label}</button>`;
  const choices = html`<div class="actions"><form method="post" action="${path}?lang=${lang}">
    ${button('pay', texts.testPay)}${button('refuse', texts.testRefuse, 'quiet')}</form></div>`;
  const body = html`
    <h1>${texts.testTitle}</h1>
    <p class="muted">${description}</p>
    <p class="amount">${formatMoney(decimal(amount), currency, lang)}</p>
    <p class="note warning">${texts.testLead}</p>
    ${isUndelivered ? html`<p class="note error" role="alert">${texts.testUndelivered}</p>` : ''}
    ${status === 'open' || isUndelivered ? choices : html`<p>${texts.testDone}</p>`}
    <p><a href="${inChosenLanguage(provider.pathOf(cancelUrl), request.query)}">${texts.testBack}</a></p>`;
  return sendPage(reply, publicPage({ lang, title: texts.testTitle, path, body }));
}
