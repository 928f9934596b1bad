import { globSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from '../../src/kernel/database/sql.ts';
import { Table } from '../../src/kernel/database/table.ts';
import { OIDS } from './row-checker.ts';
import type { TestService } from './service.ts';
import { query } from './tables.ts';
import { ROOT } from './tree.ts';

/** Every table that a `tables.ts` describes, with the file that it stands in. */
export async function describedTables(): Promise<{ file: string; table: Table }[]> {
  const files = globSync('src/**/tables.ts', { cwd: ROOT }).sort();
  const modules = await Promise.all(files.map((file) => import(join(ROOT, file))));
  return modules.flatMap((exported, n) =>
    Object.values(exported)
      .filter((value) => value instanceof Table)
      .map((table) => ({ file: files[n] ?? '', table })),
  );
}

export interface CatalogueColumn {
  name: string;
  type: number;
  is_nullable: boolean;
  has_default: boolean;
  is_identity: boolean;
  /** The values that a check constraint allows, or the function that it calls. */
  values: string[] | null;
}

export async function catalogueOf(kvitt: TestService): Promise<Map<string, CatalogueColumn[]>> {
  const rows = await query<{ name: string; columns: CatalogueColumn[] }>(
    kvitt,
    sql`select c.relname::text as name, json_agg(json_build_object('name', a.attname, 'type', a.atttypid::bigint,
          'is_nullable', not a.attnotnull, 'has_default', a.atthasdef, 'is_identity', a.attidentity <> '',
          'values', coalesce(
            (select array(select (regexp_matches(pg_get_constraintdef(k.oid), '''([^'']*)''::text', 'g'))[1])
              from pg_constraint k where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
                and pg_get_constraintdef(k.oid) ~ '= ANY \\(ARRAY\\['''),
            (select array(select (regexp_matches(list[1], '''([^'']*)''', 'g'))[1])
              from pg_constraint k join pg_depend d on d.objid = k.oid and d.refclassid = 'pg_proc'::regclass
                join pg_proc p on p.oid = d.refobjid,
                regexp_match(p.prosrc, format('\\m%s in \\(([^)]*)\\)', a.attname)) list
              where k.conrelid = c.oid and k.contype = 'c' and list is not null)))) as columns
        from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition group by c.relname`,
  );
  return new Map(rows.map(({ name, columns }) => [name, columns]));
}

/** Every difference between the description of a table and the database's own. */
export function tableProblems(table: Table, catalogue: readonly CatalogueColumn[]): string[] {
  const known = new Map(catalogue.map((column) => [column.name, column]));
  const described = Object.entries(table.columns);
  const missing = catalogue.filter(({ name }) => !table.columns[name]);
  return [
    ...missing.map(({ name }) => `${table.name}.${name} is not described`),
    ...described.flatMap(([name, column]) => {
      const found = known.get(name);
      if (!found) return [`${table.name}.${name} is not in the database`];
      const mayBeLeftOut = found.has_default || found.is_nullable;
      const values = column.values && [...column.values].sort().join();
      return [
        !OIDS[column.type].includes(found.type) && `has the type ${found.type}, which is not ${column.type}`,
        column.isNullable !== found.is_nullable && `is ${found.is_nullable ? '' : 'not '}nullable`,
        (column.source === 'identity') !== found.is_identity &&
          `is ${found.is_identity ? 'an' : 'no'} identity`,
        column.source === 'default' && !mayBeLeftOut && 'has no default',
        values !== undefined && values !== found.values?.sort().join() && `has the values ${found.values}`,
      ]
        .filter((problem) => problem !== false)
        .map((problem) => `${table.name}.${name} ${problem}`);
    }),
  ];
}
