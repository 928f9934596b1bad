import type { Lang } from '../../domain/codes.ts';
import { formatDate, formatMoney } from '../../domain/format.ts';
import { formatKennitala } from '../../domain/kennitala.ts';
import type { Labels } from '../labels.ts';
import type { InvoiceDocument, Mark, References } from '../model.ts';
import { INK, INNER, PAGE, type Sheet, type Style } from './sheet.ts';

const TITLE: Style = { face: 'bold', size: 24 };
const NAME: Style = { face: 'bold', size: 12 };
const SOFT: Style = { size: 9, color: INK.soft };
const CAPTION: Style = { size: 8, color: INK.soft };
/** Room for the logo, and points for a pixel: a small picture is not blown up until it blurs. */
const LOGO = { width: 170, height: 56, perPixel: 0.75 };
const HALF = 280;

/** Who sends it and what it is, to whom, when it is due and how much: all that is looked for first. */
export function head(sheet: Sheet, document: InvoiceDocument, labels: Labels): void {
  const top = sheet.y;
  title(sheet, document, labels);
  const rightEnd = sheet.y;
  sheet.y = top;
  seller(sheet, document, labels);
  sheet.y = Math.max(sheet.y, rightEnd) + 24;
  const begin = sheet.y;
  buyer(sheet, document, labels);
  const end = sheet.y;
  sheet.y = begin;
  references(sheet, document, labels);
  sheet.y = Math.max(sheet.y, end) + 18;
  band(sheet, document, labels);
}

function title(sheet: Sheet, document: InvoiceDocument, labels: Labels): void {
  const word = document.kind === 'credit' ? labels.credit : labels.invoice;
  sheet.tag(sheet.root, 'H1', () => sheet.putRight(word, PAGE.right, sheet.y - 6, TITLE, HALF - 60));
  sheet.y += 26;
  if (document.number !== null) {
    const number = `${labels.number} ${document.number}`;
    sheet.tag(sheet.root, 'P', () =>
      sheet.putRight(number, PAGE.right, sheet.y, { size: 12, color: INK.soft }),
    );
  }
  sheet.y += 20;
  if (document.mark) badge(sheet, document.mark, document.lang, labels);
}

const MARK_INK = { draft: '#8a6100', paid: '#0b7a4b', credited: '#a8323a' };

function badge(sheet: Sheet, mark: Mark, lang: Lang, labels: Labels): void {
  const style: Style = { face: 'bold', size: 11, color: MARK_INK[mark.kind] };
  const day = mark.kind === 'paid' && mark.on ? ` ${formatDate(mark.on, lang)}` : '';
  const text = `${labels[mark.kind]}${day}`;
  const width = sheet.width(text, style) + 20;
  const [x, y] = [PAGE.right - width, sheet.y + 2];
  sheet.decorate(() => {
    sheet.doc.roundedRect(x, y, width, 22, 3).lineWidth(1.2).strokeColor(MARK_INK[mark.kind]).stroke();
  });
  sheet.tag(sheet.root, 'P', () => sheet.put(text, x + 10, y + 3.5, style));
  sheet.y += 28;
}

function seller(sheet: Sheet, { seller: by, logo }: InvoiceDocument, labels: Labels): void {
  if (logo) {
    const bytes = Buffer.from(logo);
    // The types do not know of it; it reads how large the picture is.
    const opened = sheet.doc as unknown as { openImage(src: Buffer): { width: number; height: number } };
    const { width, height } = opened.openImage(bytes);
    const scale = Math.min(LOGO.width / width, LOGO.height / height, LOGO.perPixel);
    const picture = () => sheet.doc.image(bytes, PAGE.left, sheet.y, { scale });
    sheet.tag(sheet.root, 'Figure', picture, { alt: by.name });
    sheet.y += height * scale + 10;
  }
  paragraph(sheet, by.name, { face: 'bold', size: logo ? 11 : 16 });
  sheet.y += 2;
  paragraph(sheet, by.address, SOFT);
  paragraph(sheet, `${by.zip} ${by.city}`.trim(), SOFT);
  const vat = by.vat_no === '' ? '' : ` · ${labels.vatNumber} ${by.vat_no}`;
  paragraph(sheet, `${labels.kennitala} ${formatKennitala(by.registration_no)}${vat}`, SOFT);
  paragraph(sheet, by.email, SOFT);
}

function buyer(sheet: Sheet, { buyer: to, buyerVat, kind }: InvoiceDocument, labels: Labels): void {
  paragraph(sheet, kind === 'credit' ? labels.creditedTo : labels.billedTo, CAPTION);
  sheet.y += 1;
  paragraph(sheet, to.name, NAME);
  paragraph(sheet, to.address);
  paragraph(sheet, `${to.zip} ${to.city}`.trim());
  if (to.registration_no !== '') {
    paragraph(sheet, `${labels.kennitala} ${formatKennitala(to.registration_no)}`, SOFT);
  }
  if (buyerVat !== '') paragraph(sheet, `${labels.vatNumber} ${buyerVat}`, SOFT);
}

function paragraph(sheet: Sheet, text: string, style: Style = {}): void {
  if (text === '') return;
  sheet.tag(sheet.root, 'P', () => {
    for (const line of sheet.wrap(text, HALF - 20, style)) {
      sheet.put(line, PAGE.left, sheet.y, style);
      sheet.y += sheet.lineHeight(style);
    }
  });
}

type Credited = NonNullable<References['credited']>;

/** What the buyer knows it by. */
function references(sheet: Sheet, document: InvoiceDocument, labels: Labels): void {
  const { references: given, deliveryDate, lang, buyer: to } = document;
  const rows: [label: string, value: string | null | undefined][] = [
    [labels.creditOf, given.credited && creditedText(given.credited, lang)],
    [labels.delivered, deliveryDate && formatDate(deliveryDate, lang)],
    [labels.order, given.order],
    [labels.booking, given.booking],
    [labels.costLocation, given.costLocation],
    [labels.customerNumber, to.customer_number],
  ];
  const left = PAGE.left + HALF + 20;
  const values = left + 96;
  for (const [label, value] of rows) {
    if (!value) continue;
    sheet.tag(sheet.root, 'P', () => {
      sheet.put(`${label} `, left, sheet.y, SOFT);
      for (const line of sheet.wrap(value, PAGE.right - values, { size: 9 })) {
        sheet.put(line, values, sheet.y, { size: 9 });
        sheet.y += 13.5;
      }
    });
  }
}

function creditedText({ number, issueDate }: Credited, lang: Lang): string {
  return issueDate === '' ? number : `${number} · ${formatDate(issueDate, lang)}`;
}

const BAND = 46;

/** The days and the sum, on a band of their own. */
function band(sheet: Sheet, document: InvoiceDocument, labels: Labels): void {
  const { lang, currency, kind, mark, amount, paymentFee, outsideVat } = document;
  const day = (date: string) => formatDate(date, lang);
  const cells: [label: string, value: string][] = [[labels.issued, day(document.issueDate)]];
  if (kind === 'invoice') {
    cells.push([labels.due, day(document.dueDate)], [labels.finalDue, day(document.finalDueDate)]);
  }
  const isSettled = mark?.kind === 'paid' || mark?.kind === 'credited';
  const isAskedFor = kind === 'invoice' && !isSettled;
  const sum = formatMoney(isAskedFor ? amount.plus(paymentFee) : amount, currency, lang);
  const total = outsideVat ? labels.plainTotal : labels.total;
  const caption = kind === 'credit' ? labels.creditedAmount : isSettled ? total : labels.toPay;
  const y = sheet.y;
  sheet.decorate(() => sheet.doc.roundedRect(PAGE.left, y, INNER, BAND, 4).fill(INK.band));
  for (const [index, [label, value]] of cells.entries()) {
    const x = PAGE.left + 14 + index * 108;
    sheet.tag(sheet.root, 'P', () => {
      sheet.put(`${label} `, x, y + 9, CAPTION);
      sheet.put(value, x, y + 21, { face: 'bold', size: 11 });
    });
  }
  const right = PAGE.right - 14;
  sheet.tag(sheet.root, 'P', () => {
    sheet.put(`${caption} `, right - sheet.width(caption, CAPTION), y + 9, CAPTION);
    sheet.putRight(sum, right, y + 18, { face: 'bold', size: 15 }, 150);
  });
  sheet.y = y + BAND + 20;
}
