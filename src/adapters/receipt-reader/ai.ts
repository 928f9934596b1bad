import { z } from 'zod';
import { crossCheck } from '../../domain/receipts/cross-check.ts';
import { joinLines, type Line, splitLines } from '../../domain/receipts/lines.ts';
import { mergeReadings } from '../../domain/receipts/merge-readings.ts';
import { readText } from '../../domain/receipts/read-text.ts';
import { boundedText } from '../bounded-text.ts';
import { ANSWER_SCHEMA, INSTRUCTIONS, parseAnswer } from './ai-answer.ts';
import { encodeJpeg, type PageImage } from './picture.ts';
import type { ReadBackground, ReadResult } from './read-result.ts';

export interface AiConfig {
  /** Base address without /chat/completions, such as https://api.example/v1. */
  url: string;
  key?: string;
  model: string;
  timeoutMs?: number;
}

const TIMEOUT_MS = 45_000;
const MAX_ANSWER_BYTES = 256 * 1024;
const MAX_PAGES = 3;
const MAX_SIDE = 1_800;

const Completion = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1),
});

/** Input of the model: images, or the text of a PDF, which is exact and reveals less personal data. */
export type AiInput = { images: readonly PageImage[] } | { lines: readonly Line[] };

/**
 * Asks the model, parses the text with our own rules as well, and gives high confidence only to values that both
 * agree on. Rejects if there is no usable answer in time; the caller then falls back to reading without AI.
 */
export async function readByAi(
  input: AiInput,
  config: AiConfig,
  background: ReadBackground,
  signal: AbortSignal,
): Promise<ReadResult> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(config.timeoutMs ?? TIMEOUT_MS)]);
  const content =
    'images' in input ? await toImageParts(input.images) : [{ type: 'text', text: joinLines(input.lines) }];
  const answer = parseAnswer(await requestCompletion(content, config, limit));
  // The text of an image comes from the model itself, but its figures must still have labels and add up.
  const lines = 'images' in input ? splitLines(answer.text) : input.lines;
  const parsed = readText(lines, { source: 'ai text', ...background });
  const merged = mergeReadings(crossCheck(answer.fields, background), parsed);
  return { fields: crossCheck(merged, background), text: 'images' in input ? answer.text : joinLines(lines) };
}

async function toImageParts(images: readonly PageImage[]): Promise<object[]> {
  const pictures = await Promise.all(images.slice(0, MAX_PAGES).map((image) => encodeJpeg(image, MAX_SIDE)));
  return pictures.map((jpeg) => ({
    type: 'image_url',
    image_url: { url: `data:image/jpeg;base64,${jpeg.toString('base64')}` },
  }));
}

async function requestCompletion(
  content: object[],
  { url, key, model }: AiConfig,
  signal: AbortSignal,
): Promise<string> {
  const response = await fetch(`${url.replace(/\/+$/, '')}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
    body: JSON.stringify({
      model,
      messages: [
        { role: 'system', content: INSTRUCTIONS },
        { role: 'user', content },
      ],
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'receipt', strict: true, schema: ANSWER_SCHEMA },
      },
    }),
    // A redirect could leak the image and the API key to another host.
    redirect: 'error',
    signal,
  });
  const body = await boundedText(response, MAX_ANSWER_BYTES);
  if (!response.ok) throw new Error(`The AI endpoint answered ${response.status}`);
  return Completion.parse(JSON.parse(body)).choices[0]?.message.content ?? '';
}
