import type { Lang } from '../../domain/values/codes.ts';
import { formatFigure, formatPercent, formatPrice, formatQuantity } from '../../domain/values/format.ts';
import { ZERO } from '../../domain/values/money.ts';
import { unitName } from '../../domain/values/units.ts';
import type { DocumentLine, InvoiceDocument } from '../invoice-document.ts';
import type { Labels } from '../labels.ts';
import { printedFigures } from '../printed-figures.ts';
import type { PdfWriter } from './pdf-writer.ts';
import { drawTable, type TableColumn } from './table.ts';
import { totalsHeight } from './totals.ts';

/** The lines of the document. Columns that are empty on every line are omitted. */
export function drawLineTable(pdf: PdfWriter, document: InvoiceDocument, labels: Labels): void {
  drawTable(pdf, columnsOf(document, labels), document.lines, totalsHeight(document));
}

function columnsOf(document: InvoiceDocument, labels: Labels): TableColumn<DocumentLine>[] {
  const { lines, currency, lang, isOutsideVat } = document;
  const { lines: nets, places } = printedFigures(document);
  const columns: (TableColumn<DocumentLine> & { isEmpty?: boolean })[] = [
    {
      label: labels.item,
      kind: 'code',
      text: ({ itemNumber }) => itemNumber,
      isEmpty: lines.every(({ itemNumber }) => itemNumber === ''),
    },
    { label: labels.description, kind: 'text', text: ({ description }) => description },
    {
      label: labels.qty,
      kind: 'figure',
      text: ({ qty, uom }) => `${formatQuantity(qty, lang)} ${unitName(uom, lang, qty.toNumber())}`,
    },
    {
      label: labels.price,
      kind: 'figure',
      text: ({ unitPrice }) => formatPrice(unitPrice, currency, lang),
    },
    {
      label: labels.discount,
      kind: 'figure',
      text: ({ discount }) => discountText(discount, currency, lang),
      isEmpty: lines.every(({ discount }) => discount === null),
    },
    {
      label: labels.vat,
      kind: 'figure',
      text: ({ vatPercent }) => formatPercent(vatPercent, lang),
      isEmpty: isOutsideVat,
    },
    {
      label: labels.amount,
      kind: 'figure',
      text: ({ position }) => formatFigure(nets[position - 1] ?? ZERO, currency, lang, places),
    },
  ];
  return columns.filter(({ isEmpty }) => !isEmpty);
}

function discountText(discount: DocumentLine['discount'], currency: string, lang: Lang): string {
  if (!discount) return '';
  return discount.percent
    ? formatPercent(discount.percent, lang)
    : formatPrice(discount.amount.times(-1), currency, lang);
}
