import { type Sql, sql } from '../../../kernel/database/sql.ts';

export function setAccountingStatement(
  accountId: number,
  id: number,
  status: string,
  message: string,
  now: Date,
): Sql {
  return sql`
    update invoices set accounting_status = ${status}, accounting_message = ${message}, updated_at = ${now}
    where account_id = ${accountId} and id = ${id} returning guid, id`;
}
