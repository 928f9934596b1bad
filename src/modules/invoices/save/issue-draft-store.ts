import type { InvoiceWarning } from '../../../domain/invoices/invoice-warnings.ts';
import type { Period } from '../../../domain/values/dates.ts';
import { col, type RowOf, row } from '../../../kernel/database/row.ts';
import { EMPTY, type Sql, sql } from '../../../kernel/database/sql.ts';
import type { WriteContext } from '../../../kernel/operations/context.ts';
import { billTasksCtes } from '../../tasks/billing-store.ts';
import { listedDraftFiles, listedFile } from '../files/file-store.ts';
import { stateColumns, stateRow } from '../read/invoice-store.ts';
import { createdInvoiceRow, selectCreatedInvoice } from '../records/insert-invoice-store.ts';
import { lastIssuedSql } from '../records/invoice-facts-store.ts';
import { type PaymentAtIssue, paidAtIssueCtes } from '../records/ledger-write-store.ts';
import {
  DISCOUNT_NAMES,
  invoiceLines,
  invoices,
  LINE_FIELDS,
  SUM_NAMES,
  TEXT_NAMES,
} from '../records/tables.ts';

/** `tasks`: those that its lines bill once it is issued. */
const line = invoiceLines.pick(...LINE_FIELDS);
const sums = invoices.pick(
  ...(['amount', 'currency', 'exchange_rate', 'buyer', 'trading_partner_id', 'mark_paid'] as const),
  ...(['tax_exempt', 'payment_fee', 'method_payment', 'issue_date', 'due_date', 'settlement_date'] as const),
  ...[...SUM_NAMES, ...TEXT_NAMES, ...DISCOUNT_NAMES],
);
const lockedDraft = stateRow.with(sums.columns).with({
  /** The date that it will have. */
  dated: col.date(),
  last_issued: col.date().nullable(),
  files: col.jsonList(listedFile),
  lines: col.jsonList(line),
  tasks: col.jsonList(row({ guid: col.uuid(), line: col.integer() })),
});
export type LockedDraft = RowOf<typeof lockedDraft>;

export function lockDraft(
  { tx, account, today }: Pick<WriteContext, 'tx' | 'account' | 'today'>,
  guid: string,
): Promise<LockedDraft | null> {
  return tx.find(
    lockedDraft,
    sql`select ${stateColumns}, ${sums.list()}, ${listedDraftFiles} as files,
        case when ${hasPassed(today)} then ${today}::date else issue_date end as dated,
        ${lastIssuedSql(sql`invoices.account_id`)} as last_issued, (
          select coalesce(json_agg(${line.jsonObject('l')} order by l.position), '[]')
          from invoice_lines l
          where l.account_id = invoices.account_id and l.invoice_id = invoices.id) as lines, (
          select coalesce(json_agg(json_build_object('guid', l.task_guid, 'line', l.position) order by l.position), '[]')
          from invoice_lines l
          where l.account_id = invoices.account_id and l.invoice_id = invoices.id and l.task_guid is not null) as tasks
        from invoices where account_id = ${account.id} and guid = ${guid} for update`,
  );
}

/** An issue date that had already passed when the draft was saved was intended and stays. */
function hasPassed(today: string): Sql {
  return sql`issue_date < ${today} and issue_date >= (created_at at time zone 'UTC')::date`;
}

export interface DraftTasks {
  /** Ids of the tasks whose time is billed. */
  billed: readonly number[];
  /** Guids of the tasks that are removed from their lines. */
  dropped: readonly string[];
  /** The days of that time. */
  period: Period | null;
}

/** Whether it is paid when it is issued, and the payment that says so. */
export interface DraftPayment {
  isPaid: boolean;
  paidAmount: string;
  payment: PaymentAtIssue | null;
}

/**
 * Numbers the draft and marks it sent, or paid where it was saved with `mark_paid` or nothing of it is to be paid. If its issue date has
 * passed since the draft was saved, it becomes today; the due dates move with it, and an exchange rate that came from
 * the rate table becomes today's.
 */
export function issueDraftStatement(
  accountId: number,
  id: number,
  { billed, dropped, period }: DraftTasks,
  paymentLink: string | null,
  warnings: readonly InvoiceWarning[],
  { today, now }: Pick<WriteContext, 'today' | 'now'>,
  { isPaid, paidAmount, payment }: DraftPayment,
) {
  return {
    row: createdInvoiceRow,
    ctes: sql`
      counter as (
        update counters set last = last + 1 where account_id = ${accountId} and series = 'invoice' returning last),
      late as (
        select ${today}::date - issue_date as days,
          case when exchange_rate = ${rateOn(sql`issue_date`)} then ${rateOn(sql`${today}::date`)} end as rate
        from invoices
        where account_id = ${accountId} and id = ${id} and ${hasPassed(today)}),
      issued as (
        update invoices set number = counter.last,
          status = case when ${isPaid} then 'Paid' else 'Sent' end, paid_on = case when ${isPaid} then ${today}::date end,
          paid_amount = ${paidAmount}, accounting_status = 'Created', updated_at = ${now},
          issue_date = issue_date + coalesce((select days from late), 0),
          due_date = due_date + coalesce((select days from late), 0),
          settlement_date = settlement_date + coalesce((select days from late), 0),
          exchange_rate = coalesce((select rate from late), exchange_rate),
          period_start = coalesce(${period?.start ?? null}::date, period_start),
          period_end = coalesce(${period?.end ?? null}::date, period_end),
          xml_status = case when buyer ->> 'output_select' = '2' then 'queued' else '' end
        from counter where account_id = ${accountId} and id = ${id} and status = 'Draft'
        returning id, guid, number, customer_id)
      ${dropTasksCte(accountId, dropped)} ${billTasksCtes(accountId, sql`issued`, billed, now)}
      ${paidAtIssueCtes(accountId, payment ? [payment] : [], sql`issued`)}`,
    result: selectCreatedInvoice(paymentLink, warnings, sql`issued`),
  };
}

function rateOn(date: Sql): Sql {
  return sql`(select r.rate from exchange_rates r where r.currency = invoices.currency and r.date <= ${date}
    order by r.date desc limit 1)`;
}

function dropTasksCte(accountId: number, tasks: readonly string[]): Sql {
  if (tasks.length === 0) return EMPTY;
  return sql`, dropped as (
    update invoice_lines set task_guid = null from issued
    where invoice_lines.account_id = ${accountId} and invoice_id = issued.id and task_guid = any(${tasks}::uuid[]))`;
}
