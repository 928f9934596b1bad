import { INHERITED_REFERENCES, REFERENCE_NAMES, type ReferenceName } from '../domain/invoices/references.ts';
import { isVisible } from '../domain/strings/visible-text.ts';
import type { Lang } from '../domain/values/codes.ts';
import { formatDate } from '../domain/values/format.ts';
import type { InvoiceDocument, References } from './invoice-document.ts';
import { LABELS, REFERENCE_LABELS } from './labels.ts';

export type ReferenceRow = [label: string, value: string];

/** By what the buyer recognises the document: the rows that it has, as paper and pages show them. */
export function referenceRows(document: InvoiceDocument, lang: Lang): ReferenceRow[] {
  const { references, deliveryDate, period, buyer } = document;
  const labels = LABELS[lang];
  const toRow = (name: ReferenceName) => [REFERENCE_LABELS[lang][name], references[name]] as const;
  const rows = [
    [labels.creditOf, references.credited && creditedText(references.credited, lang)],
    [labels.delivered, deliveryDate && formatDate(deliveryDate, lang)],
    [labels.period, period && `${formatDate(period.start, lang)} – ${formatDate(period.end, lang)}`],
    ...INHERITED_REFERENCES.map(toRow),
    [labels.order, references.salesOrder],
    ...REFERENCE_NAMES.filter((name) => !INHERITED_REFERENCES.includes(name)).map(toRow),
    [labels.customerNumber, buyer.customer_number],
  ] as const;
  return rows.flatMap(([label, value]) => (value && isVisible(value) ? [[label, value]] : []));
}

function creditedText({ number, issueDate }: NonNullable<References['credited']>, lang: Lang): string {
  return issueDate === '' ? number : `${number} · ${formatDate(issueDate, lang)}`;
}
