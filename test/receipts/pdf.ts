import {
  PDFDocument,
  type PDFFont,
  rgb,
  StandardFonts,
  setTextRenderingMode,
  TextRenderingMode,
} from 'pdf-lib';
import sharp from 'sharp';

export type Text = [x: number, y: number, text: string, size?: number];

const A4: [number, number] = [595, 842];
export const RIGHT = 'right:';

/** A page with text at given positions, y from the top. Text that begins with `right:` is aligned to the right of x. */
export async function page(texts: Text[]): Promise<PDFDocument> {
  const pdf = await PDFDocument.create();
  pdf.setCreationDate(new Date(0));
  pdf.setModificationDate(new Date(0));
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const sheet = pdf.addPage(A4);
  for (const [x, y, text, size = 10] of texts) {
    const letters = text.replace(RIGHT, '');
    const at = text.startsWith(RIGHT) ? x - widthOf(font, letters, size) : x;
    sheet.drawText(letters, { x: at, y: A4[1] - y, size, font, color: rgb(0.1, 0.1, 0.1) });
  }
  return pdf;
}

function widthOf(font: PDFFont, text: string, size: number): number {
  return font.widthOfTextAtSize(text, size);
}

export const saved = async (pdf: PDFDocument) => Buffer.from(await pdf.save({ useObjectStreams: false }));

/** A scan: one image on the page, optionally with an invisible OCR text layer. */
export async function scanned(picture: Buffer, hiddenText?: string): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  pdf.setCreationDate(new Date(0));
  pdf.setModificationDate(new Date(0));
  const image = await pdf.embedJpg(await sharp(picture).greyscale().jpeg({ quality: 75 }).toBuffer());
  const sheet = pdf.addPage(A4);
  sheet.drawImage(image, { x: 20, y: 120, width: 555, height: (555 * image.height) / image.width });
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  sheet.pushOperators(setTextRenderingMode(TextRenderingMode.Invisible));
  for (const [i, line] of (hiddenText?.split('\n') ?? []).entries())
    sheet.drawText(line, { x: 40, y: 700 - i * 14, size: 10, font });
  return saved(pdf);
}
