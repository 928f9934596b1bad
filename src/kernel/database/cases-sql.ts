import type { Case } from '../../domain/values/cases.ts';
import { join, raw, type Sql, sql } from './sql.ts';

/** For each fact of a table of cases the column that names it, or the condition under which it is so. Never null. */
export type FactsSql<Facts> = { readonly [K in keyof Facts]: Sql };

/** Only for names from the domain's own tables. As literals they let the planner match partial indexes. */
function literal(name: string): Sql {
  return raw(`'${name}'`);
}

export function literals(names: readonly string[]): Sql {
  return join(names.map(literal), ', ');
}

/** Whether all of these facts hold. */
function conditionSql<Facts extends object>(when: Partial<Facts>, facts: FactsSql<Facts>): Sql {
  const names = (Object.keys(when) as (keyof Facts)[]).filter((name) => when[name] !== undefined);
  const parts = names.map((name) => {
    const value = when[name];
    if (typeof value === 'string') return sql`${facts[name]} = ${literal(value)}`;
    return value ? facts[name] : sql`not (${facts[name]})`;
  });
  return parts.length > 0 ? join(parts, ' and ') : sql`true`;
}

/** Whether the facts of one of the cases hold, whatever their order. */
export function anyCaseSql<Facts extends object>(
  cases: readonly Partial<Facts>[],
  facts: FactsSql<Facts>,
): Sql {
  const parts = cases.map((when) => sql`(${conditionSql(when, facts)})`);
  return parts.length > 0 ? sql`(${join(parts, ' or ')})` : sql`false`;
}

/** What the first case that applies says. */
export function caseSql<Facts extends object, C extends Case<Facts>>(
  cases: readonly C[],
  facts: FactsSql<Facts>,
  result: (one: C) => string | null,
): Sql {
  const branches = cases.map((one) => {
    const name = result(one);
    return sql`when ${conditionSql(one.when, facts)} then ${name === null ? sql`null` : literal(name)}`;
  });
  return sql`case ${join(branches, ' ')} end`;
}

/** Whether the first case that applies is a wanted one. Written without `case`, so that an index can serve it. */
export function isCaseSql<Facts extends object, C extends Case<Facts>>(
  cases: readonly C[],
  facts: FactsSql<Facts>,
  isWanted: (one: C) => boolean,
): Sql {
  const parts = cases.flatMap((one, index) => {
    if (!isWanted(one)) return [];
    const before = cases.slice(0, index).filter((other) => !isWanted(other));
    const others = before.flatMap((other) => factsBeyond(other.when, one.when) ?? []);
    const conditions = [
      conditionSql(one.when, facts),
      ...others.map((when) => sql`not (${conditionSql(when, facts)})`),
    ];
    return [sql`(${join(conditions, ' and ')})`];
  });
  return parts.length > 0 ? sql`(${join(parts, ' or ')})` : sql`false`;
}

/** The facts that a case needs where those of another hold already; null where they exclude each other. */
function factsBeyond<Facts extends object>(
  when: Partial<Facts>,
  known: Partial<Facts>,
): Partial<Facts> | null {
  const names = Object.keys(when) as (keyof Facts)[];
  if (names.some((name) => name in known && known[name] !== when[name])) return null;
  const beyond = names.filter((name) => !(name in known)).map((name) => [name, when[name]]);
  return Object.fromEntries(beyond) as Partial<Facts>;
}
