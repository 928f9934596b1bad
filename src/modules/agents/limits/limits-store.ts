import type { DailyUse, ProgramLimits } from '../../../domain/access/program-limits.ts';
import { type Decimal, decimal } from '../../../domain/values/money.ts';
import type { Queryable } from '../../../kernel/database/queryable.ts';
import { col, row } from '../../../kernel/database/row.ts';
import { EMPTY, type Sql, sql } from '../../../kernel/database/sql.ts';
import { type Effect, partsOf, type Receiver, type Redirection } from '../../../kernel/effects/effect.ts';
import type { GatedWrite } from '../../../kernel/operations/program-gate.ts';
import { grants, knownRecipients, programUses } from '../tables.ts';

export const limitsRow = row({
  mode: grants.columns.mode,
  max_amount: col.double().nullable(),
  max_amount_per_day: col.double().nullable(),
  max_documents_per_day: col.integer().nullable(),
  new_recipients: grants.columns.new_recipients,
});

/** The limits of the grant `g` as JSON. */
export const limitsJson = sql`json_build_object('mode', g.mode, 'max_amount', g.max_amount::float8,
  'max_amount_per_day', g.max_amount_per_day::float8, 'max_documents_per_day', g.max_documents_per_day,
  'new_recipients', g.new_recipients)`;

const useRow = row({
  limits: col.json(limitsRow),
  left_amount: col.double().nullable(),
  left_documents: col.integer().nullable(),
});

/** The limits of a program, and what is left of the bounds of the day; null where there is no bound. */
export function findUse(db: Queryable, accountId: number, clientId: string, today: string) {
  return db.find(
    useRow,
    sql`select ${limitsJson} as limits,
        greatest(g.max_amount_per_day - coalesce(u.amount, 0), 0 * g.max_amount_per_day)::float8 as left_amount,
        greatest(g.max_documents_per_day - coalesce(u.documents, 0), 0 * g.max_documents_per_day) as left_documents
      from grants g
      left join program_uses u on u.account_id = g.account_id and u.client_id = g.client_id and u.day = ${today}
      where g.account_id = ${accountId} and g.client_id = ${clientId} and g.revoked_at is null`,
  );
}

const gateRow = row({
  limits: col.json(limitsRow),
  used_amount: col.numeric(),
  used_documents: col.integer(),
  /** The documents of the write in ISK: the largest, and their sum. */
  largest: col.numeric().nullable(),
  amount: col.numeric().nullable(),
  is_known: col.boolean(),
});

interface GateFacts {
  limits: ProgramLimits;
  used: DailyUse;
  largest: Decimal | null;
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
        sums.largest, sums.amount, ${isKnown(write)} as is_known
      from used, grants g, ${sumsInIsk(effect, today)} sums
      where g.account_id = ${accountId} and g.client_id = ${agentId} and g.revoked_at is null`,
  );
  if (!found) return null;
  return {
    limits: found.limits,
    used: { amount: decimal(found.used_amount), documents: found.used_documents },
    largest: found.largest === null ? null : decimal(found.largest),
    amount: found.amount === null ? null : decimal(found.amount),
    isKnownRecipient: found.is_known,
  };
}

/** The parts of a write that count as documents with a sum. */
export function countedDocuments(effect: Effect | null): readonly Effect[] {
  return effect ? partsOf(effect).filter(({ amount }) => amount !== null) : [];
}

/**
 * The documents with the fees that are charged on top of them, by the higher of the document's rate and the service's own of the
 * day. A fee is charged to the payer, also where the sum is given back. Null where the service knows no rate: the one of the
 * document is what the program has sent. `known` takes the rate of the document then.
 */
function sumsInIsk(effect: Effect | null, today: string): Sql {
  const documents = countedDocuments(effect).map(({ amount, fee = '0', currency, rate = null }) => ({
    ...{ amount, fee, currency, rate },
  }));
  return sql`(
    select case when bool_or(isk is null) then null else coalesce(max(isk), 0) end as largest,
      case when bool_or(isk is null) then null else coalesce(sum(isk), 0) end as amount,
      coalesce(sum(coalesce(isk, total * rate, 0)), 0) as known
    from (
      select abs(amount) + fee as total, rate, (abs(amount) + fee) * case when currency = 'ISK' then 1 else (
          select greatest(r.rate, document.rate) from exchange_rates r
          where r.currency = document.currency and r.date <= ${today} order by r.date desc limit 1) end as isk
      from jsonb_to_recordset(${JSON.stringify(documents)}::jsonb)
        as document (amount numeric, fee numeric, currency text, rate numeric)) each_one)`;
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
  const receivers = (effect ? partsOf(effect) : []).flatMap(({ receiver }) => receiver ?? []);
  if (receivers.some((receiver) => receiverKey(receiver) === null)) return sql`false`;
  const asked = receivers.map((receiver) => ({
    key: receiverKey(receiver),
    customer: receiver.customer,
    addresses: receiver.addresses.length > 0 ? receiver.addresses : [''],
  }));
  return sql`not exists (
    select from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as asked (key text, customer text, addresses text[])
    where (
      select count(*) from known_recipients k
      where k.account_id = ${accountId} and k.receiver = asked.key and k.address = any(asked.addresses)
        and not exists (
          select from audit_log a
          where a.account_id = ${accountId} and a.agent_id = ${agentId} and a.target = asked.customer
            and a.action in ('create-customer', 'update-customer', 'confirm-customer', 'merge-customers')
            and a.outcome = 'ok' and a.person_id is null and a.at >= k.known_at)
    ) <> cardinality(asked.addresses))`;
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
  const documents = countedDocuments(effect).length;
  if (documents === 0) return EMPTY;
  const fits = sql`where exists (
    select from grants g
    left join program_uses u on u.account_id = g.account_id and u.client_id = g.client_id and u.day = ${today}
    where g.account_id = ${accountId} and g.client_id = ${agentId} and g.revoked_at is null
      and (g.max_amount_per_day is null or coalesce(u.amount, 0) + sums.known <= g.max_amount_per_day)
      and (g.max_documents_per_day is null or coalesce(u.documents, 0) + ${documents}::int <= g.max_documents_per_day))`;
  const use = {
    account_id: accountId,
    client_id: agentId,
    day: today,
    // Without a rate of the service, no limit on amounts is set or a person has approved the write.
    amount: sql`sums.known`,
    documents,
  };
  return sql`counted_use as (
    ${programUses.insertSelect(use)} from answer, ${sumsInIsk(effect, today)} sums ${isApproved ? fits : EMPTY}
    on conflict (account_id, client_id, day)
    do update set amount = program_uses.amount + excluded.amount, documents = program_uses.documents + excluded.documents)`;
}

/** Remembers who receives what a person makes or approves, or the account's key makes. What is only kept, as a draft, is received by nobody yet. */
export function learnRecipient(accountId: number, effect: Effect, now: Date): Sql {
  const pairs = new Map(
    partsOf(effect)
      .flatMap(learnedAddresses)
      .map((pair) => [pair.join(' '), pair]),
  );
  if (pairs.size === 0) return EMPTY;
  // In one order, so that two writes to the same receiver cannot deadlock.
  const sorted = [...pairs.keys()].sort().map((pair) => pairs.get(pair) ?? []);
  const [receivers, addresses] = [0, 1].map((at) => sorted.map((pair) => pair[at]));
  const known = { account_id: accountId, receiver: sql`k.receiver`, address: sql`k.address`, known_at: now };
  return sql`learned as (
    ${knownRecipients.insertSelect(known)}
    from answer, unnest(${receivers}::text[], ${addresses}::text[]) as k (receiver, address)
    on conflict (account_id, receiver, address) do update set known_at = excluded.known_at)`;
}

/** The receiver of a document with each of its addresses, and with none. */
function learnedAddresses({ receiver, deliver, amount }: Effect): [string, string][] {
  const key = receiver ? receiverKey(receiver) : null;
  if (!receiver || key === null || (amount === null && deliver.length === 0)) return [];
  if (deliver.length === 0 && receiver.addresses.length > 0) return [];
  return ['', ...receiver.addresses].map((address) => [key, address]);
}
