import type { Books } from './books.ts';

/** Calls a tool and returns its structured content; throws where the call is refused. */
export type CallTool = (name: string, args?: Record<string, unknown>) => Promise<any>;

/** A task in plain language, the calls that solve it, and how the books look when it is solved. */
export interface EvalTask {
  name: string;
  /** What the person asks for. */
  ask: string;
  /** The right calls. Returns what an assistant would answer. */
  solve(call: CallTool): Promise<string>;
  /** Throws where the books, or the answer, are not right. */
  check(books: Books, answer: string): Promise<void>;
}

/** Numbers in an answer, however they are grouped: `46.500`, `46,500` and `46 500` are the same. */
export function mentions(answer: string, amount: number): boolean {
  return answer.replaceAll(/(\d)[.,\s\u00a0](?=\d{3}(\D|$))/g, '$1').includes(String(amount));
}
