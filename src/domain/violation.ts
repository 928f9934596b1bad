/** What a rule answers when it refuses: a stable code, and a sentence that tells the sender what to send instead. */
export interface Violation<Code extends string = string> {
  code: Code;
  message: string;
  /** What the sentence is made of, for who says it in another language. */
  values?: readonly string[];
  /** Counted from 1, as people count the lines of an invoice. */
  line?: number;
}

/** Tells a refusal from a result in rules that return either of them. */
export function isViolation<T extends object>(answer: T): answer is Extract<T, Violation> {
  return 'code' in answer && 'message' in answer;
}
