import type { Lang } from '../../domain/values/codes.ts';
import { formatDate, formatMoney } from '../../domain/values/format.ts';
import { decimal, isZero } from '../../domain/values/money.ts';
import { composeOwnMail, type RenderedMail } from './compose-mail.ts';
import { button, paragraph } from './mail-parts.ts';
import { greeting, ofStranger } from './mail-words.ts';

interface MailedNews {
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

const TEXTS = {
  is: {
    now: (count: number) => (count === 1 ? 'Eitt atriði bíður þín' : `Ný atriði sem bíða þín: ${count}`),
    daily: (count: number) => (count === 1 ? 'Eitt atriði í dag' : `Atriði dagsins: ${count}`),
    company: (company: string) => `Þetta er nýtt í bókum fyrirtækisins (${company}):`,
    unknown: 'Ólesin kvittun',
    more: (count: number) => `Fleiri atriði: ${count}`,
    link: 'Opna „Bíður þín“',
    settings: 'Í stillingum velur þú hvaða tilkynningar þú færð í tölvupósti.',
    reasons: {
      refused: 'aðgerð var hafnað',
      proposal: 'tillaga forrits',
      payment: 'greiðsla sem þarf að skoða',
      surplus: 'ofgreitt',
      refund: 'á eftir að endurgreiða',
      claim: 'krafa fór ekki í banka',
      consent: 'endurnýja þarf leyfi til að lesa bankareikning',
      einvoice: 'rafrænn reikningur komst ekki til skila',
      mail: 'tölvupóstur komst ekki til skila',
      collection: 'í innheimtu',
      overdue: 'kominn fram yfir gjalddaga',
      unread: 'kvittun sem ekki tókst að lesa',
      cost: 'kvittun bíður samþykkis',
      paused: 'reglulegur reikningur í bið',
      unverified: 'óstaðfestur viðskiptavinur',
      question: 'fyrirspurn bíður svars',
      answer: 'fyrirspurn var svarað',
      'quote-accepted': 'tilboð var samþykkt',
      'quote-declined': 'tilboð var afþakkað',
    },
  },
  en: {
    now: (count: number) => (count === 1 ? 'One thing needs you' : `${count} new things need you`),
    daily: (count: number) => (count === 1 ? 'One thing today' : `${count} things today`),
    company: (company: string) => `This is new in the books of ${company}:`,
    unknown: 'Unread receipt',
    more: (count: number) => `And ${count} more`,
    link: 'Open “Needs you”',
    settings: 'You choose in the settings which notifications you get by e-mail.',
    reasons: {
      refused: 'an action was refused',
      proposal: 'proposal from an app',
      payment: 'payment to review',
      surplus: 'paid too much',
      refund: 'to be paid back',
      claim: 'the claim did not reach the bank',
      consent: 'the consent to read a bank account must be renewed',
      einvoice: 'the e-invoice was not delivered',
      mail: 'the e-mail was not delivered',
      collection: 'in collection',
      overdue: 'overdue',
      unread: 'receipt that could not be read',
      cost: 'receipt to approve',
      paused: 'recurring invoice is paused',
      unverified: 'unconfirmed customer',
      question: 'a question waits for an answer',
      answer: 'a question was answered',
      'quote-accepted': 'the quote was accepted',
      'quote-declined': 'the quote was declined',
    },
  },
} as const;

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
