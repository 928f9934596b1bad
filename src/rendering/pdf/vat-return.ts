import type { Lang } from '../../domain/values/codes.ts';
import { formatDate, formatFigure, formatMoney } from '../../domain/values/format.ts';
import { inLanguages } from '../../domain/values/in-languages.ts';
import { decimal } from '../../domain/values/money.ts';
import { keysOf } from '../../domain/values/records.ts';
import { isBeside, type ListedBox } from '../../domain/vat/boxes.ts';
import { BOX_TEXTS, MISSING_TEXTS, type MissingKind } from '../../domain/vat/return-texts.ts';
import { LABELS, type Labels } from '../labels.ts';
import type { PrintableSeller } from '../printable-invoice.ts';
import { drawPageFooter } from './footer.ts';
import { drawBandCells, drawSeller } from './header.ts';
import { COLORS, CONTENT_WIDTH, PAGE, PdfWriter, type TextStyle } from './pdf-writer.ts';
import { drawTable, type TableColumn } from './table.ts';

/** The boxes of a period in whole krónur, and what stands beside them. */
type PrintedBoxes = Readonly<Record<ListedBox | 'to_pay', number>>;

/** A VAT return on paper, to be typed in and kept. It is plain data, so it can be posted to a worker thread. */
export interface PrintableVatReturn {
  seller: PrintableSeller;
  lang: Lang;
  period: string;
  from: string;
  to: string;
  due: string;
  /** The day on which it was printed. */
  today: string;
  boxes: PrintedBoxes;
  last: { period: string; boxes: PrintedBoxes };
  yearBefore: { period: string; boxes: PrintedBoxes };
  missing: { kind: MissingKind; name: string; date: string }[];
  /** When the tax office took it, and its claim; null where it was not submitted. */
  submitted: { at: string; claim_no: string | null } | null;
}

const TEXTS = inLanguages({
  title: ['Virðisaukaskattsskýrsla', 'VAT return'],
  due: ['Gjalddagi', 'Due'],
  state: ['Staða', 'State'],
  box: ['Reitur', 'Box'],
  this: ['Tímabilið', 'This period'],
  missing: ['Það sem vantar', 'What is missing'],
  draft: ['Ekki skilað', 'Not submitted'],
  submitted: ['Skilað', 'Submitted'],
  claim: ['krafa', 'claim'],
  refund: ['Inneign', 'To be paid back'],
  what: ['Hvað', 'What'],
  date: ['Dags.', 'Date'],
});

const SECTION: TextStyle = { weight: 'bold', size: 11 };

export async function renderVatReturn(printed: PrintableVatReturn, logo: Uint8Array | null): Promise<Buffer> {
  const { seller, lang, from, to, due, today, boxes } = printed;
  const [texts, labels] = [TEXTS[lang], LABELS[lang]];
  const title = `${texts.title} ${printed.period} – ${seller.name}`;
  const createdOn = new Date(`${today}T00:00:00Z`);
  const pdf = new PdfWriter({ title, author: seller.name, subject: `${from} – ${to}`, lang, createdOn });
  drawHead(pdf, printed, logo, labels);
  const cells: [string, string][] = [
    [labels.period, `${formatDate(from, lang)} – ${formatDate(to, lang)}`],
    [texts.due, formatDate(due, lang)],
    [texts.state, stateText(printed)],
  ];
  const caption = boxes.to_pay < 0 ? texts.refund : BOX_TEXTS[lang].to_pay;
  drawBandCells(pdf, cells, caption, formatMoney(decimal(boxes.to_pay).abs(), 'ISK', lang));
  const rows = keysOf(BOX_TEXTS[lang]).filter(
    (box) => !isBeside(box) || box === 'outside_vat' || boxes[box] !== 0,
  );
  drawTable(pdf, boxColumns(printed), rows);
  drawMissing(pdf, printed);
  drawPageFooter(pdf, seller.name, title, labels);
  return pdf.toBuffer();
}

function drawHead(
  pdf: PdfWriter,
  { seller, lang, period }: PrintableVatReturn,
  logo: Uint8Array | null,
  labels: Labels,
): void {
  const top = pdf.y;
  pdf.addTagged(pdf.root, 'H1', () =>
    pdf.writeRight(TEXTS[lang].title, PAGE.right, pdf.y - 6, { weight: 'bold', size: 22 }, 300),
  );
  pdf.addTagged(pdf.root, 'P', () =>
    pdf.writeRight(period, PAGE.right, pdf.y + 26, { size: 12, color: COLORS.muted }),
  );
  pdf.y = top;
  drawSeller(pdf, { seller, logo, isForAbroad: false }, labels);
  pdf.y = Math.max(pdf.y, top + 46) + 24;
}

function stateText({ submitted, lang }: PrintableVatReturn): string {
  const texts = TEXTS[lang];
  if (!submitted) return texts.draft;
  const claim = submitted.claim_no ? `, ${texts.claim} ${submitted.claim_no}` : '';
  return `${texts.submitted} ${formatDate(submitted.at.slice(0, 10), lang)}${claim}`;
}

function boxColumns(printed: PrintableVatReturn): TableColumn<ListedBox | 'to_pay'>[] {
  const { lang, boxes, last, yearBefore } = printed;
  const figures = (label: string, of: PrintedBoxes): TableColumn<ListedBox | 'to_pay'> => ({
    label,
    kind: 'figure',
    text: (box) => formatFigure(decimal(of[box]), 'ISK', lang),
  });
  return [
    { label: TEXTS[lang].box, kind: 'text', text: (box) => BOX_TEXTS[lang][box] },
    figures(TEXTS[lang].this, boxes),
    figures(last.period, last.boxes),
    figures(yearBefore.period, yearBefore.boxes),
  ];
}

function drawMissing(pdf: PdfWriter, { missing, lang }: PrintableVatReturn): void {
  if (missing.length === 0) return;
  const texts = TEXTS[lang];
  pdf.ensureSpace(60);
  pdf.addTagged(pdf.root, 'H2', () => {
    for (const line of pdf.wrap(texts.missing, CONTENT_WIDTH, SECTION))
      pdf.writeText(line, PAGE.left, pdf.y, SECTION);
  });
  pdf.y += 24;
  drawTable(
    pdf,
    [
      { label: texts.date, kind: 'code', text: ({ date }) => formatDate(date, lang) },
      { label: texts.what, kind: 'text', text: ({ kind }) => MISSING_TEXTS[lang][kind] },
      { label: '', kind: 'text', text: ({ name }) => name },
    ],
    missing,
  );
}
