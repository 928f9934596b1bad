import { crossCheck } from '../../domain/receipts/cross-check.ts';
import { groupIntoLines } from '../../domain/receipts/layout.ts';
import { joinLines, type Line, makeLine } from '../../domain/receipts/lines.ts';
import { capUnproven, mergeReadings } from '../../domain/receipts/merge-readings.ts';
import { readText } from '../../domain/receipts/read-text.ts';
import { ocrEngine } from './ocr.ts';
import type { OcrAnswer, OcrWord } from './ocr-messages.ts';
import { liesOnItsSide } from './orientation.ts';
import { type PageImage, prepare } from './picture.ts';
import type { Background, Readout } from './readout.ts';

const MOST_PAGES = 3;
/** Words that are as doubtful as this are specks and shadows, the more so when they are short. */
const SPECK = 0.25;
const LONG_SPECK = 0.05;
const LONG = 4;
/** When words are less sure than this on average, the page may be upside down. */
const UPRIGHT = 0.6;
/** When they are less sure than this, both models may well make the same mistake, and only proofs count. */
const LEGIBLE = 0.7;
/** Height of a line's letters, in pixels, that suits Tesseract's models. */
const GOOD_HEIGHT = 35;

/**
 * Reads pictures twice: the Icelandic model first, then the English one on a picture of another size. The two
 * seldom misread the same digit in the same way, so what they agree on can be believed.
 */
export async function readScan(
  pages: readonly PageImage[],
  background: Background,
  signal: AbortSignal,
): Promise<Readout> {
  const answers = await ocrEngine.inTurn(async () => {
    const pairs: [OcrAnswer, OcrAnswer][] = [];
    for (const page of pages.slice(0, MOST_PAGES)) pairs.push(await readTwice(page, signal));
    return pairs;
  }, signal);
  const isLegible = answers.every(([first]) => legibility(first) >= LEGIBLE);
  const fieldsOf = (lines: readonly Line[]) => {
    const fields = readText(lines, { source: 'ocr', ...background });
    return isLegible ? fields : capUnproven(fields);
  };
  const icelandic = answers.flatMap(([first]) => linesOf(first));
  const english = answers.flatMap(([, second]) => linesOf(second));
  const agreed = mergeReadings(fieldsOf(icelandic), fieldsOf(english));
  return { fields: crossCheck(agreed, background), text: joinLines(icelandic).trim() };
}

async function readTwice(page: PageImage, signal: AbortSignal): Promise<[OcrAnswer, OcrAnswer]> {
  const picture = await prepare(page);
  let turned = liesOnItsSide(picture) ? 1 : 0;
  let first = await ocrEngine.recognise(
    { model: 'isl', picture: turned === 0 ? picture : await prepare(page, 1, turned) },
    signal,
  );
  if (legibility(first) < UPRIGHT) {
    const upsideDown = await prepare(page, 1, turned + 2);
    const other = await ocrEngine.recognise({ model: 'isl', picture: upsideDown }, signal);
    if (legibility(other) > legibility(first)) [first, turned] = [other, turned + 2];
  }
  const again = await prepare(page, scaleFor(first.words), turned);
  const second = await ocrEngine.recognise({ model: 'eng', picture: again, angle: first.angle }, signal);
  return [first, second];
}

/** The lines of a page, with a blank one after it, so that no label reaches over to the next page. */
function linesOf({ words }: OcrAnswer): Line[] {
  const legible = words.filter(
    ({ text, confidence }) => confidence >= (text.length < LONG ? SPECK : LONG_SPECK),
  );
  return [...groupIntoLines(legible), makeLine('')];
}

/** How sure the words are on average, the long ones counting more. */
function legibility({ words }: OcrAnswer): number {
  let [letters, sure] = [0, 0];
  for (const word of words) {
    letters += word.text.length;
    sure += word.confidence * word.text.length;
  }
  return letters === 0 ? 0 : sure / letters;
}

/** The second look is at letters of the best size, or at least of another one. */
function scaleFor(words: readonly OcrWord[]): number {
  const heights = words.map(({ y0, y1 }) => y1 - y0).sort((a, b) => a - b);
  const height = heights[Math.floor(heights.length / 2)] ?? GOOD_HEIGHT;
  const scale = Math.min(Math.max(GOOD_HEIGHT / height, 0.6), 1.6);
  return Math.abs(scale - 1) < 0.12 ? 0.85 : scale;
}
