import { VAT_KINDS, type VatKind } from '../../domain/invoices/vat.ts';
import type { DateRange } from '../../domain/values/dates.ts';
import type { Queryable } from '../../kernel/database/queryable.ts';
import { col, type RowOf, row } from '../../kernel/database/row.ts';
import { EMPTY, type Sql, sql } from '../../kernel/database/sql.ts';
import { countOf } from '../../kernel/operations/count-of.ts';
import type { BatchRange } from '../../kernel/operations/paging.ts';
import { isIssuedUnstatedSql, unstatedLineSql } from '../invoices/records/vat-kind-store.ts';
import { isUnstatedItemSql } from '../items/vat-kind-store.ts';
import { isUnstatedSaleSql } from '../product-sales/vat-kind-store.ts';
import { isUnstatedTemplateSql } from '../recurring/vat-kind-store.ts';
import { buyerColumns, isk, shareOfNetZSql } from './box-store.ts';

/** What may have no VAT without saying why: what is still sold first, then what was issued. */
export const UNSTATED_KINDS = ['item', 'product_sale', 'recurring', 'invoice', 'credit_note'] as const;
export type UnstatedKind = (typeof UNSTATED_KINDS)[number];

const unstatedRow = row({
  place: col.integer(),
  sort: col.text(),
  kind: col.oneOf(UNSTATED_KINDS),
  guid: col.uuid(),
  number: col.text(),
  text: col.text(),
  sold: col.text(),
  date: col.date().nullable(),
  amount: col.text().nullable(),
  decided_vat_kind: col.oneOf(VAT_KINDS).nullable(),
  trading_partner_id: col.text().nullable(),
  registration_no: col.text().nullable(),
  vat: col.text().nullable(),
});
export type UnstatedRow = RowOf<typeof unstatedRow>;

export interface UnstatedQuery {
  /** The days of issued documents. */
  days: DateRange;
  /** Documents that were decided on, instead of everything that was not. */
  isDecided: boolean;
}

/** What lines `l` without VAT that do not say why are for; a document may have hundreds. */
function soldSql(linesOfDocument: Sql): Sql {
  return sql`coalesce((select left(string_agg(distinct l.description, ', '), 200) from ${linesOfDocument} and ${unstatedLineSql}), '')`;
}

const templateLines = sql`sales_document_lines l where l.account_id = d.account_id and l.sales_document_id = d.id`;
const invoiceLines = sql`invoice_lines l where l.account_id = i.account_id and l.invoice_id = i.id`;

/** What is still sold: records, of which each new document takes its lines. */
function standingSql(accountId: number): Sql {
  const standing = sql`null::date as date, null as amount, null as decided_vat_kind,
    null as trading_partner_id, null as registration_no, null as vat`;
  return sql`
    select 0 as place, lower(i.description) as sort, 'item' as kind, i.guid, i.item_number as number, i.description as text, '' as sold,
      ${standing}
    from items i where i.account_id = ${accountId} and ${isUnstatedItemSql}
    union all
    select 1, lower(i.description), 'product_sale', s.guid, '', i.description, '', ${standing}
    from product_sales s join items i on i.account_id = s.account_id and i.id = s.item_id
    where s.account_id = ${accountId} and ${isUnstatedSaleSql}
    union all
    select 2, lower(s.name), 'recurring', d.guid, '', s.name, ${soldSql(templateLines)}, ${standing}
    from recurring_schedules s join sales_documents d on d.account_id = s.account_id and d.id = s.sales_document_id
    where s.account_id = ${accountId} and ${isUnstatedTemplateSql}`;
}

/** Issued documents `i` of open periods; what was filed is not decided anew. */
function issuedSql(accountId: number, { days, isDecided }: UnstatedQuery): Sql {
  return sql`i.account_id = ${accountId} and ${isIssuedUnstatedSql}
    and i.decided_vat_kind is ${isDecided ? sql`not null` : sql`null`}
    and i.issue_date between ${days.from} and ${days.to}
    and not is_locked_day(i.account_id, i.issue_date)`;
}

function documentsSql(accountId: number, query: UnstatedQuery): Sql {
  return sql`
    select 3 as place, i.issue_date::text as sort, case i.kind when 'credit' then 'credit_note' else 'invoice' end as kind,
      i.guid, i.number::text as number, i.buyer ->> 'name' as text,
      ${soldSql(invoiceLines)} as sold, i.issue_date as date,
      (${isk(shareOfNetZSql(unstatedLineSql))})::text as amount, i.decided_vat_kind, ${buyerColumns}
    from invoices i cross join lateral (select case when i.kind = 'credit' then -1 else 1 end) s (sign)
    where ${issuedSql(accountId, query)}`;
}

export function listUnstated(
  db: Queryable,
  accountId: number,
  query: UnstatedQuery,
  { take, skip, after }: BatchRange<UnstatedRow>,
): Promise<UnstatedRow[]> {
  const standing = query.isDecided ? EMPTY : sql`${standingSql(accountId)} union all`;
  return db.query(
    unstatedRow,
    sql`select place, sort, kind, guid, number, text, sold, date, amount, decided_vat_kind, trading_partner_id, registration_no, vat
      from (${standing} ${documentsSql(accountId, query)}) u
      ${after ? sql`where (place, sort collate "C", guid) > (${after.place}, ${after.sort}, ${after.guid})` : EMPTY}
      order by place, sort collate "C", guid limit ${take} offset ${skip}`,
  );
}

/** How many documents of the days count by where their buyers are, because neither they nor anybody else has said why. */
export function countUnstatedDocuments(db: Queryable, accountId: number, days: DateRange): Promise<number> {
  return countOf(
    db,
    sql`select count(*) from invoices i where ${issuedSql(accountId, { days, isDecided: false })}`,
  );
}

const decidedRow = row({ vat_kind: col.oneOf(VAT_KINDS), decided: col.integer() });

/** The answer of a decision, whose records were changed before. */
export function decidedStatement(kind: VatKind, count: number) {
  return { row: decidedRow, result: sql`select ${kind}::text as vat_kind, ${count}::integer as decided` };
}
