import { formatBankAccount } from '../../domain/format.ts';
import { formatIban } from '../../domain/iban.ts';
import { formatKennitala } from '../../domain/kennitala.ts';
import type { Labels } from '../labels.ts';
import type { InvoiceDocument } from '../model.ts';
import { INK, INNER, PAGE, type Sheet, type Style } from './sheet.ts';

const HEADING: Style = { face: 'bold', size: 8.5, color: INK.soft };
const BODY: Style = { size: 9.5 };
const SMALL: Style = { size: 8.5, color: INK.soft };
const FOOTER = 797;

/** How to pay, what was agreed, and what the seller has to add. */
export function notes(sheet: Sheet, document: InvoiceDocument, labels: Labels): void {
  passage(sheet, labels.howToPay, paymentText(document, labels), BODY);
  passage(sheet, labels.memo, document.memo, BODY);
  passage(sheet, labels.terms, document.terms, SMALL);
}

function paymentText({ payment, seller, number, kind, mark }: InvoiceDocument, labels: Labels): string {
  if (kind === 'credit' || mark?.kind === 'credited' || number === null) return '';
  const kennitala = `${labels.kennitala} ${formatKennitala(seller.registration_no)}`;
  if (payment.kind === 'transfer') {
    const iban = payment.iban && `IBAN ${formatIban(payment.iban)} · `;
    const account = formatBankAccount(payment.account);
    return `${labels.transfer} ${account} · ${iban}${kennitala} · ${labels.reference} ${number}`;
  }
  if (payment.kind !== 'claim') return '';
  return payment.account === ''
    ? labels.claim
    : `${labels.claim} · ${labels.claimNumber} ${formatBankAccount(payment.account)}`;
}

/** A text under its heading. It may go on over pages; the heading is never left alone at the foot of one. */
function passage(sheet: Sheet, heading: string, text: string, style: Style): void {
  if (text === '') return;
  const lines = sheet.wrap(text, INNER - 40, style);
  const height = sheet.lineHeight(style);
  sheet.need(14 + Math.min(lines.length, 2) * height);
  sheet.tag(sheet.root, 'H2', () => sheet.put(heading, PAGE.left, sheet.y, HEADING));
  sheet.y += 13;
  for (const line of lines) {
    sheet.need(height);
    if (line.trim() !== '')
      sheet.tag(sheet.root, 'P', () => sheet.put(`${line} `, PAGE.left, sheet.y, style));
    sheet.y += height;
  }
  sheet.y += 10;
}

/** On every page: by which regulation it may come without paper, whose it is, and which page this is. */
export function footer(sheet: Sheet, document: InvoiceDocument, labels: Labels): void {
  const { seller, number, kind } = document;
  const word = kind === 'credit' ? labels.credit : labels.invoice;
  const style: Style = { size: 7.5, color: INK.soft };
  sheet.onEveryPage((page, pages) => {
    sheet.doc
      .moveTo(PAGE.left, FOOTER - 8)
      .lineTo(PAGE.right, FOOTER - 8)
      .lineWidth(0.6)
      .strokeColor(INK.rule)
      .stroke();
    sheet.put(labels.lawful, PAGE.left, FOOTER, style);
    sheet.putRight(`${labels.page} ${page} ${labels.of} ${pages}`, PAGE.right, FOOTER, style);
    if (page === 1) return;
    const which = [seller.name, `${word} ${number ?? ''}`.trim()].join(' · ');
    const [line = ''] = sheet.wrap(which, INNER, style);
    sheet.put(line, PAGE.left, PAGE.top - 20, style);
  });
}
