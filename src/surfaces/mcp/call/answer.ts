import type { CallToolResult } from '@modelcontextprotocol/server';

/** What a tool answers: the fields of `structuredContent`, of which the text is the same as JSON. */
export type ToolAnswer = Record<string, unknown>;

/** The most characters of the text and of the structured content of an answer. */
export const MAX_CHARACTERS = 25_000;
/** Room for the words that say how to go on. */
const BUDGET = MAX_CHARACTERS - 1000;
/** A longer text is a file, or more than a model should read at once. */
const MAX_TEXT = 4000;

export function toToolResult(answer: ToolAnswer, { isError = false } = {}): CallToolResult {
  const structuredContent = fit(JSON.parse(JSON.stringify(answer)));
  const text = JSON.stringify(structuredContent);
  return { content: [{ type: 'text', text }], structuredContent, isError };
}

export function sizeOf(value: unknown): number {
  return JSON.stringify(value)?.length ?? 0;
}

/** How many of the rows fit into an answer; at least one, which is shortened if it must be. */
export function countFitting(rows: readonly unknown[]): number {
  let size = 0;
  for (const [index, row] of rows.entries()) {
    size += sizeOf(row) + 1;
    if (size > BUDGET) return Math.max(index, 1);
  }
  return rows.length;
}

/** Shortens texts first, and then the longest list of the answer until it fits. */
function fit(answer: ToolAnswer): ToolAnswer {
  if (sizeOf(answer) <= BUDGET) return answer;
  let fitting = shortenTexts(answer) as ToolAnswer;
  for (let list = longestList(fitting); list && sizeOf(fitting) > BUDGET; list = longestList(fitting)) {
    const total = list.rows.length;
    const excess = sizeOf(fitting) - BUDGET;
    const kept = Math.max(0, Math.floor(total * (1 - excess / sizeOf(list.rows)) - 1));
    list.rows.length = kept;
    const note = `${list.name} is cut to its first ${kept} of ${total}; ask for less at once, or read the record as a resource`;
    fitting = { ...fitting, message: [fitting.message, note].filter(Boolean).join('. ') };
  }
  return fitting;
}

function shortenTexts(value: unknown): unknown {
  if (typeof value === 'string' && value.length > MAX_TEXT)
    return `${value.slice(0, 200)}… (cut: ${value.length} characters in all; files are read as resources)`;
  if (Array.isArray(value)) return value.map(shortenTexts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shortenTexts(one)]));
}

interface NamedList {
  name: string;
  rows: unknown[];
}

function longestList(value: unknown, name = 'the answer'): NamedList | null {
  if (typeof value !== 'object' || value === null) return null;
  const own = Array.isArray(value) && value.length > 0 ? [{ name, rows: value }] : [];
  const inner = Object.entries(value).map(([key, one]) =>
    longestList(one, Array.isArray(value) ? name : key),
  );
  const lists = [...own, ...inner.filter((list) => list !== null)];
  return lists.sort((a, b) => sizeOf(b.rows) - sizeOf(a.rows))[0] ?? null;
}
