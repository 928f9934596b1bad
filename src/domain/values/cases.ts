/**
 * Rules as tables of cases. TypeScript reads such a table for one record (`firstCase`), and
 * `kernel/database/cases-sql.ts` renders the same table for whole sets, so the two cannot disagree.
 */
export interface Case<Facts> {
  /** The case applies when every fact named here holds. */
  readonly when: Partial<Facts>;
}

function holds<Facts extends object>(when: Partial<Facts>, facts: Facts): boolean {
  return (Object.keys(when) as (keyof Facts)[]).every((name) => when[name] === facts[name]);
}

/** The first case that applies decides. */
export function firstCase<Facts extends object, C extends Case<Facts>>(cases: readonly C[], facts: Facts): C {
  const found = cases.find(({ when }) => holds(when, facts));
  if (!found) throw new Error(`No case applies to ${JSON.stringify(facts)}`);
  return found;
}
