import type { Scope } from '../../../kernel/access/scopes.ts';
import type { Queryable } from '../../../kernel/database/queryable.ts';
import { col, type RowOf, row } from '../../../kernel/database/row.ts';
import { type Sql, sql } from '../../../kernel/database/sql.ts';
import { accountColumns, accountRow } from '../../accounts/account-store.ts';
import { limitsJson, limitsRow } from '../limits/limits-store.ts';
import { accessTokens, authorizations, refreshTokens } from '../tables.ts';

const { id, client_id, scopes, redirect_uri, code_challenge, resource } = authorizations.columns;

/** An authorization with its account, as the token endpoint needs it. */
const authorizationRow = accountRow.with({
  authorization_id: id,
  client_id,
  granted_scopes: scopes,
  resource,
  revoked: col.boolean(),
});

const codeRow = authorizationRow.with({
  redirect_uri,
  code_challenge,
  in_time: col.boolean(),
  exchanged: col.boolean(),
});
export type CodeRow = RowOf<typeof codeRow>;

export function findCode(db: Queryable, digest: Buffer, now: Date): Promise<CodeRow | null> {
  return db.find(
    codeRow,
    sql`select ${accountColumns}, n.id as authorization_id, n.client_id, n.scopes as granted_scopes, n.redirect_uri, n.resource,
      n.code_challenge, n.code_expires_at > ${now} as in_time, n.exchanged_at is not null as exchanged,
      n.revoked_at is not null or g.revoked_at is not null as revoked
    from authorizations n
    join grants g on g.account_id = n.account_id and g.id = n.grant_id
    join accounts on accounts.account_id = n.account_id
    where n.code_digest = ${digest}`,
  );
}

const refreshRow = authorizationRow.with({
  in_time: col.boolean(),
  /** Milliseconds since the token was rotated; null while it is the newest. */
  rotated_ms: col.double().nullable(),
});
export type RefreshRow = RowOf<typeof refreshRow>;

export function findRefreshToken(db: Queryable, digest: Buffer, now: Date): Promise<RefreshRow | null> {
  return db.find(
    refreshRow,
    sql`select ${accountColumns}, n.id as authorization_id, n.client_id, t.scopes as granted_scopes, n.resource,
      t.expires_at > ${now} as in_time, extract(epoch from ${now}::timestamptz - t.rotated_at)::float8 * 1000 as rotated_ms,
      n.revoked_at is not null or g.revoked_at is not null as revoked
    from refresh_tokens t
    join authorizations n on n.account_id = t.account_id and n.id = t.authorization_id
    join grants g on g.account_id = n.account_id and g.id = n.grant_id
    join accounts on accounts.account_id = t.account_id
    where t.digest = ${digest}`,
  );
}

export interface NewTokens {
  accountId: number;
  access: { digest: Buffer; scopes: readonly Scope[]; resource: string | null; expiresAt: Date };
  refresh: { digest: Buffer; expiresAt: Date };
}

/**
 * Adds new tokens to the step `source`, whose single row names authorization and scopes. Of several concurrent callers
 * only one gets that row; for the others nothing is issued.
 */
function issueStatement({ accountId, access, refresh }: NewTokens, source: Sql) {
  const shared = { account_id: accountId, authorization_id: sql`authorization_id` };
  const { digest, scopes, resource, expiresAt } = access;
  const newAccess = { digest, scopes, resource, expires_at: expiresAt };
  const newRefresh = { digest: refresh.digest, scopes: sql`scopes`, expires_at: refresh.expiresAt };
  return {
    row: row({ authorization_id: id }),
    ctes: sql`
      source as (${source}),
      new_access as (${accessTokens.insertSelect({ ...shared, ...newAccess })} from source),
      new_refresh as (${refreshTokens.insertSelect({ ...shared, ...newRefresh })} from source)`,
    result: sql`select authorization_id from source`,
  };
}

/** Marks the code as used and issues tokens for it. */
export function exchangeCode(tokens: NewTokens, authorizationId: number, now: Date) {
  const source = sql`${authorizations.update({ exchanged_at: now })}
    where account_id = ${tokens.accountId} and id = ${authorizationId} and exchanged_at is null
    returning id as authorization_id, scopes`;
  return issueStatement(tokens, source);
}

/** Marks the refresh token as used and issues new tokens for it. */
export function rotateRefreshToken(tokens: NewTokens, digest: Buffer, now: Date) {
  const source = sql`${refreshTokens.update({ rotated_at: now })}
    where account_id = ${tokens.accountId} and digest = ${digest} and rotated_at is null
    returning authorization_id, scopes`;
  return issueStatement(tokens, source);
}

const accessRow = accountRow.with({
  authorization_id: id,
  client_id,
  token_scopes: scopes,
  resource,
  grant_scopes: scopes,
  expires_ms: col.double(),
  revoked: col.boolean(),
  limits: col.json(limitsRow),
  frozen: col.boolean(),
});
export type AccessRow = RowOf<typeof accessRow>;

/** Account, program and scopes behind an access token, in one statement. */
export function findAccessToken(db: Queryable, digest: Buffer): Promise<AccessRow | null> {
  return db.find(
    accessRow,
    sql`select ${accountColumns}, n.id as authorization_id, n.client_id, t.scopes as token_scopes, t.resource,
      g.scopes as grant_scopes, extract(epoch from t.expires_at)::float8 * 1000 as expires_ms,
      t.revoked_at is not null or n.revoked_at is not null or g.revoked_at is not null as revoked,
      ${limitsJson} as limits, g.frozen_at is not null as frozen
    from access_tokens t
    join authorizations n on n.account_id = t.account_id and n.id = t.authorization_id
    join grants g on g.account_id = n.account_id and g.id = n.grant_id
    join accounts on accounts.account_id = t.account_id
    where t.digest = ${digest}`,
  );
}
