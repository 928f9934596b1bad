import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { formatDate } from '../../../domain/values/format.ts';
import { redirectTo } from '../../http/callers/access.ts';
import { html } from '../../http/pages/html.ts';
import { sendPage } from '../../http/pages/page.ts';
import { mergeFields, readFields } from '../../http/request/fields.ts';
import { visitorLanguage } from '../../http/request/language.ts';
import { urlPart } from '../../http/request/url-part.ts';
import { sendLinkNotFound } from '../link-not-found.ts';
import { publicPage } from '../public-layout.ts';
import { BANK_TEXTS } from './bank-texts.ts';

/** The embedded bank, as its page for consent uses it. */
export interface TestBank {
  find(consentId: string): Promise<{
    account_nos: readonly string[];
    status: 'received' | 'valid' | 'rejected' | 'revokedByPsu' | 'expired' | 'terminatedByTpp';
    valid_until: string;
    redirect_uri: string;
  } | null>;
  decide(consentId: string, status: 'valid' | 'rejected' | 'revokedByPsu'): Promise<void>;
  /** The path of a URL of this service. */
  pathOf(url: string): string;
}

type ById = FastifyRequest<{ Params: { id: string } }>;

const DECISIONS = { give: 'valid', refuse: 'rejected', withdraw: 'revokedByPsu' } as const;

/** The page of the embedded bank on which a person gives, refuses or withdraws a consent. */
export function testBankRoutes(app: FastifyInstance, bank: TestBank): void {
  app.get('/test-bank/:id', (request: ById, reply) => show(bank, request, reply));
  app.post('/test-bank/:id', async (request: ById, reply) => {
    const consent = await bank.find(request.params.id);
    const written = mergeFields(await readFields(request)).decision;
    const decision = Object.entries(DECISIONS).find(([name]) => name === written)?.[1];
    if (!consent || !decision) return show(bank, request, reply);
    await bank.decide(request.params.id, decision);
    return redirectTo(request, reply, bank.pathOf(consent.redirect_uri));
  });
}

async function show(bank: TestBank, request: ById, reply: FastifyReply) {
  const consent = await bank.find(request.params.id);
  if (!consent)
    return sendLinkNotFound(request, reply, { is: BANK_TEXTS.is.missing, en: BANK_TEXTS.en.missing });
  const lang = visitorLanguage(request);
  const texts = BANK_TEXTS[lang];
  const path = `/test-bank/${urlPart(request.params.id)}`;
  const { status, account_nos, valid_until, redirect_uri } = consent;
  const button = (decision: keyof typeof DECISIONS, quiet = '') =>
    html`<button class="button ${quiet}" name="decision" value="${decision}">${texts[decision]}</button>`;
  const buttons =
    status === 'received'
      ? html`${button('give')}${button('refuse', 'quiet')}`
      : status === 'valid'
        ? button('withdraw', 'quiet')
        : '';
  const body = html`
    <h1>${texts.title}</h1>
    <p class="note warning">${texts.lead}</p>
    <p>${status === 'received' || status === 'valid' ? texts[status] : texts.over}</p>
    <p class="muted">${texts.asks}</p>
    <ul>${account_nos.map((number) => html`<li>${number}</li>`)}</ul>
    <p class="muted">${texts.until(formatDate(valid_until, lang))}</p>
    <div class="actions"><form method="post" action="${path}?lang=${lang}">${buttons}</form></div>
    <p><a href="${bank.pathOf(redirect_uri)}">${texts.back}</a></p>`;
  return sendPage(reply, publicPage({ lang, title: texts.title, path, body }));
}
