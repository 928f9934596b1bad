import type { Queryable } from '../../kernel/context.ts';
import { caseInsensitivePattern } from '../../kernel/database/search-sql.ts';
import { EMPTY, sql } from '../../kernel/database/sql.ts';

export interface FoundCost {
  guid: string;
  state: string;
  supplier_name: string;
  supplier_id: string;
  description: string;
  issue_date: string | null;
  created_date: string;
  amount: string;
  currency: string;
  cost_code: string;
  credit_note: boolean;
  has_file: boolean;
}

export interface WantedCosts {
  state: string | undefined;
  search: string | undefined;
  take: number;
  skip: number;
}

/** Without the attachments, which would be megabytes; one that is being read counts as `Reading`. */
export async function findCosts(
  db: Queryable,
  accountId: number,
  { state, search, take, skip }: WantedCosts,
): Promise<{ rows: FoundCost[]; states: { state: string; count: number }[] }> {
  const like = search ? caseInsensitivePattern(search) : '';
  const matches = search
    ? sql`and (c.supplier_name ~ ${like} or c.description ~ ${like} or c.invoice_number = ${search}
        or c.supplier_id = ${search.replace(/\D/g, '') || '-'})`
    : EMPTY;
  const [found] = await db.query<{ rows: FoundCost[]; states: { state: string; count: number }[] }>(sql`
    with mine as (
      select c.*, case when c.show_api then c.accounting_status else 'Reading' end as state
      from costs c where c.account_id = ${accountId} ${matches})
    select
      (select coalesce(json_agg(row), '[]') from (
        select c.guid, c.state, c.supplier_name, c.supplier_id, c.description, c.issue_date,
          to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD') as created_date, coalesce(c.amount, 0)::text as amount,
          c.currency, c.cost_code, c.credit_note, exists (select from cost_files f
            where f.account_id = ${accountId} and f.cost_id = c.id and f.role = 'file') as has_file
        from mine c ${state ? sql`where c.state = ${state}` : EMPTY}
        order by c.created_at desc, c.id desc limit ${take} offset ${skip}) row) as rows,
      (select coalesce(json_agg(s), '[]') from (
        select state, count(*)::int as count from mine group by state) s) as states`);
  return found ?? { rows: [], states: [] };
}

export interface ReadingRow {
  fields?: Record<string, { value: unknown; confidence: number; found: string }>;
  problem?: string;
}

export async function findReading(
  db: Queryable,
  accountId: number,
  guid: string,
): Promise<ReadingRow | null> {
  const [row] = await db.query<{ reading: ReadingRow | null }>(
    sql`select reading from costs where account_id = ${accountId} and guid = ${guid}`,
  );
  return row ? (row.reading ?? {}) : null;
}
