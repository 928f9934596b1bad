import { z } from 'zod';
import { crossCheck } from '../../domain/receipts/cross-check.ts';
import { joinLines, type Line, splitLines } from '../../domain/receipts/lines.ts';
import { mergeReadings } from '../../domain/receipts/merge-readings.ts';
import { readText } from '../../domain/receipts/read-text.ts';
import { ANSWER_SCHEMA, fieldsOfAnswer, INSTRUCTIONS } from './ai-answer.ts';
import { asJpeg, type PageImage } from './picture.ts';
import type { Background, Readout } from './readout.ts';

export interface AiConfig {
  /** Up to and without /chat/completions, such as https://api.example/v1. */
  url: string;
  key?: string;
  model: string;
  timeoutMs?: number;
}

const TIMEOUT_MS = 45_000;
const MOST_ANSWER_BYTES = 256 * 1024;
const MOST_PAGES = 3;
const LONGEST_SIDE = 1_800;

const Completion = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1),
});

/** What the model gets to see: pictures, or the text of a PDF, which is exact and says less about anybody. */
export type AiInput = { images: readonly PageImage[] } | { lines: readonly Line[] };

/**
 * Asks the model, then reads the text itself and keeps as certain only what both say. Rejects when there is no
 * usable answer in time; the caller then reads without it.
 */
export async function readByAi(
  input: AiInput,
  config: AiConfig,
  background: Background,
  signal: AbortSignal,
): Promise<Readout> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(config.timeoutMs ?? TIMEOUT_MS)]);
  const content =
    'images' in input ? await picturesOf(input.images) : [{ type: 'text', text: joinLines(input.lines) }];
  const answer = fieldsOfAnswer(await ask(content, config, limit));
  // The pictures' text is the model's own, but the figures in it must still be labelled and meet.
  const lines = 'images' in input ? splitLines(answer.text) : input.lines;
  const parsed = readText(lines, { source: 'ai text', ...background });
  const agreed = mergeReadings(crossCheck(answer.fields, background), parsed);
  return { fields: crossCheck(agreed, background), text: 'images' in input ? answer.text : joinLines(lines) };
}

async function picturesOf(images: readonly PageImage[]): Promise<object[]> {
  const pictures = await Promise.all(images.slice(0, MOST_PAGES).map((image) => asJpeg(image, LONGEST_SIDE)));
  return pictures.map((jpeg) => ({
    type: 'image_url',
    image_url: { url: `data:image/jpeg;base64,${jpeg.toString('base64')}` },
  }));
}

async function ask(content: object[], { url, key, model }: AiConfig, signal: AbortSignal): Promise<string> {
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
    // A redirect could carry the picture and the key to somebody else.
    redirect: 'error',
    signal,
  });
  const body = await bounded(response);
  if (!response.ok) throw new Error(`The AI endpoint answered ${response.status}`);
  return Completion.parse(JSON.parse(body)).choices[0]?.message.content ?? '';
}

async function bounded(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MOST_ANSWER_BYTES) throw new Error('The answer of the AI endpoint is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
