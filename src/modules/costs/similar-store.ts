import type { Queryable } from '../../kernel/database/queryable.ts';
import { col, first, type RowOf } from '../../kernel/database/row.ts';
import { join, type Sql, sql } from '../../kernel/database/sql.ts';
import { costs } from './tables.ts';

/** Why a cost may be the same purchase: the same file, the same number of the supplier, or the same day and amount. */
export const DUPLICATE_REASONS = ['file', 'number', 'figures'] as const;

/** The fields by which costs are compared. */
interface ComparedCost {
  guid: string;
  digest: Buffer | null;
  supplierId: string;
  supplierName: string;
  issueDate: string | null;
  amount: string | null;
  currency: string;
  isCreditNote: boolean;
  invoiceNumber: string;
}

const storedCost = costs.pick(
  'guid',
  'file_digest',
  'supplier_id',
  'supplier_name',
  'issue_date',
  'amount',
  'currency',
  'credit_note',
  'invoice_number',
);

export function findCompared(db: Queryable, accountId: number, guid: string) {
  return first(
    db.query(
      storedCost,
      sql`select ${storedCost.list()} from costs where account_id = ${accountId} and guid = ${guid}`,
    ),
  );
}

/**
 * The kennitala decides; names are compared only where one of the two costs has no kennitala. Each condition is one for an index, which
 * has the costs of a supplier by day.
 */
function sameSupplier({ supplierId, supplierName }: ComparedCost): Sql[] {
  const sameName = sql`lower(c.supplier_name) = lower(${supplierName}) and c.supplier_name <> ''`;
  if (supplierId === '') return [sameName];
  return [sql`c.supplier_id = ${supplierId}`, sql`${sameName} and c.supplier_id = ''`];
}

const duplicate = costs.pick(
  'guid',
  'accounting_status',
  'supplier_name',
  'issue_date',
  'listed_on',
  'amount',
  'currency',
  'invoice_number',
);
const foundDuplicate = duplicate.with({ reason: col.oneOf(DUPLICATE_REASONS) });
type FoundDuplicate = RowOf<typeof foundDuplicate>;

const MAX_DUPLICATES = 5;

/**
 * Other costs that may be the same purchase. A credit note is not compared with an invoice. Each reason looks up its own few by an index,
 * because a supplier may have sent thousands. The day of a cost that is known is also the one that lists have.
 */
export function listDuplicates(
  db: Queryable,
  accountId: number,
  cost: ComparedCost,
): Promise<FoundDuplicate[]> {
  const { digest, invoiceNumber, issueDate, amount, currency } = cost;
  const sameFile = sql`coalesce(c.file_digest = ${digest}::bytea, false)`;
  const sameNumber = sql`(c.invoice_number <> '' and c.invoice_number = ${invoiceNumber})`;
  const sameFigures = sql`(c.listed_on = ${issueDate}::date and c.issue_date = ${issueDate}::date
    and c.amount = ${amount}::numeric and c.currency = ${currency})`;
  const newest = (condition: Sql) => sql`(select c.id from costs c
    where c.account_id = ${accountId} and c.guid <> ${cost.guid} and ${condition}
    order by c.id desc limit ${MAX_DUPLICATES})`;
  const ofSupplier = sameSupplier(cost).flatMap((supplier) =>
    [sameNumber, sameFigures].map((same) =>
      newest(sql`${supplier} and c.credit_note = ${cost.isCreditNote} and ${same}`),
    ),
  );
  const found = [newest(sql`c.file_digest = ${digest}::bytea`), ...ofSupplier];
  return db.query(
    foundDuplicate,
    sql`select ${duplicate.list('c')},
        case when ${sameFile} then 'file' when ${sameNumber} then 'number' else 'figures' end as reason
      from costs c
      where c.account_id = ${accountId} and c.id = any(array(${join(found, ' union all ')}))
      order by c.id desc limit ${MAX_DUPLICATES}`,
  );
}

const bookedCost = costs.pick(
  'guid',
  'issue_date',
  'listed_on',
  'supplier_name',
  'supplier_id',
  'cost_code',
  'how_paid',
  'project_name',
  'payee_account',
  'payee_iban',
);

/** The supplier's last approved cost that was booked under a code. */
export function findLastBooked(db: Queryable, accountId: number, cost: ComparedCost) {
  const last = sql`order by c.listed_on desc, c.id desc limit 1`;
  const found = sameSupplier(cost).map(
    (supplier) => sql`(select c.id from costs c
      where c.account_id = ${accountId} and c.guid <> ${cost.guid} and ${supplier}
        and c.accounting_status <> 'New' and c.cost_code <> '' and c.show_api ${last})`,
  );
  return first(
    db.query(
      bookedCost,
      sql`select ${bookedCost.list('c')} from costs c
        where c.account_id = ${accountId} and c.id = any(array(${join(found, ' union all ')})) ${last}`,
    ),
  );
}
