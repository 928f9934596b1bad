import { payableAmount } from '../../domain/invoices/payments.ts';
import { type Lang, toLang } from '../../domain/values/codes.ts';
import { formatDate, formatFigure, formatMoney } from '../../domain/values/format.ts';
import { inLanguages } from '../../domain/values/in-languages.ts';
import { type Decimal, decimal, isNegative, isZero, ZERO } from '../../domain/values/money.ts';
import { LABELS, type Labels } from '../labels.ts';
import type { PrintableBuyer, PrintableSeller } from '../printable-invoice.ts';
import { drawPageFooter } from './footer.ts';
import { drawBandCells, drawRecipient, drawSeller } from './header.ts';
import { COLORS, PAGE, PdfWriter } from './pdf-writer.ts';
import { drawTable, type TableColumn } from './table.ts';

/** What changed the balance of a customer. It is plain data, so it can be posted to a worker thread. */
interface StatementMovement {
  date: string;
  kind: keyof (typeof TEXTS)['en'];
  /** Number of the invoice or credit note; empty where a payment is credit. */
  number: string;
  due_date: string | null;
  /** Exact text; positive where the customer owes more. */
  amount: string;
  /** Credit that settles the invoice by it, or no longer does; '0' or left out where it is none. */
  applied?: string;
}

/** The account of a customer in one currency over a period (hreyfingayfirlit). */
export interface PrintableStatement {
  seller: PrintableSeller;
  buyer: PrintableBuyer;
  currency: string;
  from: string;
  to: string;
  /** What the customer owed before the first day. */
  opening: string;
  /** In the order in which they happened. */
  movements: StatementMovement[];
}

const TEXTS = inLanguages({
  invoice: ['Reikningur', 'Invoice'],
  credit: ['Kreditreikningur', 'Credit note'],
  rounding: ['Aurajöfnun', 'Rounding'],
  payment: ['Greiðsla', 'Payment'],
  refund: ['Endurgreiðsla', 'Refund'],
  credit_applied: ['Inneign ráðstafað á reikning', 'Credit applied to invoice'],
  reversal: ['Bakfærð greiðsla', 'Reversed payment'],
  write_off: ['Afskrift', 'Write-off'],
});

interface StatementRow {
  date: string;
  text: string;
  due: string;
  debit: Decimal | null;
  credit: Decimal | null;
  balance: Decimal;
}

export async function renderStatement(
  statement: PrintableStatement,
  logo: Uint8Array | null,
): Promise<Buffer> {
  const { seller, buyer, currency, from, to } = statement;
  const lang = toLang(buyer.lang);
  const labels = LABELS[lang];
  const title = `${labels.statement} – ${buyer.name} – ${seller.name}`;
  const createdOn = new Date(`${to}T00:00:00Z`);
  const pdf = new PdfWriter({ title, author: seller.name, subject: `${from} – ${to}`, lang, createdOn });
  const rows = statementRows(statement, lang, labels);
  const closing = rows.at(-1)?.balance ?? ZERO;
  drawHead(pdf, statement, logo, labels, lang);
  const caption = isNegative(closing) ? labels.owedToCustomer : labels.closing;
  const period = `${formatDate(from, lang)} – ${formatDate(to, lang)}`;
  drawBandCells(pdf, [[labels.period, period]], caption, formatMoney(closing.abs(), currency, lang));
  drawTable(pdf, statementColumns(currency, lang, labels), rows);
  drawPageFooter(pdf, seller.name, title, labels);
  return pdf.toBuffer();
}

/** The file name, in ASCII only. */
export function statementFileName({ buyer, from, to }: PrintableStatement): string {
  return `${buyer.lang === 'en' ? 'statement' : 'yfirlit'}-${from}-${to}.pdf`;
}

function drawHead(
  pdf: PdfWriter,
  { seller, buyer, currency }: PrintableStatement,
  logo: Uint8Array | null,
  labels: Labels,
  lang: Lang,
): void {
  const top = pdf.y;
  pdf.addTagged(pdf.root, 'H1', () =>
    pdf.writeRight(labels.statement, PAGE.right, pdf.y - 6, { weight: 'bold', size: 24 }, 250),
  );
  pdf.addTagged(pdf.root, 'P', () =>
    pdf.writeRight(currency, PAGE.right, pdf.y + 26, { size: 12, color: COLORS.muted }),
  );
  pdf.y = top;
  drawSeller(pdf, { seller, logo, isForAbroad: lang === 'en' || currency !== 'ISK' }, labels);
  pdf.y = Math.max(pdf.y, top + 46) + 24;
  drawRecipient(pdf, { buyer, abroad: null }, labels.quotedTo, labels);
  pdf.y += 18;
}

/** Every amount is rounded as it is paid, so that the balances add up as printed. */
function statementRows(statement: PrintableStatement, lang: Lang, labels: Labels): StatementRow[] {
  const { opening, movements, from, to, currency } = statement;
  let balance = payableAmount(decimal(opening), currency);
  const rows: StatementRow[] = [
    { date: from, text: labels.opening, due: '', debit: null, credit: null, balance },
  ];
  for (const { date, kind, number, due_date, amount, applied = '0' } of movements) {
    const sum = payableAmount(decimal(amount), currency);
    balance = balance.plus(sum);
    rows.push({
      date,
      text: `${TEXTS[lang][kind]} ${number}${appliedText(applied, currency, lang)}`.trim(),
      due: due_date ?? '',
      debit: isNegative(sum) || isZero(sum) ? null : sum,
      credit: isNegative(sum) ? sum.abs() : null,
      balance,
    });
  }
  return [...rows, { date: to, text: labels.closing, due: '', debit: null, credit: null, balance }];
}

/** Applied credit changes no balance, so its sum stands beside the text. */
function appliedText(applied: string, currency: string, lang: Lang): string {
  const sum = decimal(applied);
  return isZero(sum) ? '' : ` (${formatMoney(sum.abs(), currency, lang)})`;
}

function statementColumns(currency: string, lang: Lang, labels: Labels): TableColumn<StatementRow>[] {
  const figure = (amount: Decimal | null) => (amount ? formatFigure(amount, currency, lang) : '');
  return [
    { label: labels.dated, kind: 'code', text: ({ date }) => formatDate(date, lang) },
    { label: labels.movement, kind: 'text', text: ({ text }) => text },
    { label: labels.dueOn, kind: 'figure', text: ({ due }) => due && formatDate(due, lang) },
    { label: labels.debit, kind: 'figure', text: ({ debit }) => figure(debit) },
    { label: labels.creditSide, kind: 'figure', text: ({ credit }) => figure(credit) },
    { label: labels.runningBalance, kind: 'figure', text: ({ balance }) => figure(balance) },
  ];
}
