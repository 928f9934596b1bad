import type { Transaction } from '../database/database.ts';
import { EMPTY, join, raw, Sql, sql } from '../database/sql.ts';
import { events } from '../database/tables.ts';
import type { EventData, EventType } from './catalogue.ts';

/** The data of an event: each value itself, or SQL that yields it from the columns of the final statement. */
export type EventValues<T extends EventType> = { [K in keyof EventData<T>]: EventData<T>[K] | Sql };

/** A CTE of the final statement, as the source of events. */
export function cte(name: string): Sql {
  return raw(name);
}

interface EmittedEvent {
  type: EventType;
  data: Record<string, unknown>;
  from: Sql | null;
}

/** An event whose values are known. */
export interface KnownEvent {
  type: string;
  data: unknown;
}

/** The events of one write, which are written with its audit row. */
export class EmittedEvents {
  readonly #operation: string;
  readonly #declared: readonly EventType[];
  /** Those before the first one that a statement has to compute. */
  #known: KnownEvent[] = [];
  #computed: EmittedEvent[] = [];

  constructor(operation: string, declared: readonly EventType[]) {
    this.#operation = operation;
    this.#declared = declared;
  }

  add<T extends EventType>(type: T, data: EventValues<T>, from: Sql | null): void {
    if (!this.#declared.includes(type)) throw new Error(`${this.#operation} does not declare ${type}`);
    const isKnown = from === null && !Object.values(data).some((value) => value instanceof Sql);
    if (isKnown && this.#computed.length === 0) this.#known.push({ type, data });
    else this.#computed.push({ type, data, from });
  }

  /**
   * The CTE that adds the events to a setting of the transaction, none without any; the trigger of the audit row writes
   * them at the commit (`write_events`). There are none where `answer` is empty. Each list is a line of the setting, because the
   * statements of several calls may be one transaction, and each event has the moment of its call.
   */
  ctes(at: Date): Sql[] {
    if (this.isEmpty) return [];
    const moment = at.toISOString();
    const known = this.#known.length === 0 ? [] : [knownEvents(this.#known)];
    const list =
      this.#computed.length === 0
        ? sql`(select ${JSON.stringify(this.#known.map((event) => ({ ...event, at: moment })))} from answer)`
        : sql`${listed([...known, ...this.#selects()], sql`'at', ${moment}::text,`)}::text`;
    return [
      sql`emitted as (select set_config('kvitt.events',
        concat(current_setting('kvitt.events', true), ${list} || chr(10)), true))`,
    ];
  }

  /** The events that a statement before the last one computes, as a list; null without any. `know` takes it. */
  toCompute(): Sql | null {
    return this.#computed.length === 0 ? null : listed(this.#selects());
  }

  know(computed: readonly KnownEvent[]): void {
    this.#known.push(...computed);
    this.#computed = [];
  }

  /** Returns what takes back all events that are added from now on. No event waits for a statement. */
  mark(): () => void {
    const count = this.#known.length;
    return () => {
      this.#known = this.#known.slice(0, count);
      this.#computed = [];
    };
  }

  get isEmpty(): boolean {
    return this.#known.length + this.#computed.length === 0;
  }

  #selects(): Sql[] {
    return this.#computed.map(({ type, data, from }, place) => {
      const source = from ? sql`answer cross join ${from}` : sql`answer`;
      return sql`select ${place}::int as place, ${type}::text as type, ${jsonOf(data)} as data from ${source}`;
    });
  }
}

/** One parameter for all of them. They come before those that are computed. */
function knownEvents(known: readonly KnownEvent[]): Sql {
  return sql`select (one.place - ${known.length + 1})::int as place, one.value ->> 'type' as type, one.value -> 'data' as data
    from answer cross join jsonb_array_elements(${JSON.stringify(known)}::jsonb) with ordinality as one (value, place)`;
}

/** `more`: what each event has beside its data. The rows of one select are in order already, and sorting takes time even for a single row. */
function listed(selects: readonly Sql[], more: Sql = EMPTY): Sql {
  const inOrder = selects.length > 1 ? sql`order by happened.place` : EMPTY;
  return sql`(select jsonb_agg(jsonb_build_object('type', happened.type, ${more} 'data', happened.data) ${inOrder})
    from (${join(selects, ' union all ')}) happened)`;
}

/** More than any write emits that makes several kinds of change. */
const MAX_INSPECTED = 1000;

/**
 * The types of the events that this transaction has written, in their order. They are numbered already, and the lock on the
 * counter keeps the events of others below them, so the newest ones of the account are enough to look at.
 */
export async function readEmittedTypes(tx: Transaction, accountId: number): Promise<string[]> {
  const rows = await tx.query(
    events.pick('type'),
    sql`select type from (
        select type, position, xmin as writer from events where account_id = ${accountId} and position is not null
        order by position desc limit ${MAX_INSPECTED}) newest
      where writer = pg_current_xact_id()::xid group by type order by min(position)`,
  );
  return rows.map(({ type }) => type);
}

/** Plain values are one parameter, so that the text of the statement depends only on which values are SQL. */
function jsonOf(data: Record<string, unknown>): Sql {
  const entries = Object.entries(data);
  const plain = Object.fromEntries(entries.filter(([, value]) => !(value instanceof Sql)));
  const computed = entries.filter((entry): entry is [string, Sql] => entry[1] instanceof Sql);
  const json = sql`${JSON.stringify(plain)}::jsonb`;
  if (computed.length === 0) return json;
  const pairs = computed.map(([name, value]) => sql`${raw(`'${name}', `)}${value}`);
  return sql`${json} || jsonb_build_object(${join(pairs, ', ')})`;
}
