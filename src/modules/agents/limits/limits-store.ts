import type { DailyUse, ProgramLimits } from '../../../domain/access/program-limits.ts';
import { type Decimal, decimal } from '../../../domain/values/money.ts';
import type { Queryable } from '../../../kernel/database/queryable.ts';
import {
  boolean,
  double,
  first,
  integer,
  json,
  numeric,
  type RowOf,
  row,
} from '../../../kernel/database/row.ts';
import { EMPTY, type Sql, sql } from '../../../kernel/database/sql.ts';
import type { Effect, Receiver, Redirection } from '../../../kernel/effects/effect.ts';
import type { GatedWrite } from '../../../kernel/operations/program-gate.ts';
import { grants, knownRecipients, programUses } from '../tables.ts';

export const limitsRow = row({
  mode: grants.columns.mode,
  max_amount: double().nullable(),
  max_amount_per_day: double().nullable(),
  max_documents_per_day: integer().nullable(),
  new_recipients: grants.columns.new_recipients,
});

/** The limits of the grant `g` as JSON. */
export const limitsJson = sql`json_build_object('mode', g.mode, 'max_amount', g.max_amount::float8,
  'max_amount_per_day', g.max_amount_per_day::float8, 'max_documents_per_day', g.max_documents_per_day,
  'new_recipients', g.new_recipients)`;

const useRow = row({
  limits: json(limitsRow),
  left_amount: double().nullable(),
  left_documents: integer().nullable(),
});

/** The limits of a program, and what is left of the bounds of the day; null where there is no bound. */
export function findUse(
  db: Queryable,
  accountId: number,
  clientId: string,
  today: string,
): Promise<RowOf<typeof useRow> | null> {
  return first(
    db.query(
      useRow,
      sql`select ${limitsJson} as limits,
        greatest(g.max_amount_per_day - coalesce(u.amount, 0), 0 * g.max_amount_per_day)::float8 as left_amount,
        greatest(g.max_documents_per_day - coalesce(u.documents, 0), 0 * g.max_documents_per_day) as left_documents
      from grants g
      left join program_uses u on u.account_id = g.account_id and u.client_id = g.client_id and u.day = ${today}
      where g.account_id = ${accountId} and g.client_id = ${clientId} and g.revoked_at is null`,
    ),
  );
}

const gateRow = row({
  limits: json(limitsRow),
  used_amount: numeric(),
  used_documents: integer(),
  /** The write in ISK. */
  amount: numeric().nullable(),
  is_known: boolean(),
});

interface GateFacts {
  limits: ProgramLimits;
  used: DailyUse;
  amount: Decimal | null;
  isKnownRecipient: boolean;
}

/**
 * The limits of a program and its use of the day. The row of the use is locked until the end of the transaction, so that
 * of concurrent writes each sees what the one before has counted. Null where the grant was revoked meanwhile.
 */
export async function lockUse(tx: Queryable, write: GatedWrite): Promise<GateFacts | null> {
  const { accountId, agentId, effect, today } = write;
  const first = { account_id: accountId, client_id: agentId, day: today, amount: '0', documents: 0 };
  const [found] = await tx.query(
    gateRow,
    sql`with used as (
        ${programUses.insert(first)}
        on conflict (account_id, client_id, day) do update set documents = program_uses.documents
        returning amount, documents)
      select ${limitsJson} as limits, used.amount as used_amount, used.documents as used_documents,
        ${inIsk(effect, today)} as amount, ${isKnown(write)} as is_known
      from used, grants g
      where g.account_id = ${accountId} and g.client_id = ${agentId} and g.revoked_at is null`,
  );
  if (!found) return null;
  return {
    limits: found.limits,
    used: { amount: decimal(found.used_amount), documents: found.used_documents },
    amount: found.amount === null ? null : decimal(found.amount),
    isKnownRecipient: found.is_known,
  };
}

/**
 * The sum with the fee that is charged on top of it, by the higher of the document's rate and the service's own of the day.
 * Null where the service knows no rate: the one of the document is what the program has sent.
 */
function inIsk(effect: Effect | null, today: string): Sql {
  if (!effect || effect.amount === null) return sql`0::numeric`;
  if (effect.currency === 'ISK') return sumOf(effect);
  return sql`${sumOf(effect)} * (
    select greatest(rate, ${effect.rate ?? null}::numeric) from exchange_rates
    where currency = ${effect.currency} and date <= ${today} order by date desc limit 1)`;
}

/** In the currency of the document. A fee is charged to the payer, also where the sum is given back. */
function sumOf({ amount, fee = '0' }: Effect): Sql {
  return sql`(abs(${amount}::numeric) + ${fee}::numeric)`;
}

/** The kennitala, or the profile of a customer who has none. Null for a customer whom nobody can know yet. */
function receiverKey({ kennitala, customer }: Receiver): string | null {
  if (kennitala !== '') return kennitala;
  return customer && `customer:${customer}`;
}

/**
 * Whether the receiver has got something at each address from a person or the account's key, and the program has not
 * changed the profile since. A change that a person approved does not count. A change of where documents of others go is
 * never known.
 */
function isKnown({ accountId, agentId, effect }: GatedWrite): Sql {
  if (effect?.redirects) return isOwnProfile(accountId, agentId, effect.redirects);
  const receiver = effect?.receiver;
  if (!receiver) return sql`true`;
  const key = receiverKey(receiver);
  if (key === null) return sql`false`;
  const addresses = receiver.addresses.length > 0 ? receiver.addresses : [''];
  return sql`(
    select count(*) from known_recipients k
    where k.account_id = ${accountId} and k.receiver = ${key} and k.address = any(${addresses}::text[])
      and not exists (
        select from audit_log a
        where a.account_id = ${accountId} and a.agent_id = ${agentId} and a.target = ${receiver.customer}::text
          and a.action in ('create-customer', 'update-customer', 'confirm-customer', 'merge-customers')
          and a.outcome = 'ok' and a.person_id is null and a.at >= k.known_at)
  ) = ${addresses.length}`;
}

/** Whether the program made the profile, and nobody else has sent anything to its customer. */
function isOwnProfile(accountId: number, agentId: string, redirects: Redirection): Sql {
  if (redirects === 'others') return sql`false`;
  const { customer, kennitalas } = redirects;
  const receivers = [`customer:${customer}`, ...kennitalas.filter((kennitala) => kennitala !== '')];
  return sql`(
    exists (
      select from audit_log a
      where a.account_id = ${accountId} and a.agent_id = ${agentId} and a.target = ${customer}
        and a.action = 'create-customer' and a.outcome = 'ok')
    and not exists (
      select from known_recipients k
      where k.account_id = ${accountId} and k.receiver = any(${receivers}::text[])))`;
}

/**
 * Counts a write with a sum; `answer` is the result of the final statement. What a person approved beyond a bound of the day
 * is not counted: it would use up what the program may do without asking.
 */
export function countUse({ accountId, agentId, effect, today, isApproved }: GatedWrite): Sql {
  if (!effect || effect.amount === null) return EMPTY;
  const amount = sql`coalesce(${inIsk(effect, today)}, ${sumOf(effect)} * ${effect.rate ?? null}::numeric, 0)`;
  const fits = sql`where exists (
    select from grants g
    left join program_uses u on u.account_id = g.account_id and u.client_id = g.client_id and u.day = ${today}
    where g.account_id = ${accountId} and g.client_id = ${agentId} and g.revoked_at is null
      and (g.max_amount_per_day is null or coalesce(u.amount, 0) + ${amount} <= g.max_amount_per_day)
      and (g.max_documents_per_day is null or coalesce(u.documents, 0) < g.max_documents_per_day))`;
  const use = {
    account_id: accountId,
    client_id: agentId,
    day: today,
    // Without a rate of the service, no limit on amounts is set or a person has approved the write.
    amount,
    documents: 1,
  };
  return sql`counted_use as (
    ${programUses.insertSelect(use)} from answer ${isApproved ? fits : EMPTY}
    on conflict (account_id, client_id, day)
    do update set amount = program_uses.amount + excluded.amount, documents = program_uses.documents + 1)`;
}

/** Remembers who receives what a person makes or approves, or the account's key makes. What is only kept, as a draft, is received by nobody yet. */
export function learnRecipient(accountId: number, effect: Effect, now: Date): Sql {
  const { receiver, deliver, amount } = effect;
  const key = receiver ? receiverKey(receiver) : null;
  if (amount === null && deliver.length === 0) return EMPTY;
  if (!receiver || key === null || (deliver.length === 0 && receiver.addresses.length > 0)) return EMPTY;
  const known = { account_id: accountId, receiver: key, address: sql`address`, known_at: now };
  // In one order, so that two writes to the same receiver cannot deadlock.
  const addresses = [...new Set(['', ...receiver.addresses])].sort();
  return sql`learned as (
    ${knownRecipients.insertSelect(known)} from answer, unnest(${addresses}::text[]) as address
    on conflict (account_id, receiver, address) do update set known_at = excluded.known_at)`;
}
