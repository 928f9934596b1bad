import type { DateRange } from '../../domain/values/dates.ts';
import type { ListedBox } from '../../domain/vat/boxes.ts';
import { LISTED_BOXES } from '../../domain/vat/boxes.ts';
import { inIskSql, isSaleSql } from '../../kernel/database/invoice-status-sql.ts';
import { pageOf } from '../../kernel/database/page-sql.ts';
import type { Queryable } from '../../kernel/database/queryable.ts';
import { col, type RowOf, row } from '../../kernel/database/row.ts';
import { EMPTY, type Sql, sql } from '../../kernel/database/sql.ts';
import type { BatchRange } from '../../kernel/operations/paging.ts';
import { deductibleInIskSql, isApprovedSql, owedAbroadInIskSql } from '../costs/figures-store.ts';
import { lostVatSql } from '../invoices/records/lost-vat-store.ts';

export const DOCUMENT_KINDS = ['invoice', 'credit_note', 'cost', 'write_off'] as const;

/** The addresses of a buyer, by which it is in Iceland or abroad. */
const buyerRow = row({ trading_partner_id: col.text(), registration_no: col.text(), vat: col.text() });
export type BuyerRow = RowOf<typeof buyerRow>;

export const buyerColumns = sql`i.trading_partner_id, i.buyer ->> 'registration_no' as registration_no, i.buyer ->> 'vat' as vat`;

const issued = (accountId: number, { from, to }: DateRange) =>
  sql`i.account_id = ${accountId} and ${isSaleSql} and i.issue_date between ${from} and ${to}`;

/** The buyers of documents that have lines without VAT. */
export function listBuyersWithoutVat(db: Queryable, accountId: number, days: DateRange): Promise<BuyerRow[]> {
  return db.query(
    buyerRow,
    sql`select distinct ${buyerColumns} from invoices i where ${issued(accountId, days)} and i.net_z <> 0`,
  );
}

/**
 * What is outside of VAT (article 2) of the net amount without VAT of a document: the lines of code Z that say so, and where they
 * say nothing, what was decided later, or else those of a buyer who is not abroad. What has a rate of VAT but was sold to an exempt buyer is exempt (article 12).
 */
function outsideSql(abroad: readonly BuyerRow[]): Sql {
  const isAbroad = sql`exists (
    select from jsonb_to_recordset(${JSON.stringify(abroad)}::jsonb)
      as abroad (trading_partner_id text, registration_no text, vat text)
    where (abroad.trading_partner_id, abroad.registration_no, abroad.vat)
      = (i.trading_partner_id, i.buyer ->> 'registration_no', i.buyer ->> 'vat'))`;
  const isOutside = sql`l.tax = 'Z' and coalesce(l.vat_kind, i.decided_vat_kind, case when ${isAbroad} then '' else 'outside' end) = 'outside'`;
  return shareOfNetZSql(isOutside);
}

/**
 * What the lines `l` that fulfil the condition have of the net amount without VAT of the document `i`. The figures of lines are
 * rounded one by one, so they count only where lines of one document differ.
 */
export function shareOfNetZSql(condition: Sql): Sql {
  return sql`case when i.net_z = 0 then 0 else (
    select case when bool_and(${condition}) filter (where l.tax = 'Z' or i.tax_exempt) then i.net_z
      else coalesce(sum(l.net) filter (where ${condition}), 0) end
    from invoice_lines l where l.account_id = i.account_id and l.invoice_id = i.id) end`;
}

/** In ISK; credit notes are negative where `sign` says so. */
export const isk = (amount: Sql) => sql`${inIskSql(amount)} * sign`;

/** Invoices and credit notes, which are negative. */
function salesSql(accountId: number, days: DateRange, abroad: readonly BuyerRow[]): Sql {
  return sql`
    select case i.kind when 'credit' then 'credit_note' else 'invoice' end as kind, i.guid, i.number::text as number,
      i.issue_date as date, i.buyer ->> 'name' as text, f.box, f.box_amount
    from invoices i
    cross join lateral (select case when i.kind = 'credit' then -1 else 1 end, ${outsideSql(abroad)}) s (sign, outside)
    cross join lateral (values
      ('turnover_24', ${isk(sql`i.net_s`)}), ('turnover_11', ${isk(sql`i.net_aa`)}),
      ('zero_rated', ${isk(sql`i.net_z`)} - ${isk(sql`outside`)}), ('outside_vat', ${isk(sql`outside`)}),
      ('output_24', ${isk(sql`i.vat_s`)}), ('output_11', ${isk(sql`i.vat_aa`)})) f (box, box_amount)
    where ${issued(accountId, days)}`;
}

/** Approved costs; those without an exchange rate are in no box. */
function costsSql(accountId: number, { from, to }: DateRange): Sql {
  return sql`
    select 'cost' as kind, guid, invoice_number as number, issue_date as date,
      coalesce(nullif(supplier_name, ''), description) as text, f.box, f.box_amount
    from costs
    cross join lateral (values
      ('input_24', ${deductibleInIskSql(sql`vat_s`)}), ('input_11', ${deductibleInIskSql(sql`vat_aa`)}),
      ('abroad_24', ${owedAbroadInIskSql(sql`vat_s`)}), ('abroad_11', ${owedAbroadInIskSql(sql`vat_aa`)})) f (box, box_amount)
    where account_id = ${accountId} and ${isApprovedSql} and listed_on between ${from} and ${to}`;
}

/** The VAT in what was written off. */
function badDebtsSql(accountId: number, { from, to }: DateRange): Sql {
  return sql`
    select 'write_off' as kind, i.guid, i.number::text as number, i.written_off_on as date, i.buyer ->> 'name' as text,
      f.box, f.box_amount
    from invoices i
    cross join lateral (values ('bad_debt_24', ${lostVatSql.s}), ('bad_debt_11', ${lostVatSql.aa})) f (box, box_amount)
    where i.account_id = ${accountId} and i.written_off_on between ${from} and ${to}`;
}

/** What each document puts into which box, in ISK; what is nothing is left out. */
function entriesSql(accountId: number, days: DateRange, abroad: readonly BuyerRow[]): Sql {
  return sql`entries as (
    select * from (
      ${salesSql(accountId, days, abroad)} union all ${costsSql(accountId, days)}
      union all ${badDebtsSql(accountId, days)}) e
    where box_amount <> 0)`;
}

const monthRow = row({ month: col.text(), box: col.oneOf(LISTED_BOXES), amount: col.text() });
export type MonthRow = RowOf<typeof monthRow>;

/** Every period consists of months, so their sums serve periods of any length. */
export function sumBoxesByMonth(
  db: Queryable,
  accountId: number,
  days: DateRange,
  abroad: readonly BuyerRow[],
): Promise<MonthRow[]> {
  return db.query(
    monthRow,
    sql`with ${entriesSql(accountId, days, abroad)}
      select to_char(date, 'YYYY-MM') as month, box, sum(box_amount)::text as amount from entries group by 1, 2`,
  );
}

const documentRow = row({
  kind: col.oneOf(DOCUMENT_KINDS),
  guid: col.uuid(),
  number: col.text(),
  date: col.date(),
  text: col.text(),
  amount: col.text(),
});
export type DocumentRow = RowOf<typeof documentRow>;

/** The documents of a box, oldest first. */
export function listBoxDocuments(
  db: Queryable,
  accountId: number,
  { days, box, abroad }: { days: DateRange; box: ListedBox; abroad: readonly BuyerRow[] },
  { take, skip, after }: BatchRange<DocumentRow>,
): Promise<DocumentRow[]> {
  return db.query(
    documentRow,
    pageOf(
      sql`with ${entriesSql(accountId, days, abroad)}
      select kind, guid, number, date, text, box_amount::text as amount from entries
      where box = ${box} ${after ? sql`and (date, guid) > (${after.date}, ${after.guid})` : EMPTY}
      order by date, guid`,
      take,
      skip,
    ),
  );
}
