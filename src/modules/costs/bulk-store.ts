import { toFileName } from '../../domain/strings/file-names.ts';
import type { Queryable } from '../../kernel/database/queryable.ts';
import type { RowOf } from '../../kernel/database/row.ts';
import { type Sql, sql } from '../../kernel/database/sql.ts';
import { cte } from '../../kernel/events/emitted-events.ts';
import type { WriteContext } from '../../kernel/operations/context.ts';
import type { RecordDocument } from '../../kernel/operations/record-import.ts';
import { toStoredReading } from './reading-fields.ts';
import { type CostFields, costFields } from './store.ts';
import { costFiles, costs } from './tables.ts';

const knownCost = costs.pick(
  'guid',
  'supplier_name',
  'supplier_id',
  'invoice_number',
  'issue_date',
  'amount',
);
export type KnownCost = RowOf<typeof knownCost>;

/** The costs of the days that rows name. */
export function listCostsOfDays(
  tx: Queryable,
  accountId: number,
  days: readonly string[],
): Promise<KnownCost[]> {
  return tx.query(
    knownCost,
    sql`select ${knownCost.list()} from costs
      where account_id = ${accountId} and issue_date = any(${days}::date[]) order by id`,
  );
}

/** A cost of a row, or of an e-invoice, which is its receipt. */
export interface ImportedCost {
  guid: string;
  fields: CostFields;
  document: RecordDocument | null;
}

/** The steps that insert them with their receipts, and the events of each; none where there are none. */
export function insertCosts(ctx: WriteContext, records: readonly ImportedCost[]): Sql[] {
  if (records.length === 0) return [];
  const shared = {
    account_id: ctx.account.id,
    accounting_status: 'New' as const,
    show_api: true,
    auto_approve: false,
    created_at: ctx.now,
    updated_at: ctx.now,
  };
  const rows = records.map(({ guid, fields, document }) => ({
    guid,
    ...costFields.valuesIn(fields),
    listed_on: fields.issue_date ?? ctx.today,
    file_digest: document?.sha256 ?? null,
    reading: document && toStoredReading(document.read.reading),
  }));
  ctx.emit('cost.created', { guid: sql`new_costs.guid` }, cte('new_costs'));
  return [
    sql`new_costs as (${costs.insertEach(shared, rows)} returning guid, id)`,
    ...insertReceipts(ctx.account.id, records),
  ];
}

function insertReceipts(accountId: number, records: readonly ImportedCost[]): Sql[] {
  const receipts = records.flatMap(({ guid, document }) =>
    document ? [{ guid, name: toFileName(document.name, 'xml'), content: encode(document) }] : [],
  );
  if (receipts.length === 0) return [];
  const file = {
    account_id: accountId,
    cost_id: sql`new_costs.id`,
    ...{ role: 'file' as const, extension: 'xml', content_type: 'application/xml' },
    name: sql`receipt.name`,
    bytes: sql`decode(receipt.content, 'base64')`,
  };
  return [
    sql`new_receipts as (${costFiles.insertSelect(file)}
      from jsonb_to_recordset(${JSON.stringify(receipts)}::jsonb) receipt (guid uuid, name text, content text)
      join new_costs on new_costs.guid = receipt.guid)`,
  ];
}

function encode({ read }: RecordDocument): string {
  return Buffer.from(read.content).toString('base64');
}
