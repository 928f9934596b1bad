import type { Queryable } from '../../kernel/database/queryable.ts';
import { col, type RowOf } from '../../kernel/database/row.ts';
import { sql } from '../../kernel/database/sql.ts';
import { people } from './tables.ts';

const recipient = people.pick('name', 'email');
/** `about`: for an invitation the name of the inviter, for a reset the username of the person. */
const recipientRow = recipient.with({ about: col.text() });
export type RecipientRow = RowOf<typeof recipientRow>;

export function findInvitedPerson(
  db: Queryable,
  accountId: number,
  guid: string,
): Promise<RecipientRow | null> {
  return db.find(
    recipientRow,
    sql`select ${recipient.list('i')}, coalesce(p.name, '') as about
        from invitations i left join people p on p.account_id = i.account_id and p.id = i.invited_by
        where i.account_id = ${accountId} and i.guid = ${guid}`,
  );
}

export function findResetRecipient(
  db: Queryable,
  accountId: number,
  guid: string,
): Promise<RecipientRow | null> {
  return db.find(
    recipientRow,
    sql`select ${recipient.list()}, username as about from people
        where account_id = ${accountId} and guid = ${guid} and removed_at is null`,
  );
}
