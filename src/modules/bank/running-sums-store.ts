import type { RunningSums } from '../../kernel/database/running-sums.ts';
import { sql } from '../../kernel/database/sql.ts';

/** What the records of bookings have brought: payments as they are in the books, everything else as it was booked. */
const recordedSql = sql`case
    when a.type = 'settled' then case when p.direction = 'in' then p.amount - p.acquirer_fee else -p.amount end
    when a.type = 'fee' then -a.amount
    when a.type = 'payment' then sign(l.amount) * p.amount
    else sign(l.amount) * a.amount end`;

const LINES: RunningSums = {
  insertInto: sql`insert into bank_sums`,
  deleteFrom: sql`delete from bank_sums`,
  from: sql`from bank_sums`,
  keys: ['bank_account_id', 'kind'],
  sums: ['lines', 'amount'],
  recount: (accountId) => sql`
    select l.bank_account_id, l.state as kind, 1 as lines, l.amount from bank_lines l where l.account_id = ${accountId}
    union all select l.bank_account_id, 'recorded', 0, ${recordedSql}
    from bank_lines l
    join bank_bookings k on k.account_id = l.account_id and k.line_id = l.id and k.unbooked_at is null
    join bank_actions a on a.account_id = k.account_id and a.booking_id = k.id and a.is_active
    left join payments p on p.account_id = a.account_id and p.guid = a.payment_guid
    where l.account_id = ${accountId} and l.state = 'booked' and p.reversed_on is null`,
};

export const BANK_SUMS: readonly RunningSums[] = [LINES];
