import type { Lang } from '../../domain/values/codes.ts';
import { LABELS } from '../labels.ts';
import type { PrintableSeller } from '../printable-invoice.ts';
import { drawPageFooter } from './footer.ts';
import { drawBandCells, drawSeller } from './header.ts';
import { COLORS, CONTENT_WIDTH, PAGE, PdfWriter, type TextStyle } from './pdf-writer.ts';
import { drawTable } from './table.ts';

interface ManualSection {
  title: string;
  text: string;
  /** A table below the text; null where the text says all. */
  table: { columns: { label: string; kind: 'code' | 'text' }[]; rows: string[][] } | null;
}

/** A text in sections with tables, such as the system description. It is plain data, so it can be posted to a worker thread. */
export interface PrintableManual {
  seller: PrintableSeller;
  lang: Lang;
  title: string;
  fileName: string;
  today: string;
  cells: [label: string, value: string][];
  sections: ManualSection[];
}

const SECTION: TextStyle = { weight: 'bold', size: 11 };
const BODY: TextStyle = { size: 9.5 };
const LINE_HEIGHT = 13.5;
/** A heading stays together with so much of what follows it. */
const KEPT_WITH_HEADING = 90;

export async function renderManual(manual: PrintableManual, logo: Uint8Array | null): Promise<Buffer> {
  const { seller, lang, today, cells, sections } = manual;
  const labels = LABELS[lang];
  const title = `${manual.title} – ${seller.name}`;
  const createdOn = new Date(`${today}T00:00:00Z`);
  const pdf = new PdfWriter({ title, author: seller.name, subject: manual.title, lang, createdOn });
  const top = pdf.y;
  pdf.addTagged(pdf.root, 'H1', () =>
    pdf.writeRight(manual.title, PAGE.right, pdf.y - 6, { weight: 'bold', size: 22 }, 300),
  );
  pdf.y = top;
  drawSeller(pdf, { seller, logo, isForAbroad: false }, labels);
  pdf.y = Math.max(pdf.y, top + 46) + 24;
  const [[caption, value] = ['', ''], ...others] = cells;
  drawBandCells(pdf, others, caption, value);
  for (const section of sections) drawSection(pdf, section);
  drawPageFooter(pdf, seller.name, title, labels);
  return pdf.toBuffer();
}

function drawSection(pdf: PdfWriter, { title, text, table }: ManualSection): void {
  pdf.ensureSpace(KEPT_WITH_HEADING);
  pdf.addTagged(pdf.root, 'H2', () => pdf.writeText(title, PAGE.left, pdf.y, SECTION));
  pdf.y += 18;
  for (const line of pdf.wrap(text, CONTENT_WIDTH, BODY)) {
    pdf.ensureSpace(LINE_HEIGHT);
    pdf.addTagged(pdf.root, 'P', () =>
      pdf.writeText(line, PAGE.left, pdf.y, { ...BODY, color: COLORS.muted }),
    );
    pdf.y += LINE_HEIGHT;
  }
  pdf.y += 6;
  if (!table) {
    pdf.y += 8;
    return;
  }
  const columns = table.columns.map((column, index) => ({
    ...column,
    text: (row: string[]) => row[index] ?? '',
  }));
  drawTable(pdf, columns, table.rows);
}
