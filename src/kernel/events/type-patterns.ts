import type { Violation } from '../../domain/values/violation.ts';
import { violation } from '../failures/violations.ts';
import { field, type Outcome } from '../fields/input-fields.ts';
import { EVENT_NOUNS, EVENT_TYPES, type EventType, nounOf } from './catalogue.ts';

const MAX_PATTERNS = 100;

/** Type names and patterns such as `invoice.*`: a list, or a text separated by commas. Undefined where nothing was sent. */
export const typePatterns = field<string[]>(readPatterns, {
  anyOf: [{ type: 'array', items: { type: 'string' } }, { type: 'string' }],
  examples: ['invoice.*,customer.created'],
}).optional();

function readPatterns(input: unknown): Outcome<string[]> {
  const list = typeof input === 'string' ? splitText(input) : input;
  if (!isTexts(list)) return { problem: violation('text_list') };
  if (list.length > MAX_PATTERNS) return { problem: violation('entries', MAX_PATTERNS) };
  const patterns = list.map((one) => one.trim()).filter((one) => one !== '');
  const problem = findUnknown(patterns);
  return problem ? { problem } : { value: [...new Set(patterns)] };
}

function isTexts(list: unknown): list is readonly string[] {
  return Array.isArray(list) && list.every((one) => typeof one === 'string');
}

function findUnknown(patterns: readonly string[]): Violation | undefined {
  const unknown = patterns.find((pattern) => expandPattern(pattern).length === 0);
  return unknown === undefined ? undefined : violation('event_type', quote(unknown), EVENT_NOUNS.join(', '));
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
