import type { Components, Direction, PaymentSource } from '../../domain/payments/payment.ts';
import type { Lang } from '../../domain/values/codes.ts';
import { formatDate, formatFigure, formatMoney } from '../../domain/values/format.ts';
import { inLanguages } from '../../domain/values/in-languages.ts';
import { type Decimal, decimal, isZero, sum } from '../../domain/values/money.ts';
import { LABELS, type Labels, methodName } from '../labels.ts';
import type { PrintableBuyer, PrintableSeller } from '../printable-invoice.ts';
import { drawPageFooter, drawSection } from './footer.ts';
import { drawBadge, drawBandCells, drawRecipient, drawSeller } from './header.ts';
import { COLORS, PAGE, PdfWriter } from './pdf-writer.ts';
import { drawTable, type TableColumn } from './table.ts';

/** What a payment settles: an invoice, a credit note that it pays back, or credit of another payment. */
interface ReceiptShare {
  kind: 'invoice' | 'credit' | 'surplus';
  /** Empty of credit. */
  number: string;
  /** In the currency of the document; exact text, as all amounts. */
  amount: string;
  currency: string;
  /** In the currency of the payment. */
  paid: string;
  /** What is left of the document now; null of credit. */
  left: string | null;
}

/** A payment as its receipt shows it. It is plain data, so it can be posted to a worker thread. */
export interface PrintableReceipt {
  guid: string;
  lang: Lang;
  seller: PrintableSeller;
  /** Null where several customers owe what it settles and nobody is named. */
  payer: PrintableBuyer | null;
  direction: Direction;
  source: PaymentSource;
  paid_on: string;
  method: number | null;
  reference: string;
  amount: string;
  currency: string;
  shares: ReceiptShare[];
  components: Components<string>;
  reversed_on: string | null;
  /** The day by which the documents have what is left. */
  printed_on: string;
}

const TEXTS = inLanguages({
  title: {
    in: ['Kvittun', 'Receipt'],
    out: ['Kvittun fyrir endurgreiðslu', 'Refund receipt'],
  },
  payer: {
    in: ['Greiðandi', 'Paid by'],
    out: ['Viðtakandi', 'Paid to'],
  },
  paidOn: ['Greiðsludagur', 'Paid on'],
  way: ['Greiðslumáti', 'Method'],
  reference: ['Tilvísun', 'Reference'],
  for: ['Fyrir', 'For'],
  paid: ['Greitt', 'Paid'],
  left: ['Eftirstöðvar', 'To pay'],
  invoice: ['Reikningur', 'Invoice'],
  credit: ['Kreditreikningur', 'Credit note'],
  surplus: ['Inneign', 'Credit'],
  interest: ['Dráttarvextir', 'Interest for late payment'],
  charge: ['Vanskilagjald', 'Charge for late payment'],
  fee: ['Greiðslugjald', 'Payment fee'],
  total: ['Samtals', 'Total'],
  applied: ['inneign', 'credit'],
  byLink: ['greiðsluhlekkur', 'payment link'],
  byClaim: ['krafa í banka', 'bank claim'],
  asOf: [
    (day: string) => `Eftirstöðvar eru eins og þær standa ${day}.`,
    (day: string) => `What is left to pay is as of ${day}.`,
  ],
  credited: [
    (sum: string) => `Inneign að fjárhæð ${sum} myndaðist við greiðsluna.`,
    (sum: string) => `The payment leaves a credit of ${sum} in your favour.`,
  ],
  reversed: [(day: string) => `BAKFÆRT ${day}`, (day: string) => `REVERSED ${day}`],
});

export async function renderReceipt(receipt: PrintableReceipt, logo: Uint8Array | null): Promise<Buffer> {
  const { seller, payer, lang, paid_on, guid, currency, direction } = receipt;
  const [texts, labels] = [TEXTS[lang], LABELS[lang]];
  const title = `${texts.title[direction]} – ${seller.name}`;
  const createdOn = new Date(`${receipt.printed_on}T00:00:00Z`);
  const pdf = new PdfWriter({ title, author: seller.name, subject: guid, lang, createdOn });
  drawHead(pdf, receipt, logo, labels);
  if (payer) drawRecipient(pdf, { buyer: payer, abroad: null }, texts.payer[direction], labels);
  pdf.y += 18;
  const cells: [string, string][] = [
    [texts.paidOn, formatDate(paid_on, lang)],
    [texts.way, wayText(receipt)],
    [texts.reference, receipt.reference],
  ];
  const isShort = ([, value]: [string, string]) => value.length <= MAX_CELL;
  const filled = cells.filter(([, value]) => value !== '');
  drawBandCells(
    pdf,
    filled.filter(isShort),
    texts.paid,
    formatMoney(decimal(receipt.amount), currency, lang),
  );
  drawTable(pdf, receiptColumns(receipt), receiptRows(receipt));
  for (const [label, value] of filled.filter((cell) => !isShort(cell)))
    drawSection(pdf, label, value, { size: 9.5 });
  drawSection(pdf, '', notesOf(receipt), { size: 9, color: COLORS.muted });
  drawPageFooter(pdf, seller.name, title, labels);
  return pdf.toBuffer();
}

/** What fits beside the others in the band. */
const MAX_CELL = 18;

/** The file name, in ASCII only. */
export function receiptFileName({ lang, paid_on, shares }: PrintableReceipt): string {
  const [first] = shares;
  const number = shares.length === 1 && first?.number ? `-${first.number}` : '';
  return `${lang === 'en' ? 'receipt' : 'kvittun'}${number}-${paid_on}.pdf`;
}

function drawHead(
  pdf: PdfWriter,
  { lang, direction, reversed_on, seller, currency }: PrintableReceipt,
  logo: Uint8Array | null,
  labels: Labels,
): void {
  const texts = TEXTS[lang];
  const top = pdf.y;
  const size = direction === 'in' ? 24 : 16;
  pdf.addTagged(pdf.root, 'H1', () =>
    pdf.writeRight(texts.title[direction], PAGE.right, pdf.y - 6, { weight: 'bold', size }, 250),
  );
  pdf.y += 30;
  if (reversed_on !== null) drawBadge(pdf, texts.reversed(formatDate(reversed_on, lang)), REVERSED);
  const end = pdf.y;
  pdf.y = top;
  drawSeller(pdf, { seller, logo, isForAbroad: lang === 'en' || currency !== 'ISK' }, labels);
  pdf.y = Math.max(pdf.y, end) + 24;
}

const REVERSED = '#a8323a';

function wayText({ source, method, lang }: PrintableReceipt): string {
  const texts = TEXTS[lang];
  if (source === 'credit') return texts.applied;
  if (source === 'payment_link') return texts.byLink;
  if (source === 'claim') return texts.byClaim;
  return methodName(method, lang);
}

interface ReceiptRow {
  text: string;
  paid: Decimal;
  left: string;
}

/** What the amount was for; the rows add up to it. */
function receiptRows(receipt: PrintableReceipt): ReceiptRow[] {
  const { lang, shares, components } = receipt;
  const texts = TEXTS[lang];
  const parts = (['interest', 'charge', 'fee'] as const).map((name) => ({
    text: texts[name] as string,
    paid: decimal(components[name]),
    left: '',
  }));
  const credit = { text: texts.surplus, paid: surplusOf(receipt), left: '' };
  return [
    ...shares.map((share) => toRow(share, receipt)),
    ...[...parts, credit].filter(({ paid }) => !isZero(paid)),
    { text: texts.total, paid: decimal(receipt.amount), left: '' },
  ];
}

function toRow(
  { kind, number, amount, currency, paid, left }: ReceiptShare,
  receipt: PrintableReceipt,
): ReceiptRow {
  const { lang } = receipt;
  const name = `${TEXTS[lang][kind]} ${number}`.trim();
  const inOwn = currency === receipt.currency ? '' : ` (${formatMoney(decimal(amount), currency, lang)})`;
  return {
    text: `${name}${inOwn}`,
    paid: decimal(paid),
    left: left === null ? '' : formatMoney(decimal(left), currency, lang),
  };
}

/** What of the amount was more than it settles. Money that went out, and applied credit, has no surplus. */
function surplusOf({ amount, direction, source, shares, components }: PrintableReceipt): Decimal {
  if (direction === 'out' || source === 'credit') return decimal('0');
  const settled = [...shares.map(({ paid }) => paid), ...Object.values(components)];
  return decimal(amount).minus(sum(settled.map(decimal)));
}

function receiptColumns({ currency, lang }: PrintableReceipt): TableColumn<ReceiptRow>[] {
  const texts = TEXTS[lang];
  return [
    { label: texts.for, kind: 'text', text: ({ text }) => text },
    { label: texts.paid, kind: 'figure', text: ({ paid }) => formatFigure(paid, currency, lang) },
    { label: texts.left, kind: 'figure', text: ({ left }) => left },
  ];
}

function notesOf(receipt: PrintableReceipt): string {
  const { lang, currency, printed_on, shares } = receipt;
  const texts = TEXTS[lang];
  const surplus = surplusOf(receipt);
  return [
    isZero(surplus) ? '' : texts.credited(formatMoney(surplus, currency, lang)),
    shares.some(({ left }) => left !== null) ? texts.asOf(formatDate(printed_on, lang)) : '',
  ]
    .filter(Boolean)
    .join('\n');
}
