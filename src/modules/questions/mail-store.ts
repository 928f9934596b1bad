import type { Queryable } from '../../kernel/database/queryable.ts';
import type { RowOf } from '../../kernel/database/row.ts';
import { type Sql, sql } from '../../kernel/database/sql.ts';
import { people } from '../people/tables.ts';
import { DEFAULT_MODES } from '../preferences/notification-choices.ts';
import type { AnswerLink } from './answer-token.ts';
import { questions } from './tables.ts';

const reader = people.pick('id', 'guid', 'name', 'email', 'lang');
export type QuestionReader = RowOf<typeof reader>;

/** People `p` who are mailed at once; those who want one mail a day get it with everything else that waits. */
const readersSql: Sql = sql`select ${reader.list('p')} from people p
  left join notification_choices c on c.account_id = p.account_id and c.person_id = p.id
  where p.removed_at is null and p.email <> ''
    and coalesce(c.choices ->> 'question', ${DEFAULT_MODES.question}) = 'now'`;

/** Who is asked: the people who do the daily work, and not the one who asks. */
export function listAsked(db: Queryable, accountId: number, questionId: number): Promise<QuestionReader[]> {
  return db.query(
    reader,
    sql`${readersSql} and p.account_id = ${accountId} and p.role in ('owner', 'member')
      and p.id is distinct from (select asked_by from questions where account_id = ${accountId} and id = ${questionId})
      order by p.id`,
  );
}

/** Who has asked, and is still there. */
export function listAskers(db: Queryable, accountId: number, questionId: number): Promise<QuestionReader[]> {
  return db.query(
    reader,
    sql`${readersSql} and p.account_id = ${accountId}
      and p.id = (select asked_by from questions where account_id = ${accountId} and id = ${questionId})`,
  );
}

const asked = questions.pick('guid').with({
  email: people.columns.email,
  lang: people.columns.lang,
  person_id: people.columns.id,
});

/** The question of a link, and the person who was asked; null where the person may not answer any more. */
export function findAskedPerson(db: Queryable, { accountId, questionId, personId }: AnswerLink) {
  return db.find(
    asked,
    sql`select q.guid, p.email, p.lang, p.id as person_id from questions q
        join people p on p.account_id = q.account_id and p.id = ${personId}
        where q.account_id = ${accountId} and q.id = ${questionId} and p.removed_at is null and p.role in ('owner', 'member')`,
  );
}
