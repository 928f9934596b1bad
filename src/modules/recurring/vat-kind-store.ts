import type { VatKind } from '../../domain/invoices/vat.ts';
import { anyGuid } from '../../kernel/database/any-of.ts';
import { col } from '../../kernel/database/row.ts';
import { sql } from '../../kernel/database/sql.ts';
import type { WriteContext } from '../../kernel/operations/context.ts';
import { stateLineKinds, unstatedLineSql } from '../sales-documents/vat-kind-store.ts';
import { recurringSchedules } from './tables.ts';

/** Whether the template `d` with the schedule `s` goes on and has lines without VAT that do not say why. */
export const isUnstatedTemplateSql = sql`s.state in ('active', 'paused') and ${unstatedLineSql}`;

const decidedTemplate = recurringSchedules
  .pick('sales_document_id', 'state', 'next_date')
  .with({ guid: col.uuid() });

/** States the kind of the lines of those that state none; the others stay as they are, and are not returned. */
export async function stateTemplateKinds(ctx: WriteContext, guids: readonly string[], kind: VatKind) {
  const { tx, account } = ctx;
  const found = await tx.query(
    decidedTemplate,
    sql`select s.sales_document_id, s.state, s.next_date, d.guid from recurring_schedules s
      join sales_documents d on d.account_id = s.account_id and d.id = s.sales_document_id
      where s.account_id = ${account.id} and d.guid = ${anyGuid(guids)} and ${isUnstatedTemplateSql}
      order by d.id for update`,
  );
  await stateLineKinds(
    ctx,
    found.map(({ sales_document_id }) => sales_document_id),
    kind,
  );
  return found;
}
