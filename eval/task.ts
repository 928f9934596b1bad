import type { Snapshot } from './books.ts';
import { type Change, compareChanges, type ExpectedChange } from './difference.ts';

/** Calls a tool and returns its structured content; throws where the call is refused. */
export type CallTool = (name: string, args?: Record<string, unknown>) => Promise<any>;

/** What the program of a task may do. */
interface Access {
  /** Scopes with commas between them; all when left out. */
  scopes?: string;
  limits?: Record<string, unknown>;
}

/** A task in plain language, the calls that solve it, and all that may change by it. */
export interface EvalTask {
  name: string;
  /** What the person asks for. */
  ask: string;
  access?: Access;
  /** The right calls. Returns what an assistant would answer. */
  solve(call: CallTool): Promise<string>;
  /** The changes of the books. Nothing else may happen. */
  changes?: readonly ExpectedChange[];
  /** What the answer must say: numbers, names or patterns. Some depend on the books before the task. */
  says?: Said[] | ((before: Snapshot) => Said[]);
}

type Said = number | string | RegExp;

/** A longer answer is no answer, but a list that the person has to read. */
const MAX_ANSWER = 500;

/** Why a task is not solved; empty where exactly what was asked for has happened and the answer says what it must. */
export function judge(
  { changes = [], says = [] }: EvalTask,
  before: Snapshot,
  actual: readonly Change[],
  answer: string,
): string[] {
  const said = typeof says === 'function' ? says(before) : says;
  return [
    ...compareChanges(actual, changes),
    ...said
      .filter((one) => !isSaid(answer, one))
      .map((one) => `the answer does not say ${one}: ${answer.slice(0, 100)}`),
    ...(answer.trim() === '' ? ['there is no answer'] : []),
    ...(answer.length > MAX_ANSWER || /"(guid|result)":/.test(answer) ? ['the answer is a raw list'] : []),
  ];
}

function isSaid(answer: string, said: Said): boolean {
  if (typeof said === 'string') return answer.includes(said);
  return typeof said === 'number' ? numbersIn(answer).includes(said) : said.test(answer);
}

/** Numbers in an answer, however they are written: `46.500`, `46,500`, `46 500` and `7,5`. */
function numbersIn(answer: string): number[] {
  const joined = answer.replaceAll(/(?<=\d)[.,\s\u00a0](?=\d{3}(?!\d))/g, '');
  return [...joined.matchAll(/\d+(?:[.,]\d+)?/g)].map(([number]) => Number(number.replace(',', '.')));
}
