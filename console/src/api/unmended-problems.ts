import { useRef } from 'react';
import { CallError, type Problem } from './call.ts';
import { markedField } from './problem-text.ts';

/** The refusal without the problems of fields that were changed since it came; null once nothing of it is left. */
export function useUnmendedProblems(error: Error | null, fields: object): Error | null {
  const refused = useRef<{ error: Error | null; fields: object }>({ error: null, fields });
  if (refused.current.error !== error) refused.current = { error, fields };
  if (!(error instanceof CallError) || error.problems.length === 0) return error;
  const left = error.problems.filter((problem) => !isChanged(problem, refused.current.fields, fields));
  if (left.length === error.problems.length) return error;
  if (left.length === 0) return null;
  const { outcome, code, message, requestId, current, result } = error;
  return new CallError(outcome, {
    error: code,
    message,
    problems: left,
    request_id: requestId,
    current,
    result,
  });
}

export function problemsOf(error: Error | null): readonly Problem[] {
  return error instanceof CallError ? error.problems : [];
}

function isChanged(problem: Problem, before: object, after: object): boolean {
  const name = markedField(problem).split(/[.[]/)[0] ?? '';
  return name in after && Reflect.get(before, name) !== Reflect.get(after, name);
}
