/** The result of a rule that refuses: a stable code, and a message that tells the client what to send instead. */
export interface Violation<Code extends string = string> {
  code: Code;
  message: string;
  /** The variable parts of the message, for its translation. */
  values?: readonly string[];
  /** Line number, counted from 1. */
  line?: number;
}

/** Tells a refusal from a result, for rules that return either. */
export function isViolation<T extends object>(answer: T): answer is Extract<T, Violation> {
  return 'code' in answer && 'message' in answer;
}
