import { anyId } from '../../kernel/database/any-of.ts';
import type { Queryable } from '../../kernel/database/queryable.ts';
import { col, row } from '../../kernel/database/row.ts';
import { sql } from '../../kernel/database/sql.ts';

const share = row({ invoice_id: col.bigint(), amount: col.numeric() });

/** What imported payments settle of each of these invoices. */
export async function listImportedShares(
  tx: Queryable,
  accountId: number,
  invoiceIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const found = await tx.query(
    share,
    sql`select a.invoice_id, sum(a.amount) as amount from allocations a
      join payments p on p.account_id = a.account_id and p.id = a.payment_id
      where a.account_id = ${accountId} and a.invoice_id = ${anyId(invoiceIds)}
        and p.source = 'import' and p.reversed_on is null
      group by a.invoice_id`,
  );
  return new Map(found.map(({ invoice_id, amount }) => [invoice_id, amount]));
}
