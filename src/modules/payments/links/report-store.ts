import type { Queryable } from '../../../kernel/database/queryable.ts';
import type { RowOf } from '../../../kernel/database/row.ts';
import { type Sql, sql } from '../../../kernel/database/sql.ts';
import { payments } from '../../invoices/records/tables.ts';
import { providerReports } from '../tables.ts';

const linkPayment = payments.pick('id', 'guid');

/** The payment of a checkout. */
export function findLinkPayment(tx: Queryable, accountId: number, checkoutId: string) {
  return tx.find(
    linkPayment,
    sql`select ${linkPayment.list()} from payments
        where account_id = ${accountId} and source = 'payment_link' and source_key = ${checkoutId}`,
  );
}

/**
 * What counts of the payment of a checkout after earlier reports: itself, what a refund has left of it, or what came back.
 * One that has enough for the amount is preferred. Null where all of it was reversed.
 */
export function findCountingPayment(
  tx: Queryable,
  accountId: number,
  original: { id: number; guid: string },
  amount: string,
) {
  return tx.find(
    linkPayment,
    sql`select ${linkPayment.list()} from payments
        where account_id = ${accountId} and source = 'payment_link' and direction = 'in' and reversed_on is null
          and (id = ${original.id} or source_key in (
            select key from provider_reports where account_id = ${accountId} and payment_guid = ${original.guid}))
        order by amount >= ${amount} desc, id desc limit 1`,
  );
}

const report = providerReports.pick('key', 'is_booked');

/** Which of the reports are stored, by their keys. */
export async function findReports(
  tx: Queryable,
  accountId: number,
  keys: readonly string[],
): Promise<Map<string, RowOf<typeof report>>> {
  const found = await tx.query(
    report,
    sql`select ${report.list()} from provider_reports where account_id = ${accountId} and key = any(${keys}::text[])`,
  );
  return new Map(found.map((one) => [one.key, one]));
}

export interface Report {
  key: string;
  paymentGuid: string;
  isBooked: boolean;
}

/** Stores a report; a unique key keeps it from being booked twice. */
export function reportCte(accountId: number, { key, paymentGuid, isBooked }: Report, now: Date): Sql {
  const record = {
    account_id: accountId,
    key,
    payment_guid: paymentGuid,
    is_booked: isBooked,
    reported_at: now,
  };
  return sql`reported as (${providerReports.insert(record)})`;
}
