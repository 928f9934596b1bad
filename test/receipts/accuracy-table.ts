import {
  AUTO_FILL_THRESHOLD,
  FIELD_NAMES,
  type FieldName,
  type ReceiptFields,
} from '../../src/domain/receipts/fields.ts';
import type { Truth } from './truth.ts';

type Verdict = 'right' | 'right but unsure' | 'empty' | 'wrong but unsure' | 'wrong';
export const VERDICTS = ['right', 'right but unsure', 'empty', 'wrong but unsure', 'wrong'] as const;

export interface Score {
  name: string;
  engine: string;
  verdicts: Partial<Record<FieldName, Verdict>>;
}

/** Verdict per field. A field that is neither on the receipt nor in the reading has none. */
export function score(name: string, engine: string, read: ReceiptFields, truth: Truth): Score {
  const verdicts: Score['verdicts'] = {};
  for (const field of FIELD_NAMES) {
    const [found, expected] = [read[field], truth[field]];
    if (!found && expected === undefined) continue;
    if (!found) verdicts[field] = 'empty';
    else {
      const isSure = found.confidence >= AUTO_FILL_THRESHOLD;
      if (found.value === expected) verdicts[field] = isSure ? 'right' : 'right but unsure';
      else verdicts[field] = isSure ? 'wrong' : 'wrong but unsure';
    }
  }
  return { name, engine, verdicts };
}

export function counts({ verdicts }: Score): Record<Verdict, number> {
  const all = Object.values(verdicts);
  return Object.fromEntries(VERDICTS.map((one) => [one, all.filter((v) => v === one).length])) as Record<
    Verdict,
    number
  >;
}

const HEAD = ['receipt', 'read by', ...VERDICTS];

export function writeTable(scores: readonly Score[]): string {
  const rows = scores.map((one) => [one.name, one.engine, ...VERDICTS.map((v) => String(counts(one)[v]))]);
  const sums = VERDICTS.map((v) => String(scores.reduce((sum, one) => sum + counts(one)[v], 0)));
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [line(HEAD), `|${'---|'.repeat(HEAD.length)}`, ...rows.map(line), line(['all', '', ...sums])].join(
    '\n',
  );
}

/** The rows of counts in a Markdown page, by receipt name. */
export function readTable(page: string): Map<string, Record<Verdict, number>> {
  const rows = [...page.matchAll(/^\| (.+?) \| (?:\S*) \| (.+) \|$/gm)].flatMap(
    ([, name = '', numbers = '']) => {
      const cells = numbers.split(' | ').map(Number);
      if (cells.length !== VERDICTS.length || cells.some(Number.isNaN)) return [];
      return [[name, Object.fromEntries(VERDICTS.map((v, i) => [v, cells[i]]))] as const];
    },
  );
  return new Map(rows as [string, Record<Verdict, number>][]);
}
