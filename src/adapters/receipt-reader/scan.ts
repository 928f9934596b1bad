import { crossCheck } from '../../domain/receipts/cross-check.ts';
import { groupIntoLines } from '../../domain/receipts/layout.ts';
import { joinLines, type Line, limitLines, makeLine } from '../../domain/receipts/lines.ts';
import { capUnproven, mergeReadings } from '../../domain/receipts/merge-readings.ts';
import { readText } from '../../domain/receipts/read-text.ts';
import { recognise } from './ocr.ts';
import type { OcrAnswer, OcrWord } from './ocr-types.ts';
import { isSideways } from './orientation.ts';
import { openPaper, type PageImage, prepare, turn } from './picture.ts';
import type { ReadBackground, ReadResult } from './read-result.ts';
import { placeWords } from './word-boxes.ts';

const MAX_PAGES = 3;
/** Words below this OCR confidence are specks and shadows; long words may have less. */
const SPECK = 0.25;
const LONG_SPECK = 0.05;
const LONG_WORD = 4;
/** Below this average confidence the page may be upside down. */
const MIN_UPRIGHT = 0.6;
/** Below this average confidence both models may make the same mistake, so only proven values count. */
const MIN_LEGIBLE = 0.7;
/** Letter height in pixels that suits Tesseract's models. */
const GOOD_HEIGHT = 35;

/**
 * Reads images twice: with the Icelandic model, then with the English one at another size. The two seldom misread
 * the same digit in the same way, so a value that both agree on is reliable.
 */
export async function readScan(pages: readonly PageImage[], background: ReadBackground): Promise<ReadResult> {
  const answers: [OcrAnswer, OcrAnswer][] = [];
  for (const page of pages.slice(0, MAX_PAGES)) answers.push(await readTwice(page));
  const isLegible = answers.every(([first]) => legibility(first) >= MIN_LEGIBLE);
  const fieldsOf = (lines: readonly Line[]) => {
    const fields = readText(lines, { source: 'ocr', ...background });
    return isLegible ? fields : capUnproven(fields);
  };
  const icelandic = limitLines(answers.flatMap(([first]) => linesOf(first)));
  const english = limitLines(answers.flatMap(([, second]) => linesOf(second)));
  const merged = mergeReadings(fieldsOf(icelandic), fieldsOf(english));
  return { fields: crossCheck(merged, background), text: joinLines(icelandic).trim() };
}

async function readTwice(page: PageImage): Promise<[OcrAnswer, OcrAnswer]> {
  const paper = await openPaper(page);
  const picture = await prepare(paper);
  let quarterTurns = isSideways(picture) ? 1 : 0;
  let upright = await turn(picture, quarterTurns);
  let first = await recognise({ model: 'isl', picture: upright });
  if (legibility(first) < MIN_UPRIGHT) {
    const upsideDown = await turn(picture, quarterTurns + 2);
    const other = await recognise({ model: 'isl', picture: upsideDown });
    if (legibility(other) > legibility(first))
      [first, upright, quarterTurns] = [other, upsideDown, quarterTurns + 2];
  }
  const again = await turn(await prepare(paper, secondScale(first.words)), quarterTurns);
  const second = await recognise({ model: 'eng', picture: again, angle: first.angle });
  return [
    { ...first, words: placeWords(first, upright, page) },
    { ...second, words: placeWords(second, again, page) },
  ];
}

/** The lines of a page and a blank one, so that no label matches a value on the next page. */
function linesOf({ words }: OcrAnswer): Line[] {
  const legible = words.filter(
    ({ text, confidence }) => confidence >= (text.length < LONG_WORD ? SPECK : LONG_SPECK),
  );
  return [...groupIntoLines(legible), makeLine('')];
}

/** Average OCR confidence, weighted by word length. */
function legibility({ words }: OcrAnswer): number {
  let [letters, weighted] = [0, 0];
  for (const word of words) {
    letters += word.text.length;
    weighted += word.confidence * word.text.length;
  }
  return letters === 0 ? 0 : weighted / letters;
}

/** Scale for the second pass: the best letter size, or at least a different one. */
function secondScale(words: readonly OcrWord[]): number {
  const heights = words.map(({ y0, y1 }) => y1 - y0).sort((a, b) => a - b);
  const height = heights[Math.floor(heights.length / 2)] ?? GOOD_HEIGHT;
  const scale = Math.min(Math.max(GOOD_HEIGHT / height, 0.6), 1.6);
  return Math.abs(scale - 1) < 0.12 ? 0.85 : scale;
}
