import type { ReferenceTexts } from '../domain/invoices/references.ts';
import type { Lang } from '../domain/values/codes.ts';
import { inLanguages } from '../domain/values/in-languages.ts';
import { isSingular } from '../domain/values/plural.ts';

/** The references of a document, as they are printed. */
export const REFERENCE_LABELS: Record<Lang, ReferenceTexts> = inLanguages({
  booking: ['Bókunarnúmer', 'Booking'],
  cost_provide: ['Tilvísun kaupanda', 'Your reference'],
  order_number: ['Innkaupapöntun', 'Purchase order'],
  contract_number: ['Samningur', 'Contract'],
  accounting_cost: ['Bókhaldslykill', 'Your account'],
  project_reference: ['Verknúmer', 'Project'],
});

/** The texts of the printed invoice in the two languages that a customer can choose. */
export const LABELS = inLanguages({
  invoice: ['Reikningur', 'Invoice'],
  credit: ['Kreditreikningur', 'Credit note'],
  draft: ['DRÖG', 'DRAFT'],
  paid: ['GREITT', 'PAID'],
  credited: ['KREDITFÆRT', 'CREDITED'],
  written_off: ['AFSKRIFAÐ', 'WRITTEN OFF'],
  number: ['Nr.', 'No.'],
  billedTo: ['Greiðandi', 'Bill to'],
  creditedTo: ['Viðskiptavinur', 'Credit to'],
  kennitala: ['Kt.', 'ID no.'],
  vatNumber: ['VSK-númer', 'VAT no.'],
  issued: ['Útgáfudagur', 'Issue date'],
  due: ['Gjalddagi', 'Due date'],
  finalDue: ['Eindagi', 'Final due date'],
  delivered: ['Afhendingardagur', 'Delivery date'],
  toPay: ['Til greiðslu', 'Amount due'],
  creditedAmount: ['Kreditfært', 'Credited'],
  creditOf: ['Kreditfærir reikning', 'Credits invoice'],
  order: ['Pöntun', 'Order'],
  reminder: ['Áminning', 'Reminder'],
  isLate: [
    'Gjalddagi þessa reiknings er liðinn og greiðsla hefur ekki borist. Hafi reikningurinn verið greiddur nýlega má líta fram hjá þessari áminningu.',
    'This invoice is past its due date, and we have not received your payment. If you have paid it recently, please disregard this reminder.',
  ],
  isPartlyLate: [
    'Gjalddagi þessa reiknings er liðinn og hluti hans er enn ógreiddur. Hafi eftirstöðvarnar verið greiddar nýlega má líta fram hjá þessari áminningu.',
    'This invoice is past its due date, and a part of it has not been paid yet. If you have paid the rest recently, please disregard this reminder.',
  ],
  isDueSoon: ['Þessi reikningur er ógreiddur.', 'This invoice is unpaid.'],
  isPartlyDueSoon: ['Hluti þessa reiknings er ógreiddur.', 'A part of this invoice is unpaid.'],
  quote: ['Tilboð', 'Quote'],
  creditedLater: ['Þegar kreditfært', 'Credited so far'],
  salesOrder: ['Pöntun', 'Order'],
  draftInvoice: ['Drög að reikningi', 'Draft invoice'],
  statement: ['Hreyfingayfirlit', 'Statement of account'],
  dated: ['Dagsetning', 'Date'],
  validUntil: ['Gildir til og með', 'Valid until'],
  openEnded: ['Ótiltekið', 'Not stated'],
  quotedTo: ['Viðskiptavinur', 'Customer'],
  country: ['Ísland', 'Iceland'],
  linkFee: ['Greiðslugjald sé greitt á netinu', 'Fee if paid online'],
  linkTotal: ['Samtals sé greitt á netinu', 'Total if paid online'],
  transferAmount: ['Upphæð millifærslu', 'Amount to transfer'],
  scan: ['Greiða á netinu', 'Pay online'],
  period: ['Tímabil', 'Period'],
  opening: ['Staða í upphafi', 'Opening balance'],
  closing: ['Staða í lok tímabils', 'Closing balance'],
  movement: ['Hreyfing', 'Transaction'],
  debit: ['Debet', 'Debit'],
  creditSide: ['Kredit', 'Credit'],
  runningBalance: ['Staða', 'Balance'],
  dueOn: ['Gjalddagi', 'Due date'],
  owedToCustomer: ['Inneign', 'In your favour'],
  customerNumber: ['Viðskiptanúmer', 'Customer no.'],
  item: ['Vörunr.', 'Item no.'],
  description: ['Lýsing', 'Description'],
  qty: ['Magn', 'Quantity'],
  price: ['Einingarverð', 'Unit price'],
  discount: ['Afsl.', 'Disc.'],
  vat: ['VSK', 'VAT'],
  amount: ['Upphæð', 'Amount'],
  subtotal: ['Samtals línur', 'Sum of lines'],
  rounding: ['Aurajöfnun', 'Rounding'],
  wholeDiscount: ['Afsláttur', 'Discount'],
  net: ['Samtals án VSK', 'Total excl. VAT'],
  total: ['Samtals með VSK', 'Total incl. VAT'],
  plainTotal: ['Samtals', 'Total'],
  fee: ['Greiðslugjald', 'Payment fee'],
  withFee: ['Samtals með gjaldi', 'Total with fee'],
  alreadyPaid: ['Greitt', 'Paid'],
  writtenOffAmount: ['Afskrifað', 'Written off'],
  balance: ['Eftirstöðvar', 'To pay'],
  rate: ['Hlutfall', 'Rate'],
  taxable: ['Án VSK', 'Excl. VAT'],
  gross: ['Með VSK', 'Incl. VAT'],
  howToPay: ['Greiðsla', 'Payment'],
  claim: ['Krafa er stofnuð í netbanka greiðanda', "A claim is found in the payer's online bank"],
  claimNumber: ['Krafa nr.', 'Claim no.'],
  transfer: ['Millifærist á reikning', 'Transfer to account'],
  reference: ['Tilvísun', 'Reference'],
  memo: ['Skýring', 'Note'],
  terms: ['Skilmálar', 'Terms'],
  exchange: ['Gengi', 'Exchange rate'],
  vatInIsk: ['VSK í íslenskum krónum', 'VAT in Icelandic krónur'],
  exempt: [
    'Undanþegið virðisaukaskatti samkvæmt lögum nr. 50/1988',
    'Exempt from VAT under the Icelandic Value Added Tax Act no. 50/1988',
  ],
  exported: [
    'Sala úr landi, undanþegin skattskyldri veltu samkvæmt 12. gr. laga nr. 50/1988 um virðisaukaskatt',
    'Export, not part of taxable turnover: Article 12 of the Icelandic Value Added Tax Act no. 50/1988',
  ],
  outside: [
    'Undanþegið virðisaukaskatti samkvæmt 2. gr. laga nr. 50/1988 um virðisaukaskatt',
    'Exempt from VAT: Article 2 of the Icelandic Value Added Tax Act no. 50/1988',
  ],
  notSubject: ['Seljandi er ekki virðisaukaskattsskyldur', 'Not subject to VAT'],
  regulation: [
    'Reikningur þessi á uppruna sinn í rafrænu bókhaldskerfi samkvæmt reglugerð nr. 505/2013.',
    'This invoice originates in an electronic accounting system in accordance with Icelandic regulation no. 505/2013.',
  ],
  page: ['Síða', 'Page'],
  of: ['af', 'of'],
});

export type Labels = Record<keyof (typeof LABELS)['is'], string>;

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
