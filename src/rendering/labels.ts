import type { ReferenceTexts } from '../domain/invoices/references.ts';
import type { Lang } from '../domain/values/codes.ts';
import { isSingular } from '../domain/values/plural.ts';
import type { InvoiceDocument } from './invoice-document.ts';

/** The references of a document, as they are printed. */
export const REFERENCE_LABELS: Record<Lang, ReferenceTexts> = {
  is: {
    booking: 'Bókunarnúmer',
    cost_provide: 'Tilvísun kaupanda',
    order_number: 'Innkaupapöntun',
    contract_number: 'Samningur',
    accounting_cost: 'Bókhaldslykill',
    project_reference: 'Verknúmer',
  },
  en: {
    booking: 'Booking',
    cost_provide: 'Your reference',
    order_number: 'Purchase order',
    contract_number: 'Contract',
    accounting_cost: 'Your account',
    project_reference: 'Project',
  },
};

/** The texts of the printed invoice in the two languages that a customer can choose. */
export const LABELS = {
  is: {
    invoice: 'Reikningur',
    credit: 'Kreditreikningur',
    draft: 'DRÖG',
    paid: 'GREITT',
    credited: 'KREDITFÆRT',
    written_off: 'AFSKRIFAÐ',
    number: 'Nr.',
    billedTo: 'Greiðandi',
    creditedTo: 'Viðskiptavinur',
    kennitala: 'Kt.',
    vatNumber: 'VSK-númer',
    issued: 'Útgáfudagur',
    due: 'Gjalddagi',
    finalDue: 'Eindagi',
    delivered: 'Afhendingardagur',
    toPay: 'Til greiðslu',
    creditedAmount: 'Kreditfært',
    creditOf: 'Kreditfærir reikning',
    order: 'Pöntun',
    reminder: 'Áminning',
    isLate:
      'Gjalddagi þessa reiknings er liðinn og greiðsla hefur ekki borist. Hafi reikningurinn verið greiddur nýlega má líta fram hjá þessari áminningu.',
    isPartlyLate:
      'Gjalddagi þessa reiknings er liðinn og hluti hans er enn ógreiddur. Hafi eftirstöðvarnar verið greiddar nýlega má líta fram hjá þessari áminningu.',
    isDueSoon: 'Þessi reikningur er ógreiddur.',
    isPartlyDueSoon: 'Hluti þessa reiknings er ógreiddur.',
    quote: 'Tilboð',
    creditedLater: 'Þegar kreditfært',
    salesOrder: 'Pöntun',
    draftInvoice: 'Drög að reikningi',
    statement: 'Hreyfingayfirlit',
    dated: 'Dagsetning',
    validUntil: 'Gildir til og með',
    openEnded: 'Ótiltekið',
    quotedTo: 'Viðskiptavinur',
    country: 'Ísland',
    linkFee: 'Greiðslugjald sé greitt á netinu',
    linkTotal: 'Samtals sé greitt á netinu',
    transferAmount: 'Upphæð millifærslu',
    scan: 'Greiða á netinu',
    period: 'Tímabil',
    opening: 'Staða í upphafi',
    closing: 'Staða í lok tímabils',
    movement: 'Hreyfing',
    debit: 'Debet',
    creditSide: 'Kredit',
    runningBalance: 'Staða',
    dueOn: 'Gjalddagi',
    owedToCustomer: 'Inneign',
    customerNumber: 'Viðskiptanúmer',
    item: 'Vörunr.',
    description: 'Lýsing',
    qty: 'Magn',
    price: 'Einingarverð',
    discount: 'Afsl.',
    vat: 'VSK',
    amount: 'Upphæð',
    subtotal: 'Samtals línur',
    rounding: 'Aurajöfnun',
    wholeDiscount: 'Afsláttur',
    net: 'Samtals án VSK',
    total: 'Samtals með VSK',
    plainTotal: 'Samtals',
    fee: 'Greiðslugjald',
    withFee: 'Samtals með gjaldi',
    alreadyPaid: 'Greitt',
    writtenOffAmount: 'Afskrifað',
    balance: 'Eftirstöðvar',
    rate: 'Hlutfall',
    taxable: 'Án VSK',
    gross: 'Með VSK',
    howToPay: 'Greiðsla',
    claim: 'Krafa er stofnuð í netbanka greiðanda',
    claimNumber: 'Krafa nr.',
    transfer: 'Millifærist á reikning',
    reference: 'Tilvísun',
    memo: 'Skýring',
    terms: 'Skilmálar',
    exchange: 'Gengi',
    vatInIsk: 'VSK í íslenskum krónum',
    exempt: 'Undanþegið virðisaukaskatti samkvæmt lögum nr. 50/1988',
    exported:
      'Sala úr landi, undanþegin skattskyldri veltu samkvæmt 12. gr. laga nr. 50/1988 um virðisaukaskatt',
    notSubject: 'Seljandi er ekki virðisaukaskattsskyldur',
    regulation: 'Reikningur þessi á uppruna sinn í rafrænu bókhaldskerfi samkvæmt reglugerð nr. 505/2013.',
    page: 'Síða',
    of: 'af',
  },
  en: {
    invoice: 'Invoice',
    credit: 'Credit note',
    draft: 'DRAFT',
    paid: 'PAID',
    credited: 'CREDITED',
    written_off: 'WRITTEN OFF',
    number: 'No.',
    billedTo: 'Bill to',
    creditedTo: 'Credit to',
    kennitala: 'ID no.',
    vatNumber: 'VAT no.',
    issued: 'Issue date',
    due: 'Due date',
    finalDue: 'Final due date',
    delivered: 'Delivery date',
    toPay: 'Amount due',
    creditedAmount: 'Credited',
    creditOf: 'Credits invoice',
    order: 'Order',
    reminder: 'Reminder',
    isLate:
      'This invoice is past its due date, and we have not received your payment. If you have paid it recently, please disregard this reminder.',
    isPartlyLate:
      'This invoice is past its due date, and a part of it has not been paid yet. If you have paid the rest recently, please disregard this reminder.',
    isDueSoon: 'This invoice is unpaid.',
    isPartlyDueSoon: 'A part of this invoice is unpaid.',
    quote: 'Quote',
    creditedLater: 'Credited so far',
    salesOrder: 'Order',
    draftInvoice: 'Draft invoice',
    statement: 'Statement of account',
    dated: 'Date',
    validUntil: 'Valid until',
    openEnded: 'Not stated',
    quotedTo: 'Customer',
    country: 'Iceland',
    linkFee: 'Fee if paid online',
    linkTotal: 'Total if paid online',
    transferAmount: 'Amount to transfer',
    scan: 'Pay online',
    period: 'Period',
    opening: 'Opening balance',
    closing: 'Closing balance',
    movement: 'Transaction',
    debit: 'Debit',
    creditSide: 'Credit',
    runningBalance: 'Balance',
    dueOn: 'Due date',
    owedToCustomer: 'In your favour',
    customerNumber: 'Customer no.',
    item: 'Item no.',
    description: 'Description',
    qty: 'Quantity',
    price: 'Unit price',
    discount: 'Disc.',
    vat: 'VAT',
    amount: 'Amount',
    subtotal: 'Sum of lines',
    rounding: 'Rounding',
    wholeDiscount: 'Discount',
    net: 'Total excl. VAT',
    total: 'Total incl. VAT',
    plainTotal: 'Total',
    fee: 'Payment fee',
    withFee: 'Total with fee',
    alreadyPaid: 'Paid',
    writtenOffAmount: 'Written off',
    balance: 'To pay',
    rate: 'Rate',
    taxable: 'Excl. VAT',
    gross: 'Incl. VAT',
    howToPay: 'Payment',
    claim: "A claim is found in the payer's online bank",
    claimNumber: 'Claim no.',
    transfer: 'Transfer to account',
    reference: 'Reference',
    memo: 'Note',
    terms: 'Terms',
    exchange: 'Exchange rate',
    vatInIsk: 'VAT in Icelandic krónur',
    exempt: 'Exempt from VAT under the Icelandic Value Added Tax Act no. 50/1988',
    exported:
      'Export, not part of taxable turnover: Article 12 of the Icelandic Value Added Tax Act no. 50/1988',
    notSubject: 'Not subject to VAT',
    regulation:
      'This invoice originates in an electronic accounting system in accordance with Icelandic regulation no. 505/2013.',
    page: 'Page',
    of: 'of',
  },
} as const;

export type Labels = Record<keyof (typeof LABELS)['is'], string>;

/** Why a document carries no VAT; null where VAT is charged or the goods have a rate of zero. */
export function exemptionReason({
  isOutsideVat,
  isTaxExempt,
  abroad,
  lang,
}: Pick<InvoiceDocument, 'isOutsideVat' | 'isTaxExempt' | 'abroad' | 'lang'>): string | null {
  const labels = LABELS[lang];
  if (isOutsideVat) return labels.notSubject;
  if (!isTaxExempt) return null;
  return abroad ? labels.exported : labels.exempt;
}

const METHODS: Record<number, { is: string; en: string }> = {
  1: { is: 'reiðufé', en: 'cash' },
  2: { is: 'Visa kreditkort', en: 'Visa credit card' },
  3: { is: 'Visa debetkort', en: 'Visa debit card' },
  4: { is: 'Mastercard kreditkort', en: 'Mastercard credit card' },
  5: { is: 'Mastercard debetkort', en: 'Mastercard debit card' },
  6: { is: 'American Express', en: 'American Express' },
  7: { is: 'viðskiptareikningur', en: 'customer account' },
  9: { is: 'millifærsla', en: 'bank transfer' },
};

/** How an invoice was paid; empty where that is not known. */
export function methodName(method: number | null, lang: Lang): string {
  return METHODS[method ?? 0]?.[lang] ?? '';
}

/** How long the due date has passed. */
export function overdueText(days: number, lang: Lang): string {
  if (lang === 'en') return isSingular(days, lang) ? `${days} day overdue` : `${days} days overdue`;
  return isSingular(days, lang) ? `${days} dagur liðinn` : `${days} dagar liðnir`;
}
