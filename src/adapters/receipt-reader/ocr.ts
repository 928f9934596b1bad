import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { OcrAnswer, OcrModel, OcrOrder, OcrWord } from './ocr-types.ts';

/** The used part of Tesseract's C++ interface, which ships without types. */
interface Tesseract {
  FS: { writeFile(path: string, data: Uint8Array): void };
  TessBaseAPI: new () => TesseractApi;
}
interface TesseractApi {
  Init(dataPath: null, language: string, engine: number, config?: string): number;
  SetVariable(name: string, value: string): void;
  SetImageFile(exif: number, angle: number): number;
  FindLines(): number;
  GetGradient(): number;
  Recognize(monitor: null): number;
  GetTSVText(page: number): string;
}

const LSTM_ONLY = 1;
const AUTOMATIC = '3';
const ONE_COLUMN = '4';
/** Radians; about a third of a degree. */
const MIN_SKEW = 0.005;

const require = createRequire(import.meta.url);
const apis = new Map<OcrModel, TesseractApi>();
let started: Promise<Tesseract> | undefined;

function start(): Promise<Tesseract> {
  // The build without relaxed SIMD gives the same result on every CPU.
  const load = require('tesseract.js-core/tesseract-core-simd-lstm') as (
    options: object,
  ) => Promise<Tesseract>;
  return load({ print: () => {}, printErr: () => {} });
}

async function loadModel(model: OcrModel): Promise<{ engine: Tesseract; api: TesseractApi }> {
  started ??= start();
  const engine = await started;
  let api = apis.get(model);
  if (!api) {
    const home = dirname(require.resolve(`@tesseract.js-data/${model}/package.json`));
    const data = readFileSync(join(home, '4.0.0_best_int', `${model}.traineddata.gz`));
    engine.FS.writeFile(`./${model}.traineddata`, gunzipSync(data));
    api = new engine.TessBaseAPI();
    if (api.Init(null, model, LSTM_ONLY) !== 0) throw new Error(`Tesseract did not take the model ${model}`);
    api.SetVariable('user_defined_dpi', '300');
    // Receipts are dark on light; trying inverted text doubles the time on every faint line.
    api.SetVariable('tessedit_do_invert', '0');
    api.SetVariable('invert_threshold', '0');
    apis.set(model, api);
  }
  return { engine, api };
}

/**
 * Recognises the words of a greyscale image. The engine is called directly instead of through tesseract.js, which
 * downloads models from the network.
 */
export async function recognise({ model, picture, angle: known }: OcrOrder): Promise<OcrAnswer> {
  const { engine, api } = await loadModel(model);
  const header = Buffer.from(`P5 ${picture.width} ${picture.height} 255\n`, 'latin1');
  engine.FS.writeFile('/input', Buffer.concat([header, picture.pixels]));
  const setImage = (angle: number) => {
    if (api.SetImageFile(1, angle) === 1) throw new Error('Tesseract did not take the picture');
  };
  let angle = known;
  if (angle === undefined) {
    setImage(0);
    api.SetVariable('tessedit_pageseg_mode', AUTOMATIC);
    api.FindLines();
    const gradient = api.GetGradient();
    angle = Math.abs(gradient) < MIN_SKEW ? 0 : gradient;
  }
  setImage(angle);
  api.SetVariable('tessedit_pageseg_mode', ONE_COLUMN);
  api.Recognize(null);
  return { angle, words: parseWords(api.GetTSVText(0)) };
}

/** TSV columns: level, page, block, paragraph, line, word, left, top, width, height, confidence, text. */
function parseWords(tsv: string): OcrWord[] {
  return tsv.split('\n').flatMap((row) => {
    const cells = row.split('\t');
    const text = cells[11]?.trim() ?? '';
    if (cells[0] !== '5' || text === '') return [];
    const [left, top, width, height, confidence] = cells.slice(6, 11).map(Number) as [
      number,
      number,
      number,
      number,
      number,
    ];
    const line = cells.slice(1, 5).join('.');
    return [
      { text, line, x0: left, y0: top, x1: left + width, y1: top + height, confidence: confidence / 100 },
    ];
  });
}
