import type { Queryable } from '../../kernel/database/queryable.ts';
import { col, type RowOf, row } from '../../kernel/database/row.ts';
import { raw, type Sql, sql } from '../../kernel/database/sql.ts';
import { timestampText } from '../../kernel/database/time-sql.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { accountColumns, accountRow } from '../accounts/account-store.ts';
import { invitations, people } from './tables.ts';

const { id, guid, username, name, email, role, main, lang, password_hash } = people.columns;

/** A person with the account; the columns of the person are prefixed, because both tables have a guid and a name. */
export const personRow = accountRow.with({
  person_id: id,
  person_guid: guid,
  person_username: username,
  person_name: name,
  person_email: email,
  person_role: role,
  person_main: main,
  person_lang: lang,
  person_second_factor: col.boolean(),
  login_account_id: people.columns.account_id,
  login_id: id,
});
export type PersonRow = RowOf<typeof personRow>;

/** A person by the row that holds the sign-in. */
const loginRow = personRow.with({ password_hash: col.text() });
export type LoginRow = RowOf<typeof loginRow>;

/** The columns of `personRow`, for a statement that reads `people` as `p`, and `accounts` under its own name. */
export const personColumns = sql`${accountColumns}, p.id as person_id, p.guid as person_guid,
  p.username as person_username, p.name as person_name, p.email as person_email, p.role as person_role,
  p.main as person_main, p.lang as person_lang, ${hasSecondFactorSql('p')} as person_second_factor,
  coalesce(p.login_account_id, p.account_id) as login_account_id, coalesce(p.login_id, p.id) as login_id`;

/** Whether the person of a row of `people` signs in with a second factor, which is kept with the sign-in. */
function hasSecondFactorSql(alias: string): Sql {
  return raw(`exists (select from second_factors f
    where f.account_id = coalesce(${alias}.login_account_id, ${alias}.account_id)
      and f.person_id = coalesce(${alias}.login_id, ${alias}.id))`);
}

/** The name that a row of `people` is shown under: the username where the person has given no name. */
export function personNameSql(alias: string): Sql {
  return raw(`coalesce(nullif(${alias}.name, ''), ${alias}.username)`);
}

/**
 * The database and the counters of failed attempts fold cases by different tables: `lower` of most locales makes "İ" an
 * "i", JavaScript an "i" with a dot above. A spelling that is another name for the counters is no name of the person,
 * or else each such spelling would have attempts of its own.
 */
export async function findLogin(db: Queryable, username: string): Promise<LoginRow | null> {
  const found = await db.find(
    loginRow,
    sql`select ${personColumns}, p.password_hash from people p join accounts on accounts.account_id = p.account_id
        where lower(p.username) = lower(${username}) and p.removed_at is null and p.login_id is null`,
  );
  return found?.person_username.toLowerCase() === username.toLowerCase() ? found : null;
}

export function findLoginById(db: Queryable, accountId: number, personId: number): Promise<LoginRow | null> {
  return db.find(
    loginRow,
    sql`select ${personColumns}, p.password_hash from people p join accounts on accounts.account_id = p.account_id
        where p.account_id = ${accountId} and p.id = ${personId} and p.removed_at is null and p.login_id is null`,
  );
}

export function findPersonById(
  db: Queryable,
  accountId: number,
  personId: number,
): Promise<PersonRow | null> {
  return db.find(
    personRow,
    sql`select ${personColumns} from people p join accounts on accounts.account_id = p.account_id
        where p.account_id = ${accountId} and p.id = ${personId} and p.removed_at is null`,
  );
}

/** The password and the second factor of a person are changed in the company that holds the sign-in. */
export function refuseLoginElsewhere({ account_id, login_account_id }: PersonRow): void {
  if (login_account_id !== account_id) fail('login_elsewhere');
}

const passwordRow = row({ account_id: people.columns.account_id, id, password_hash });

/** The sign-in of a person. Without a person it is that of the main owner, with whom the account was opened. */
export function findPassword(db: Queryable, accountId: number, personId: number | undefined) {
  return db.find(
    passwordRow,
    sql`select l.account_id, l.id, l.password_hash from people p
        join people l on l.account_id = coalesce(p.login_account_id, p.account_id) and l.id = coalesce(p.login_id, p.id)
        where p.account_id = ${accountId}
          and (p.id = ${personId ?? null}::bigint or (${personId ?? null}::bigint is null and p.main))`,
  );
}

const listedPerson = people.pick('guid', 'username', 'name', 'email', 'role', 'main');
const listedInvitation = invitations.pick('guid', 'email', 'name', 'role');
const peopleList = row({
  people: col.jsonList(
    listedPerson.with({
      is_me: col.boolean(),
      signed_in_at: col.text().nullable(),
      second_factor: col.boolean(),
      signs_in_elsewhere: col.boolean(),
    }),
  ),
  invitations: col.jsonList(listedInvitation.with({ expires_at: col.text(), expired: col.boolean() })),
});
export type PeopleList = RowOf<typeof peopleList>;

/** One statement returns them all: an account has few. */
export async function listPeople(
  db: Queryable,
  accountId: number,
  personId: number | undefined,
  now: Date,
): Promise<PeopleList> {
  const ofPerson = sql`'is_me', id = ${personId ?? null}::bigint is true,
    'signed_in_at', ${timestampText(sql`signed_in_at`)},
    'second_factor', ${hasSecondFactorSql('people')}, 'signs_in_elsewhere', login_id is not null`;
  const ofInvitation = sql`'expires_at', ${timestampText(sql`expires_at`)}, 'expired', expires_at <= ${now}`;
  const [found] = await db.query(
    peopleList,
    sql`select coalesce((
          select json_agg(${listedPerson.jsonObject('people', ofPerson)} order by id)
          from people where account_id = ${accountId} and removed_at is null), '[]') as people,
        coalesce((
          select json_agg(${listedInvitation.jsonObject('invitations', ofInvitation)} order by created_at)
          from invitations where account_id = ${accountId}), '[]') as invitations`,
  );
  return found ?? { people: [], invitations: [] };
}
