import { type Column, type Columns, type Row, type RowOf, Selection } from './row.ts';
import { Sql } from './sql.ts';

/**
 * A table's columns, described once. Row types and the column lists of statements come from the description, with plain
 * SQL around them:
 *
 *     export const customers = table('customers', {
 *       account_id: col.bigint(), id: col.bigint().identity(), guid: col.uuid(), name: col.text(), photo: col.text().nullable(), …
 *     });
 *
 *     const profile = customers.pick('id', 'guid', 'name');
 *     db.query(profile, sql`select ${profile.list('c')} from customers c where c.account_id = ${accountId} and …`);
 *     sql`${customers.insert({ account_id, guid, name, photo: null })} returning guid, id`;
 *     sql`${customers.update({ name })} where account_id = ${accountId} and id = ${id} returning guid, id`;
 *
 * A record with a misspelt or missing key does not compile. `test/contract/tables.test.ts` compares every description
 * with the catalogue of the database. Descriptions stand in the `tables.ts` of the module that owns the table.
 */
export class Table<C extends Columns = Columns> {
  readonly name: string;
  readonly columns: C;
  readonly #columns: readonly (NamedColumn & { code: { value: string; sql: string } })[];
  /** The templates of its statements, by what they assign. */
  readonly #templates = new Map<string, readonly string[]>();

  constructor(name: string, columns: C) {
    this.name = name;
    this.columns = columns;
    this.#columns = Object.entries(columns).map(([column, { type }], index) => {
      const character = String.fromCharCode(FIRST_COLUMN + index);
      return { name: column, type, code: { value: `${character}v`, sql: `${character}s` } };
    });
  }

  /** The description of some of its columns. */
  pick<K extends keyof C & string>(...names: readonly K[]): Selection<Pick<C, K>> {
    const picked = names.map((name) => [name, this.columns[name]]);
    return new Selection(Object.fromEntries(picked) as Pick<C, K>);
  }

  /** The description of all of its columns but these. */
  omit<K extends keyof C & string>(...names: readonly K[]): Selection<Omit<C, K>> {
    const rest = Object.entries(this.columns).filter(
      ([name]) => !(names as readonly string[]).includes(name),
    );
    return new Selection(Object.fromEntries(rest) as Omit<C, K>);
  }

  /** `insert into t (…) values (…)` */
  insert(record: Insert<C>): Sql {
    const { key, args } = this.#assign(record);
    const template = this.#template(`insert ${key}`, () => {
      const assigned = this.#assigned(key);
      return placeholders(`${this.#into(assigned)} values (`, assigned, ')');
    });
    return new Sql(template, args);
  }

  /** `insert into t (…) select …`, for a statement that goes on with `from` or `where`. */
  insertSelect(record: Insert<C>): Sql {
    const { key, args } = this.#assign(record);
    const template = this.#template(`select ${key}`, () => {
      const assigned = this.#assigned(key);
      return placeholders(`${this.#into(assigned)} select `, assigned, '');
    });
    return new Sql(template, args);
  }

  /**
   * `insert into t (…) select … from … as record`, one row for each record. `shared` holds the columns that are the same in
   * all rows or computed by SQL, which may name columns of `record`. A single record is a row of parameters, because the
   * server takes a tenth of an insert to unpack JSON; several are a JSON list, whose text does not depend on their number, so
   * that the server can reuse its plan. It may go on with a join to `record`, which also has the columns `beside`: they are
   * not stored.
   */
  insertEach<K extends keyof Insert<C>, B extends Columns = Record<never, never>>(
    shared: Pick<Insert<C>, K>,
    records: readonly (Omit<Insert<C>, K> & RowOf<Row<NoInfer<B>>>)[],
    beside?: B,
  ): Sql {
    const fixed = this.#assign(shared);
    const [first = {}, ...others] = records;
    const { key, args } = this.#assign(first, beside);
    if (others.some((record) => this.#assign(record, beside).key !== key))
      throw new Error(`The rows for ${this.name} do not have the same columns`);
    const isAlone = records.length === 1;
    const besides = Object.keys(beside ?? {});
    const template = this.#template(`each ${isAlone} ${fixed.key} ${key} ${besides}`, () =>
      this.#eachTemplate(fixed.key, key, beside ?? {}, isAlone),
    );
    const given = isAlone
      ? [...args, ...besides.map((name) => first[name as keyof typeof first])]
      : [JSON.stringify(records)];
    return new Sql(template, [...fixed.args, ...given]);
  }

  #eachTemplate(fixedKey: string, key: string, beside: Columns, isAlone: boolean): readonly string[] {
    const [fixed, given] = [this.#assigned(fixedKey), this.#assigned(key)];
    const each = given.filter(({ name }) => !fixed.some((one) => one.name === name));
    const named = each.map(({ name }) => `record.${name}`).join(', ');
    const besides = Object.entries(beside).map(([name, { type }]) => ({ name, type, isSql: false }));
    const between = fixed.length > 0 && each.length > 0 ? ', ' : '';
    const strings = placeholders(`${this.#into([...fixed, ...each])} select `, fixed, `${between}${named}`);
    const [head, ...rest] = recordSource([...given, ...besides], isAlone);
    return [...strings.slice(0, -1), `${strings.at(-1)}\n      from ${head}`, ...rest];
  }

  /**
   * `update t set … from jsonb_to_recordset(…) as record (…)`, one row for each record, which names its row by `id`. The statement goes on
   * with `where`, which compares the id.
   */
  updateEach(records: readonly (Changes<C> & { id: number })[]): Sql {
    const { key } = this.#assign(records[0] ?? {});
    if (records.some((record) => this.#assign(record).key !== key))
      throw new Error(`The rows for ${this.name} do not have the same columns`);
    const template = this.#template(`update each ${key}`, () => {
      const given = this.#assigned(key);
      const set = given.filter(({ name }) => name !== 'id').map(({ name }) => `${name} = record.${name}`);
      const types = given.map(({ name, type }) => `${name} ${type}`).join(', ');
      return [
        `update ${this.name} set ${set.join(', ')} from jsonb_to_recordset(`,
        `::jsonb) as record (${types})`,
      ];
    });
    return new Sql(template, [JSON.stringify(records)]);
  }

  /** `update t set …`; an undefined value leaves its column as it is. */
  update(changes: Changes<C>, alias = ''): Sql {
    const { key, args } = this.#assign(changes);
    const template = this.#template(`update ${alias} ${key}`, () =>
      placeholders(`update ${this.name} ${alias} set `, this.#assigned(key), '', {
        prefix: (name) => `${name} = `,
      }),
    );
    return new Sql(template, args);
  }

  #template(key: string, make: () => readonly string[]): readonly string[] {
    const known = this.#templates.get(key);
    if (known) return known;
    const template = make();
    this.#templates.set(key, template);
    return template;
  }

  #into(assigned: readonly NamedColumn[]): string {
    return `insert into ${this.name} (${assigned.map(({ name }) => name).join(', ')})`;
  }

  /**
   * The values of a record in the order of the description, so that equal statements have equal texts. The key says which
   * columns it assigns, and which of them by SQL: two characters for each.
   */
  #assign(record: object, beside?: Columns): { key: string; args: unknown[] } {
    const entries = record as Record<string, unknown>;
    const args: unknown[] = [];
    let key = '';
    let known = 0;
    for (const { name, type, code } of this.#columns) {
      const value = entries[name];
      if (value === undefined) continue;
      known += 1;
      const isSql = value instanceof Sql;
      key += isSql ? code.sql : code.value;
      args.push(isSql || type !== 'jsonb' || value === null ? value : JSON.stringify(value));
    }
    const names = Object.keys(entries);
    if (names.length !== known) this.#refuseUnknown(names, beside);
    return { key, args };
  }

  #refuseUnknown(names: readonly string[], beside: Columns | undefined): void {
    for (const name of names)
      if (!this.columns[name] && !beside?.[name])
        throw new Error(`The table ${this.name} has no column ${name}`);
  }

  #assigned(key: string): AssignedColumn[] {
    return (key.match(/../gs) ?? []).flatMap((one) => {
      const column = this.#columns[one.charCodeAt(0) - FIRST_COLUMN];
      return column ? { ...column, isSql: one[1] === 's' } : [];
    });
  }
}

/** The code of the character that stands for the first column in a key; the others follow. */
const FIRST_COLUMN = 0x100;

interface NamedColumn {
  name: string;
  type: string;
}

type ColumnText = (name: string) => string;
const NO_TEXT: ColumnText = () => '';

interface AssignedColumn extends NamedColumn {
  isSql: boolean;
}

/** The template with a placeholder for each column, cast to its type where it is a value, between `prefix` and `suffix`. */
function placeholders(
  head: string,
  assigned: readonly AssignedColumn[],
  tail: string,
  { prefix = NO_TEXT, suffix = NO_TEXT }: { prefix?: ColumnText; suffix?: ColumnText } = {},
): string[] {
  const strings = [head];
  assigned.forEach(({ name, type, isSql }, index) => {
    const before = `${index > 0 ? ', ' : ''}${prefix(name)}`;
    strings.push(`${strings.pop()}${before}`, `${isSql ? '' : `::${type}`}${suffix(name)}`);
  });
  return [...strings.slice(0, -1), `${strings.at(-1)}${tail}`];
}

/** The template of the rows that a statement names `record`. */
function recordSource(columns: readonly AssignedColumn[], isAlone: boolean): string[] {
  if (isAlone) return placeholders('(select ', columns, ') as record', { suffix: (name) => ` as ${name}` });
  const types = columns.map(({ name, type }) => `${name} ${type}`).join(', ');
  return ['jsonb_to_recordset(', `::jsonb) as record (${types})`];
}

export function table<C extends Columns>(name: string, columns: C): Table<C> {
  return new Table(name, columns);
}

/** The value itself, or SQL that yields it. */
type Input<C> = C extends Column<infer _Value, infer I> ? I | Sql : never;
type WithSource<C extends Columns, S extends string> = {
  [K in keyof C]: C[K]['source'] extends S ? K : never;
}[keyof C];

/** A whole new row: every column, except that defaults may be left out and identities must be. */
export type Insert<C extends Columns> = { [K in WithSource<C, 'record'>]: Input<C[K]> } & {
  [K in WithSource<C, 'default'>]?: Input<C[K]> | undefined;
};

export type Changes<C extends Columns> = {
  [K in WithSource<C, 'record' | 'default'>]?: Input<C[K]> | undefined;
};

/** The values of a new row without those that may or must be left out. */
export type NewRow<T> = T extends Table<infer C> ? { [K in WithSource<C, 'record'>]: C[K]['value'] } : never;
