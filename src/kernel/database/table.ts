import { type Column, type Columns, Selection } from './row.ts';
import { join, Sql, sql } from './sql.ts';

/**
 * A table's columns, described once. Row types and the column lists of statements come from the description, with plain
 * SQL around them:
 *
 *     export const customers = table('customers', {
 *       account_id: bigint(), id: bigint().identity(), guid: uuid(), name: text(), photo: text().nullable(), …
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

  constructor(name: string, columns: C) {
    this.name = name;
    this.columns = columns;
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
    const assigned = this.#assignments(record);
    return sql`${this.#into(assigned)} values (${values(assigned)})`;
  }

  /** `insert into t (…) select …`, for a statement that goes on with `from` or `where`. */
  insertSelect(record: Insert<C>): Sql {
    const assigned = this.#assignments(record);
    return sql`${this.#into(assigned)} select ${values(assigned)}`;
  }

  /**
   * `insert into t (…) select … from jsonb_to_recordset(…) as record (…)`, one row for each record. `shared` holds the
   * columns that are the same in all rows or computed by SQL, which may name columns of `record`. The text does not
   * depend on the number of records, so that the server can reuse its plan. It may go on with a join to `record`.
   */
  insertEach<K extends keyof Insert<C>>(
    shared: Pick<Insert<C>, K>,
    records: readonly Omit<Insert<C>, K>[],
  ): Sql {
    const fixed = this.#assignments(shared);
    const names = this.#assignments(records[0] ?? {}).map(({ name }) => name);
    if (
      records.some(
        (record) =>
          this.#assignments(record)
            .map(({ name }) => name)
            .join() !== names.join(),
      )
    ) {
      throw new Error(`The rows for ${this.name} do not have the same columns`);
    }
    const each = names
      .filter((name) => !fixed.some((one) => one.name === name))
      .map((name) => this.#of(name, new Sql([`record.${name}`], [])));
    const types = names.map((name) => `${name} ${this.columns[name]?.type}`).join(', ');
    const all = [...fixed, ...each];
    return sql`${this.#into(all)} select ${values(all)}
      from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as record (${new Sql([types], [])})`;
  }

  /** `update t set …`; an undefined value leaves its column as it is. */
  update(changes: Changes<C>, alias = ''): Sql {
    const sets = this.#assignments(changes).map(
      ({ name, value }) => sql`${new Sql([`${name} = `], [])}${value}`,
    );
    return sql`${new Sql([`update ${this.name} ${alias} set `], [])}${join(sets, ', ')}`;
  }

  #into(assigned: readonly Assignment[]): Sql {
    return new Sql([`insert into ${this.name} (${assigned.map(({ name }) => name).join(', ')})`], []);
  }

  /** In the order of the description, so that equal statements have equal texts. */
  #assignments(record: object): Assignment[] {
    const unknown = Object.keys(record).find((name) => !this.columns[name]);
    if (unknown) throw new Error(`The table ${this.name} has no column ${unknown}`);
    const entries = record as Record<string, unknown>;
    const names = Object.keys(this.columns).filter((name) => entries[name] !== undefined);
    return names.map((name) => this.#of(name, entries[name]));
  }

  #of(name: string, value: unknown): Assignment {
    if (value instanceof Sql) return { name, value };
    const type = this.columns[name]?.type;
    const encoded = type === 'jsonb' && value !== null ? JSON.stringify(value) : value;
    return { name, value: new Sql(['', `::${type}`], [encoded]) };
  }
}

export function table<C extends Columns>(name: string, columns: C): Table<C> {
  return new Table(name, columns);
}

interface Assignment {
  name: string;
  value: Sql;
}

function values(assigned: readonly Assignment[]): Sql {
  return join(
    assigned.map(({ value }) => value),
    ', ',
  );
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
