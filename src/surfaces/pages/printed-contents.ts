import type { Lang } from '../../domain/values/codes.ts';
import { type Html, html } from '../http/pages/html.ts';

const TEXTS = {
  is: { title: 'Sundurliðun', line: 'Lýsing', qty: 'Magn', net: 'Án VSK', amount: 'Upphæð' },
  en: { title: 'Details', line: 'Description', qty: 'Qty', net: 'Excl. VAT', amount: 'Amount' },
} as const;

/** What paper and page show alike; the module of the document computes it. */
interface PrintedContents {
  lines: readonly { description: string; qty: string; amount: string }[];
  sums: readonly { label: string; value: string; isTotal?: boolean }[];
}

/** Rows of a list of terms. */
export function renderReferences(rows: readonly (readonly [label: string, value: string])[]): Html {
  return html`${rows.map(([label, value]) => html`<dt>${label}</dt><dd>${value}</dd>`)}`;
}

/** Lines and totals as on the printed document. */
export function renderContents({ lines, sums }: PrintedContents, isOutsideVat: boolean, lang: Lang): Html {
  const texts = TEXTS[lang];
  return html`<h2>${texts.title}</h2>
    <table>
      <thead><tr><th scope="col">${texts.line}</th><th scope="col" class="figure">${texts.qty}</th><th scope="col" class="figure">${isOutsideVat ? texts.amount : texts.net}</th></tr></thead>
      <tbody>${lines.map(
        ({ description, qty, amount }) =>
          html`<tr><td>${description}</td><td class="figure">${qty}</td><td class="figure">${amount}</td></tr>`,
      )}</tbody>
      <tfoot>${sums.map(
        ({ label, value, isTotal }) =>
          html`<tr class="${isTotal ? 'total' : 'subtotal'}"><th scope="row" colspan="2">${label}</th><td class="figure">${value}</td></tr>`,
      )}</tfoot>
    </table>`;
}
