import type { Queryable } from '../../../kernel/database/queryable.ts';
import { col, first, type RowOf, row } from '../../../kernel/database/row.ts';
import { sql } from '../../../kernel/database/sql.ts';
import type { EffectDescription } from '../../../kernel/effects/effect-schema.ts';
import { people } from '../../people/tables.ts';
import { DEFAULT_MODES } from '../../preferences/notification-choices.ts';

const newsRow = row({
  agent_name: col.text(),
  effect: col.jsonb<EffectDescription>(),
  waiting: col.bigint(),
  is_announced: col.boolean(),
});
type ProposalNews = RowOf<typeof newsRow>;

/** An earlier one of the same program that still waits was mailed within the hour: a burst is one mail. */
export function findNews(db: Queryable, accountId: number, guid: string): Promise<ProposalNews | null> {
  return first(
    db.query(
      newsRow,
      sql`select coalesce(c.name, '') as agent_name, p.effect,
          (select count(*) from stored_calls w
            where w.account_id = p.account_id and w.waits_for = 'person' and w.state = 'waiting') as waiting,
          exists (
            select from stored_calls e
            where e.account_id = p.account_id and e.client_id = p.client_id and e.state = 'waiting' and e.guid <> p.guid
              and (e.created_at, e.guid) < (p.created_at, p.guid)
              and e.created_at > p.created_at - interval '1 hour') as is_announced
        from stored_calls p left join clients c on c.client_id = p.client_id
        where p.account_id = ${accountId} and p.guid = ${guid} and p.waits_for = 'person' and p.state = 'waiting'`,
    ),
  );
}

const decider = people.pick('guid', 'name', 'email', 'lang');
type Decider = RowOf<typeof decider>;

/** Everybody of the account may decide, and is notified at once unless the person chose otherwise. */
export function listDeciders(db: Queryable, accountId: number): Promise<Decider[]> {
  return db.query(
    decider,
    sql`select ${decider.list('p')} from people p
      left join notification_choices c on c.account_id = p.account_id and c.person_id = p.id
      where p.account_id = ${accountId} and p.removed_at is null and p.email <> ''
        and coalesce(c.choices ->> 'proposal', ${DEFAULT_MODES.proposal}) = 'now' order by p.id`,
  );
}
