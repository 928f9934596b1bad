import type { Queryable } from '../../../kernel/database/queryable.ts';
import { col, type RowOf, row } from '../../../kernel/database/row.ts';
import { sql } from '../../../kernel/database/sql.ts';
import { clients } from '../tables.ts';

/** A client may be identified by the address of a document. */
const MAX_CLIENT_ID = 500;

/** `account_id`: the account that registered the client; 0 for one that registered itself. */
const client = clients.omit('created_at', 'registered_by', 'metadata_read_at');
export type ClientRow = RowOf<typeof client>;

/** The statement names no account: the account of a client is known only from its row. */
export async function findClient(db: Queryable, clientId: string): Promise<ClientRow | null> {
  if (!mayBeClientId(clientId)) return null;
  return db.find(client, sql`select ${client.list('c')} from clients c where c.client_id = ${clientId}`);
}

/** Refuses what cannot be an id before PostgreSQL does: text with a NUL fails as a parameter. */
export function mayBeClientId(clientId: string): boolean {
  return clientId !== '' && clientId.length <= MAX_CLIENT_ID && !clientId.includes('\0');
}

const registrationRow = row({ client_id: col.text().nullable(), count: col.bigint() });

/** The client that is registered under this name and address, if any, and how many clients the account has. */
export async function findRegistration(db: Queryable, accountId: number, name: string, redirectUri: string) {
  const [found] = await db.query(
    registrationRow,
    sql`select (select count(*) from clients where account_id = ${accountId}) as count,
      (select client_id from clients
        where account_id = ${accountId} and name = ${name} and redirect_uris[1] = ${redirectUri} limit 1) as client_id`,
  );
  return found ?? { client_id: null, count: 0 };
}

export interface NewClient {
  account_id: number;
  client_id: string;
  name: string;
  description: string;
  redirect_uris: string[];
  secret_digest: Buffer | null;
  /** The person who registered it; null: the account's key, or the client itself. */
  registered_by: number | null;
}

const clientId = clients.pick('client_id');

/** Returns nothing when a concurrent call has registered the same client. */
export function insertClient(record: NewClient, now: Date) {
  const result = sql`${clients.insert({ ...record, created_at: now })} on conflict do nothing returning client_id`;
  return { row: clientId, result };
}

/** The registration passes to the person who asked for the new secret, and ends with that person's access. */
export function replaceSecret({ account_id, client_id, secret_digest, registered_by }: NewClient) {
  const result = sql`${clients.update({ secret_digest, registered_by })}
    where account_id = ${account_id} and client_id = ${client_id} returning client_id`;
  return { row: clientId, result };
}

/** For a registration that changes nothing: the audit row needs a result. */
export function selectClient(accountId: number, id: string) {
  const result = sql`select client_id from clients where account_id = ${accountId} and client_id = ${id}`;
  return { row: clientId, result };
}

/** Whether the document of a client was read after this moment. */
export async function isMetadataReadSince(db: Queryable, id: string, since: Date): Promise<boolean> {
  const found = await db.query(
    clientId,
    sql`select c.client_id from clients c where c.client_id = ${id} and c.metadata_read_at > ${since}`,
  );
  return found.length > 0;
}

/** A client that is identified by the address of its document; the newest document counts. */
export function upsertMetadataClient(
  client: Pick<NewClient, 'client_id' | 'name' | 'redirect_uris'>,
  now: Date,
) {
  const record = { ...client, account_id: 0, secret_digest: null, created_at: now, metadata_read_at: now };
  const result = sql`${clients.insert(record)} on conflict (client_id) do update
    set name = excluded.name, redirect_uris = excluded.redirect_uris, metadata_read_at = excluded.metadata_read_at
    where clients.account_id = 0 returning client_id`;
  return { row: clientId, result };
}

const appClient = clients.pick('client_id', 'name', 'app_client');

/** The statement names no account: the operator knows a client by its own id only. */
export function updateAppClient(id: string, isAppClient: boolean) {
  const result = sql`${clients.update({ app_client: isAppClient })}
    where client_id = ${id} returning ${appClient.list()}`;
  return { row: appClient, result };
}
