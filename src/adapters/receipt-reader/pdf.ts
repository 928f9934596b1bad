import { getDocumentProxy, getResolvedPDFJS } from 'unpdf';
import type { Box } from '../../domain/receipts/fields.ts';
import type { TextPiece } from '../../domain/receipts/layout.ts';
import { UnreadableReceipt } from '../../kernel/ports/receipt-reader.ts';
import { placePiece, stackDirections } from './pdf-text.ts';
import type { RawImage } from './picture.ts';
import { boundsOf } from './word-boxes.ts';

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;
type Page = Awaited<ReturnType<Pdf['getPage']>>;

const MAX_PAGES = 10;
/** Over all pages. */
const MAX_ITEMS = 6_000;
const MAX_IMAGE_PIXELS = 40_000_000;
const MAX_ATTACHMENTS = 5;
const MAX_XML_BYTES = 8 * 1024 * 1024;
/** Fewer characters than this are a stamp on a scan, not a text document. */
const MIN_TEXT_LENGTH = 40;
const INVISIBLE = 3;

interface PdfPage {
  pieces: TextPiece[];
  /** The text is invisible below an image: the OCR layer of a scan. */
  isHidden: boolean;
  /** The largest image on a page with little or no visible text. */
  scan?: RawImage;
}

export interface PdfContent {
  pages: PdfPage[];
  /** Attached files that look like XML. */
  xml: Uint8Array[];
}

/** Text, scans and attachments of a PDF. */
export async function openPdf(bytes: Uint8Array): Promise<PdfContent> {
  try {
    return await open(bytes);
  } catch (cause) {
    throw new UnreadableReceipt('The PDF could not be opened', { cause });
  }
}

async function open(bytes: Uint8Array): Promise<PdfContent> {
  const pdf = await getDocumentProxy(new Uint8Array(bytes), {
    maxImageSize: MAX_IMAGE_PIXELS,
    useSystemFonts: false,
    disableFontFace: true,
    isOffscreenCanvasSupported: false,
    enableXfa: false,
    verbosity: 0,
  });
  try {
    const pages: PdfPage[] = [];
    let items = MAX_ITEMS;
    for (let number = 1; number <= Math.min(pdf.numPages, MAX_PAGES); number++) {
      const page = await readPage(await pdf.getPage(number), items);
      items -= page.pieces.length;
      pages.push(page);
    }
    return { pages, xml: await readXmlAttachments(pdf) };
  } finally {
    await pdf.loadingTask.destroy();
  }
}

async function readXmlAttachments(pdf: Pdf): Promise<Uint8Array[]> {
  const files: Uint8Array[] = [];
  for (const [id, { filename, content }] of (await pdf.getAttachments()) ?? []) {
    if (!/\.xml$/i.test(filename) || files.length >= MAX_ATTACHMENTS) continue;
    const bytes = content ?? (await pdf.getAttachmentContent(id));
    if (bytes && bytes.length <= MAX_XML_BYTES) files.push(new Uint8Array(bytes));
  }
  return files;
}

async function readPage(page: Page, maxItems: number): Promise<PdfPage> {
  const pieces = await readPieces(page, maxItems);
  const letters = pieces.reduce((count, { text }) => count + text.replace(/\s/g, '').length, 0);
  const { fnArray, argsArray } = await page.getOperatorList();
  const { OPS } = await getResolvedPDFJS();
  const isHidden =
    letters > 0 &&
    fnArray.some((op, i) => op === OPS.setTextRenderingMode && argsArray[i]?.[0] === INVISIBLE);
  if (letters >= MIN_TEXT_LENGTH && !isHidden) return { pieces, isHidden };
  const scan = await largestImage(page, fnArray, argsArray, OPS);
  return scan ? { pieces, isHidden, scan } : { pieces, isHidden: false };
}

async function readPieces(page: Page, maxItems: number): Promise<TextPiece[]> {
  const { items } = await page.getTextContent();
  const found = items
    .slice(0, maxItems)
    .flatMap((item) => ('str' in item && item.str.trim() !== '' ? placePiece(page, item) : []));
  return stackDirections(found, page.getViewport({ scale: 1 }));
}

interface DecodedImage {
  width: number;
  height: number;
  data?: Uint8Array | Uint8ClampedArray;
}

/** Rendering would need a native canvas, but a scanned page is a single large image anyway. */
async function largestImage(
  page: Page,
  operations: number[],
  args: unknown[][],
  OPS: Record<string, number>,
): Promise<PdfPage['scan']> {
  let largest: (DecodedImage & { matrix: Matrix }) | undefined;
  const matrices = imageMatrices(operations, args, OPS);
  for (const [i, operation] of operations.entries()) {
    const matrix = matrices.get(i);
    if (operation !== OPS.paintImageXObject || !matrix) continue;
    const key = String(args[i]?.[0]);
    const store = key.startsWith('g_') ? page.commonObjs : page.objs;
    const image = await new Promise<DecodedImage | null>((resolve) => store.get(key, resolve));
    if (image?.data && image.width * image.height > (largest ? largest.width * largest.height : 0))
      largest = { ...image, matrix };
  }
  if (!largest?.data) return undefined;
  const { data, width, height, matrix } = largest;
  const raw = data.length * 8 <= width * height + height * 8 ? unpackBits(data, width, height) : data;
  const channels = raw.length / (width * height);
  if (channels !== 1 && channels !== 3 && channels !== 4) return undefined;
  const onPage = { page: page.pageNumber, ...placeOnPage(page, matrix) };
  return { data: new Uint8Array(raw), width, height, channels, quarterTurns: page.rotate / 90, onPage };
}

type Matrix = [number, number, number, number, number, number];

/** The current transformation matrix at each image, by the index of its operation. */
function imageMatrices(
  operations: number[],
  args: unknown[][],
  OPS: Record<string, number>,
): Map<number, Matrix> {
  const found = new Map<number, Matrix>();
  const stack: Matrix[] = [];
  let matrix: Matrix = [1, 0, 0, 1, 0, 0];
  for (const [i, operation] of operations.entries()) {
    if (operation === OPS.save) stack.push(matrix);
    else if (operation === OPS.restore) matrix = stack.pop() ?? matrix;
    else if (operation === OPS.transform) matrix = multiply(matrix, Array.from(args[i] ?? []) as Matrix);
    else if (operation === OPS.paintImageXObject) found.set(i, matrix);
  }
  return found;
}

function multiply([a, b, c, d, e, f]: Matrix, [A = 1, B = 0, C = 0, D = 1, E = 0, F = 0]: Matrix): Matrix {
  return [a * A + c * B, b * A + d * B, a * C + c * D, b * C + d * D, a * E + c * F + e, b * E + d * F + f];
}

/** An image is drawn into the unit square of its matrix. */
function placeOnPage(page: Page, [a, b, c, d, e, f]: Matrix): Omit<Box, 'page'> {
  const viewport = page.getViewport({ scale: 1 });
  const corners = (
    [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ] as const
  ).map(([u, v]) => {
    const [x, y] = viewport.convertToViewportPoint(a * u + c * v + e, b * u + d * v + f) as [number, number];
    return [x / viewport.width, y / viewport.height] as const;
  });
  return boundsOf(corners);
}

/** Black and white scans have eight pixels per byte. */
function unpackBits(bits: Uint8Array | Uint8ClampedArray, width: number, height: number): Uint8Array {
  const rowBytes = Math.ceil(width / 8);
  const pixels = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++)
      pixels[y * width + x] = ((bits[y * rowBytes + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1 ? 255 : 0;
  }
  return pixels;
}
