import { toLang } from '../../../domain/codes.ts';
import { inLanguage } from '../../http/language.ts';

/** Texts of the payment pages. */
export const PAY_TEXTS = {
  is: {
    invoice: 'Reikningur',
    // Names cannot be inflected, so that none stands after a preposition.
    by: '·',
    from: 'Seljandi:',
    to: 'Kaupandi:',
    issued: 'Útgefinn',
    due: 'Gjalddagi',
    final: 'Eindagi',
    credited: 'Þegar kreditfært',
    left: 'Til greiðslu',
    unpaid: 'Ógreiddur',
    overdue: 'Gjaldfallinn',
    collection: 'Í innheimtu',
    pay: 'Greiða núna',
    pdf: 'Sækja PDF',
    failed:
      'Ekki tókst að hefja greiðslu. Reyndu aftur eftir smástund, eða millifærðu á reikning seljanda. Ekkert var skuldfært.',
    how: 'Greiða með millifærslu',
    transferAmount: 'Upphæð millifærslu',
    transfer: 'Reikningsnúmer',
    bank: 'Banki',
    credit: 'Kreditreikningur',
    creditOf: 'Kreditfærir reikning',
    howClaim: 'Greiða í netbanka',
    claim: 'Krafa bíður í netbanka greiðanda.',
    claimNumber: 'Krafa nr.',
    reference: 'Tilvísun',
    ask: 'Hafðu samband við seljanda til að greiða.',
    lines: 'Sundurliðun',
    line: 'Lýsing',
    qty: 'Magn',
    net: 'Án VSK',
    amount: 'Upphæð',
    pending: 'Greiðsla í vinnslu',
    pendingLead: 'Beðið er staðfestingar á greiðslunni. Ekki greiða aftur.',
    lookAgain: 'Athuga aftur',
    paid: 'Greiddur',
    paidLead: (number: string) => `Reikningur ${number} er greiddur. Takk fyrir!`,
    paidOn: 'Greitt',
    seller: 'Seljandi',
    receipt: 'Sækja kvittun (PDF)',
    toTickets: 'Opna miðana',
    toOrder: 'Skoða pöntunina',
    creditedState: 'Kreditfærður',
    creditedLead: (number: string) => `Reikningur ${number} hefur verið kreditfærður. Ekkert er að greiða.`,
    missing: 'Reikningurinn finnst ekki',
    testTitle: 'Prufugreiðsla',
    testLead: 'Þetta er prufugreiðslusíða Kvitt. Engir peningar eru færðir og ekkert kort er notað.',
    testPay: 'Greiða (prufa)',
    testRefuse: 'Hafna greiðslu',
    testDone: 'Þessari prufugreiðslu er lokið.',
    testBack: 'Aftur að reikningi',
    testMissing: 'Greiðslan finnst ekki',
    testUnheard: 'Greiðslan var skráð hér en tilkynningin komst ekki til skila. Reyndu aftur.',
  },
  en: {
    invoice: 'Invoice',
    by: 'from',
    from: 'from',
    to: 'to',
    issued: 'Issued',
    due: 'Due date',
    final: 'Final due date',
    credited: 'Credited so far',
    left: 'Amount due',
    unpaid: 'Unpaid',
    overdue: 'Overdue',
    collection: 'In collection',
    pay: 'Pay now',
    pdf: 'Download PDF',
    failed:
      'The payment could not be started. Try again in a moment, or transfer to the account of the seller. Nothing was charged.',
    how: 'Pay by bank transfer',
    transferAmount: 'Amount to transfer',
    transfer: 'Bank account',
    bank: 'Bank',
    credit: 'Credit note',
    creditOf: 'Credits invoice',
    howClaim: 'Pay in your online bank',
    claim: "A claim is waiting in the payer's online bank.",
    claimNumber: 'Claim no.',
    reference: 'Reference',
    ask: 'Contact the seller to pay.',
    lines: 'Details',
    line: 'Description',
    qty: 'Qty',
    net: 'Excl. VAT',
    amount: 'Amount',
    pending: 'Payment in progress',
    pendingLead: 'We are waiting for the payment to be confirmed. Do not pay again.',
    lookAgain: 'Check again',
    paid: 'Paid',
    paidLead: (number: string) => `Invoice ${number} is paid. Thank you!`,
    paidOn: 'Paid on',
    seller: 'Seller',
    receipt: 'Download receipt (PDF)',
    toTickets: 'Open the tickets',
    toOrder: 'See the order',
    creditedState: 'Credited',
    creditedLead: (number: string) => `Invoice ${number} has been credited. There is nothing to pay.`,
    missing: 'There is no such invoice',
    testTitle: 'Test payment',
    testLead: 'This is the test payment page of Kvitt. No money moves, and no card is used.',
    testPay: 'Pay (test)',
    testRefuse: 'Refuse to pay',
    testDone: 'This test payment is over.',
    testBack: 'Back to the invoice',
    testMissing: 'There is no such payment',
    testUnheard: 'The payment was recorded here, but the notification was not delivered. Try again.',
  },
} as const;

export type PayLang = keyof typeof PAY_TEXTS;

/** The language of the query, or that of the document. */
export function payLanguage(query: unknown, otherwise: string): PayLang {
  const requested = (query as Record<string, unknown> | undefined)?.lang;
  const lang = requested === 'is' || requested === 'en' ? requested : otherwise;
  return toLang(lang);
}

/** A page in the language that the visitor has chosen; without a choice it has the language of its record. */
export function inChosenLanguage(path: string, query: unknown): string {
  const { lang } = (query ?? {}) as Record<string, unknown>;
  return lang === 'is' || lang === 'en' ? inLanguage(path, lang) : path;
}
