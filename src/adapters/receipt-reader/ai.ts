import { z } from 'zod';
import { joinLines } from '../../domain/receipts/lines.ts';
import { boundedText } from '../bounded-text.ts';
import { ANSWER_SCHEMA, INSTRUCTIONS } from './ai-answer.ts';
import type { AiQuestion } from './read-document.ts';

export interface AiConfig {
  /** Base address without /chat/completions, such as https://api.example/v1. */
  url: string;
  key?: string;
  model: string;
  timeoutMs?: number;
}

const TIMEOUT_MS = 45_000;
const MAX_ANSWER_BYTES = 256 * 1024;

const Completion = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1),
});

/** Asks the model and returns its answer unparsed. Rejects if there is none in time. */
export async function askAi(
  question: AiQuestion,
  { url, key, model, timeoutMs = TIMEOUT_MS }: AiConfig,
  signal: AbortSignal,
): Promise<string> {
  const response = await fetch(`${url.replace(/\/+$/, '')}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
    body: JSON.stringify({
      model,
      messages: [
        { role: 'system', content: INSTRUCTIONS },
        { role: 'user', content: partsOf(question) },
      ],
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'receipt', strict: true, schema: ANSWER_SCHEMA },
      },
    }),
    // A redirect could leak the image and the API key to another host.
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  });
  const body = await boundedText(response, MAX_ANSWER_BYTES);
  if (!response.ok) throw new Error(`The AI endpoint answered ${response.status}`);
  return Completion.parse(JSON.parse(body)).choices[0]?.message.content ?? '';
}

function partsOf(question: AiQuestion): object[] {
  if ('lines' in question) return [{ type: 'text', text: joinLines(question.lines) }];
  return question.images.map((jpeg) => ({
    type: 'image_url',
    image_url: { url: `data:image/jpeg;base64,${Buffer.from(jpeg).toString('base64')}` },
  }));
}
