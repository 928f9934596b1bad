import type { Queryable } from '../../kernel/database/queryable.ts';
import { col, row } from '../../kernel/database/row.ts';
import { EMPTY, joinCtes, type Sql, sql } from '../../kernel/database/sql.ts';
import type { Insert } from '../../kernel/database/table.ts';
import type { BankLine } from './schema.ts';
import { bankActions, bankBookings, bankLines, bankMemory } from './tables.ts';

export type ActionRecord = Pick<
  Insert<typeof bankActions.columns>,
  'type' | 'amount' | 'payment_guid' | 'cost_guid' | 'done'
>;

/** Stores a booking with its actions, and the line as booked. */
export function insertBookingCtes(
  accountId: number,
  lineId: number,
  booking: Pick<
    Insert<typeof bankBookings.columns>,
    'guid' | 'is_automatic' | 'exchange_rate' | 'booked_at' | 'booked_by'
  >,
  actions: readonly ActionRecord[],
): Sql {
  const record = { account_id: accountId, line_id: lineId, ...booking };
  return joinCtes(
    sql`booking as (${bankBookings.insert(record)} returning id)`,
    sql`actions as (${bankActions.insertEach({ account_id: accountId, booking_id: sql`booking.id` }, actions)} cross join booking)`,
    moveLineCte(accountId, lineId, { state: 'booked', reason: '' }),
  );
}

/** Ends a booking; the line is open again, and is never booked by itself any more. */
export function endBookingCtes(
  accountId: number,
  { lineId, bookingId }: { lineId: number; bookingId: number },
  { now, reason }: { now: Date; reason: string },
): Sql {
  const ended = { unbooked_at: now, unbook_reason: reason };
  return joinCtes(
    sql`booking as (${bankBookings.update(ended)} where account_id = ${accountId} and id = ${bookingId})`,
    sql`actions as (
      ${bankActions.update({ is_active: false })} where account_id = ${accountId} and booking_id = ${bookingId})`,
    moveLineCte(accountId, lineId, { state: 'open', reason, was_unbooked: true }),
  );
}

export function moveLineCte(
  accountId: number,
  lineId: number,
  changes: { state: 'open' | 'booked' | 'ignored'; reason: string; was_unbooked?: boolean },
): Sql {
  return sql`line as (${bankLines.update(changes)} where account_id = ${accountId} and id = ${lineId})`;
}

export interface Remembered {
  customer_guid: string | null;
  code: string | null;
  note: string;
}

/** Remembers what lines with these keys are. */
export function rememberCte(accountId: number, keys: readonly string[], what: Remembered, now: Date): Sql {
  if (keys.length === 0) return EMPTY;
  const records = keys.map((memory_key) => ({ memory_key, ...what }));
  return sql`remembered as (${bankMemory.insertEach({ account_id: accountId, updated_at: now }, records)}
    on conflict (account_id, memory_key) do update set customer_guid = excluded.customer_guid, code = excluded.code,
      note = excluded.note, updated_at = excluded.updated_at)`;
}

export function forgetCte(accountId: number, keys: readonly string[]): Sql {
  return sql`forgotten as (
    delete from bank_memory where account_id = ${accountId} and memory_key = any(${keys}::text[]))`;
}

const settledPayment = row({
  guid: col.uuid(),
  received: col.numeric(),
  currency: col.text(),
  payer: col.text().nullable(),
  paid_on: col.date(),
  reversed_on: col.text().nullable(),
  tied_to: col.text().nullable(),
});

/** Payments that a line is to be tied to, locked. */
export function lockSettled(tx: Queryable, accountId: number, guids: readonly string[]) {
  return tx.query(
    settledPayment,
    sql`select p.guid, case when p.direction = 'in' then p.amount - p.acquirer_fee else -p.amount end as received, p.currency,
        c.name as payer, p.paid_on,
        p.reversed_on::text as reversed_on,
        coalesce(p.bank_line_guid::text, (select a.booking_id::text from bank_actions a
          where a.account_id = p.account_id and a.payment_guid = p.guid and a.is_active)) as tied_to
      from payments p left join customers c on c.account_id = p.account_id and c.id = p.customer_id
      where p.account_id = ${accountId} and p.guid = any(${guids}::uuid[]) order by p.id for update of p`,
  );
}

export const lineAnswer = row({ line: col.jsonb<BankLine>() });

export function selectLineAnswer(line: BankLine): Sql {
  return sql`select ${JSON.stringify(line)}::jsonb as line`;
}
