import { useCallback } from 'react';
import { useWords } from '../words/words.tsx';
import { CallError } from './call.ts';

/** The problems that fields are refused for, as the server words them, and the key of each in our own words. */
const FIELD_PROBLEMS: readonly (readonly [RegExp, string])[] = [
  [/^must be text$/, 'problem.text'],
  [/^must be at most (\d+) characters$/, 'problem.long'],
  [/^must be valid UTF-8 text without NUL$/, 'problem.text'],
  [/^must be true or false/, 'problem.flag'],
  [/^must be a number, with a point for decimals$/, 'problem.number'],
  [/^must be between (\S+) and (\S+?),? ?(?:with at most \d+ decimals)?$/, 'problem.between'],
  [/^must be a whole number from (\d+) to (\d+)$/, 'problem.whole-between'],
  [/^must be a whole number of pieces/, 'problem.pieces'],
  [/^must be a whole number$/, 'problem.whole'],
  [/^must have at most (\d+) decimals$/, 'problem.decimals'],
  [/^must be a real calendar date/, 'problem.date'],
  [/^must be on or after (\w+) \((\S+)\)$/, 'problem.after'],
  [/^must be a valid kennitala/, 'problem.kennitala'],
  [/^must be a bare/, 'problem.kennitala'],
  [/^must be an e-mail address/, 'problem.email'],
  [/^must be at least due_date/, 'problem.settlement'],
  [/^must be 12 digits/, 'problem.bank'],
  [/^must have at least (\d+) characters$/, 'problem.short'],
  [/^must have at least one line$/, 'problem.lines'],
  [/^must be one of:? (.+)$/, 'problem.one-of'],
  [/^must be one line$/, 'problem.one-line'],
  [/^must not hold (.+); it may hold/, 'problem.blank'],
  [/^must be three digits or capital letters$/, 'problem.template'],
  [/^must be at least customer_due_days/, 'problem.settlement'],
];

export interface Told {
  code: string;
  message: string;
  details: readonly string[];
}

/** Says in the person's language what the server refused, and what else can go wrong on the way to it. */
export function useProblem(): (problem: Error | Told) => string {
  const { t, maybe } = useWords();
  return useCallback(
    (problem) => {
      if (problem instanceof CallError && problem.reason === 'offline') return t('trouble.offline-about');
      if (problem instanceof CallError && problem.reason === 'signed-out') return t('trouble.signed-out');
      if (problem instanceof CallError && problem.reason === 'server')
        return t('trouble.server', { id: problem.requestId.slice(-8) || '–' });
      if (!('code' in problem)) return t('trouble.server', { id: '–' });
      const { code, message, details } = problem;
      const field = fieldName(details[0] ?? '', maybe);
      if (code === 'field_required') return t('error.field_required', { field });
      if (code === 'field_invalid') return `${field}: ${fieldProblem(details[1] ?? message, maybe)}`;
      const known = maybe(`error.${code}`);
      return known ? fill(known, details) : message;
    },
    [t, maybe],
  );
}

/** `items[2].qty` is the quantity of line 3. */
function fieldName(path: string, maybe: (key: string) => string | undefined): string {
  const bare = path.replace(/ \(.*$/, '');
  const line = /^items\[(\d+)\]/.exec(bare)?.[1];
  const last =
    bare
      .split('.')
      .at(-1)
      ?.replace(/\[\d+\]$/, '') ?? bare;
  const name = maybe(`field.${last}`) ?? last;
  return line === undefined ? name : `${maybe('line')} ${Number(line) + 1}, ${name.toLowerCase()}`;
}

function fieldProblem(problem: string, maybe: (key: string) => string | undefined): string {
  for (const [pattern, key] of FIELD_PROBLEMS) {
    const found = pattern.exec(problem);
    const text = found && maybe(key);
    if (text) return fill(text, found.slice(1));
  }
  return problem;
}

function fill(text: string, details: readonly string[]): string {
  return text.replace(/\{(\d)\}/g, (_, place: string) => details[Number(place)] ?? '');
}
