import { z } from 'zod';
import { fail } from '../failures/failure.ts';
import { violation } from '../failures/violations.ts';
import { EVENT_NOUNS, EVENT_TYPES, type EventType, nounOf } from './catalogue.ts';

const MAX_PATTERNS = 100;

/** Type names and patterns such as `invoice.*`: a list, or a text separated by commas. Undefined where nothing was sent. */
export const typePatterns = z
  .unknown()
  .transform((input) => {
    if (input === undefined || input === null || input === '') return undefined;
    const patterns = toPatterns(input);
    const unknown = patterns.find((pattern) => expandPattern(pattern).length === 0);
    if (unknown !== undefined)
      fail('field_invalid', 'types', violation('event_type', quote(unknown), EVENT_NOUNS.join(', ')));
    return [...new Set(patterns)];
  })
  .optional()
  .meta({
    anyOf: [{ type: 'array', items: { type: 'string' } }, { type: 'string' }],
    examples: ['invoice.*,customer.created'],
  });

function toPatterns(input: unknown): string[] {
  const list = typeof input === 'string' ? splitText(input) : input;
  const isTexts = Array.isArray(list) && list.every((one) => typeof one === 'string');
  if (!isTexts) fail('field_invalid', 'types', violation('text_list'));
  if (list.length > MAX_PATTERNS) fail('field_invalid', 'types', violation('entries', MAX_PATTERNS));
  return list.map((one) => one.trim()).filter((one) => one !== '');
}

/** A form sends a list as JSON. */
function splitText(text: string): unknown {
  if (!text.startsWith('[')) return text.split(',');
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function quote(pattern: string): string {
  return JSON.stringify(pattern.slice(0, 60));
}

function expandPattern(pattern: string): EventType[] {
  return EVENT_TYPES.filter((type) => type === pattern || `${nounOf(type)}.*` === pattern);
}

/** The types that match any of the patterns; all types without patterns or with an empty list. */
export function expandPatterns(patterns: readonly string[] | undefined): EventType[] {
  return patterns && patterns.length > 0 ? [...new Set(patterns.flatMap(expandPattern))] : EVENT_TYPES;
}
