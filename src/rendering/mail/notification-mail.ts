import type { Lang } from '../../domain/values/codes.ts';
import { formatDate, formatMoney } from '../../domain/values/format.ts';
import { inLanguages } from '../../domain/values/in-languages.ts';
import { decimal, isZero } from '../../domain/values/money.ts';
import { composeOwnMail, type RenderedMail } from './compose-mail.ts';
import { button, paragraph } from './mail-parts.ts';
import { greeting, ofStranger } from './mail-words.ts';

export interface MailedNews {
  what: string;
  number: string;
  name: string;
  amount: string;
  currency: string;
  on: string;
}

interface NotificationMailInput {
  lang: Lang;
  /** Name of the recipient; may be empty. */
  name: string;
  company: string;
  mode: 'now' | 'daily';
  news: readonly MailedNews[];
  url: string;
}

const MAX_LINES = 20;

const TEXTS = inLanguages({
  now: [
    (count: number) => (count === 1 ? 'Eitt atriði bíður þín' : `Ný atriði sem bíða þín: ${count}`),
    (count: number) => (count === 1 ? 'One thing needs you' : `${count} new things need you`),
  ],
  daily: [
    (count: number) => (count === 1 ? 'Eitt atriði í dag' : `Atriði dagsins: ${count}`),
    (count: number) => (count === 1 ? 'One thing today' : `${count} things today`),
  ],
  company: [
    (company: string) => `Þetta er nýtt í bókum fyrirtækisins (${company}):`,
    (company: string) => `This is new in the books of ${company}:`,
  ],
  unknown: ['Ólesin kvittun', 'Unread receipt'],
  more: [(count: number) => `Fleiri atriði: ${count}`, (count: number) => `And ${count} more`],
  link: ['Opna „Bíður þín“', 'Open “Needs you”'],
  settings: [
    'Í stillingum velur þú hvaða tilkynningar þú færð í tölvupósti.',
    'You choose in the settings which notifications you get by e-mail.',
  ],
  reasons: {
    refused: ['aðgerð var hafnað', 'an action was refused'],
    proposal: ['tillaga forrits', 'proposal from an app'],
    payment: ['greiðsla sem þarf að skoða', 'payment to review'],
    surplus: ['ofgreitt', 'paid too much'],
    refund: ['á eftir að endurgreiða', 'to be paid back'],
    claim: ['krafa fór ekki í banka', 'the claim did not reach the bank'],
    consent: [
      'endurnýja þarf leyfi til að lesa bankareikning',
      'the consent to read a bank account must be renewed',
    ],
    einvoice: ['rafrænn reikningur komst ekki til skila', 'the e-invoice was not delivered'],
    mail: ['tölvupóstur komst ekki til skila', 'the e-mail was not delivered'],
    collection: ['í innheimtu', 'in collection'],
    overdue: ['kominn fram yfir gjalddaga', 'overdue'],
    unread: ['kvittun sem ekki tókst að lesa', 'receipt that could not be read'],
    cost: ['kvittun bíður samþykkis', 'receipt to approve'],
    paused: ['reglulegur reikningur í bið', 'recurring invoice is paused'],
    unverified: ['óstaðfestur viðskiptavinur', 'unconfirmed customer'],
    question: ['fyrirspurn bíður svars', 'a question waits for an answer'],
    answer: ['fyrirspurn var svarað', 'a question was answered'],
    'quote-accepted': ['tilboð var samþykkt', 'the quote was accepted'],
    'quote-declined': ['tilboð var afþakkað', 'the quote was declined'],
  },
});

/** Names in this mail may be anybody's text: they may hold no web address. */
export function renderNotificationMail(input: NotificationMailInput): RenderedMail {
  const { lang, mode, news, url } = input;
  const texts = TEXTS[lang];
  const lines = news.slice(0, MAX_LINES).map((one) => lineOf(one, lang));
  const left = news.length - lines.length;
  return composeOwnMail(lang, texts[mode](news.length), [
    paragraph(greeting(lang, ofStranger(input.name))),
    paragraph(texts.company(ofStranger(input.company))),
    paragraph([...lines, ...(left > 0 ? [texts.more(left)] : [])].join('\n')),
    button(url, texts.link),
    paragraph(texts.settings),
  ]);
}

function lineOf(one: MailedNews, lang: Lang): string {
  const texts = TEXTS[lang];
  const amount = decimal(one.amount);
  const facts = [
    [one.number && `#${one.number}`, ofStranger(one.name || texts.unknown)].filter(Boolean).join(' '),
    texts.reasons[one.what as keyof typeof texts.reasons],
    ...(isZero(amount) ? [] : [formatMoney(amount, one.currency, lang)]),
    formatDate(one.on, lang),
  ];
  return `• ${facts.join(' · ')}`;
}
