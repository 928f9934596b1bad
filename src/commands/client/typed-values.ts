import type { CommandField } from './reference.ts';

export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** The numeric id of a record, which the agent API takes instead of a guid. */
export const NUMERIC_ID = /^[1-9]\d{0,14}$/;
export const EXAMPLE_GUID = '0198c0de-6f1e-7c3a-9b52-3d1f6a7e8c90';

/** What a typed value must be; undefined where it can be sent. The service has the last word. */
export function findProblem(field: CommandField, value: string): string | undefined {
  const { kind, values, format, min, max } = field;
  if (values.length > 0) {
    const typed = kind === 'list' ? value.split(',').map((one) => one.trim()) : [value];
    return typed.every((one) => isOneOf(values, one)) ? undefined : choicesOf(field);
  }
  if (format === 'date') return isDay(value) ? undefined : 'a day, such as 2026-12-31';
  if (format === 'uuid') return UUID.test(value) ? undefined : `a GUID, such as ${EXAMPLE_GUID}`;
  if (format === 'integer') return isWhole(value, min, max) ? undefined : rangeOf(min, max);
  return undefined;
}

function isOneOf(values: readonly string[], typed: string): boolean {
  return values.some((value) => value.toLowerCase() === typed.toLowerCase());
}

function choicesOf({ kind, values }: CommandField): string {
  return `${kind === 'list' ? 'of' : 'one of'} ${values.join(', ')}`;
}

function isDay(value: string): boolean {
  const moment = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(value);
}

function isWhole(value: string, min = -Infinity, max = Infinity): boolean {
  return /^-?\d+$/.test(value) && Number(value) >= min && Number(value) <= max;
}

/** The largest integer of the database is no bound that anybody means. */
function rangeOf(min: number | undefined, max: number | undefined): string {
  const upTo = max !== undefined && max < 2 ** 31 - 1 ? ` to ${max}` : ' on';
  return min === undefined ? 'a whole number' : `a whole number from ${min}${upTo}`;
}
