import type { Queryable } from '../../kernel/database/queryable.ts';
import { col, type RowOf } from '../../kernel/database/row.ts';
import { sql } from '../../kernel/database/sql.ts';
import { accounts, vatLocks, vatPeriodLengths } from '../accounts/tables.ts';
import { people } from '../people/tables.ts';

const length = vatPeriodLengths.pick('from_year', 'periods');
const lockedPeriod = vatLocks.pick('to_date');
const clientRow = accounts.pick('guid', 'name').with({
  account_id: col.bigint(),
  role: people.columns.role,
  is_current: col.boolean(),
  lengths: col.jsonList(length),
  locked: col.jsonList(lockedPeriod),
});
export type ClientRow = RowOf<typeof clientRow>;

/** Locked periods that ended before are of no interest to what is next to be filed. */
const MONTHS_BACK = 27;

/** The companies that a person works for, with their settlement periods, by name. */
export function listClients(
  db: Queryable,
  { accountId, personId, today }: { accountId: number; personId: number; today: string },
): Promise<ClientRow[]> {
  return db.query(
    clientRow,
    sql`with me as (
        select coalesce(login_account_id, account_id) as account_id, coalesce(login_id, id) as id from people
        where account_id = ${accountId} and id = ${personId} and removed_at is null)
      select a.account_id, a.guid, a.name, p.role, a.account_id = ${accountId} as is_current,
        coalesce((select json_agg(${length.jsonObject('l')}) from vat_period_lengths l
          where l.account_id = a.account_id), '[]') as lengths,
        coalesce((select json_agg(${lockedPeriod.jsonObject('k')}) from vat_locks k
          where k.account_id = a.account_id and k.unlocked_at is null
            and k.to_date > ${today}::date - make_interval(months => ${MONTHS_BACK})), '[]') as locked
      from me
      join people p on (p.account_id = me.account_id and p.id = me.id)
        or (p.login_account_id = me.account_id and p.login_id = me.id)
      join accounts a on a.account_id = p.account_id
      where p.removed_at is null and not a.disabled order by lower(a.name), a.guid`,
  );
}
