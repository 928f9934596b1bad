import type { Queryable } from '../../kernel/context.ts';
import { bigint, boolean, double, first, type RowOf, text, textArray } from '../../kernel/database/row.ts';
import { type Sql, sql } from '../../kernel/database/sql.ts';
import type { Scope } from '../../kernel/scopes.ts';
import { accountColumns, accountRow } from '../accounts/account-store.ts';

export interface NewCode {
  accountId: number;
  clientId: string;
  scopes: readonly Scope[];
  redirectUri: string;
  digest: Buffer;
  challenge: string | null;
  expiresAt: Date;
}

/** `grant` answers the id of the grant that it goes by; without one nothing is given. */
export function insertAuthorization(c: NewCode, grant: Sql, now: Date): { ctes: Sql; result: Sql } {
  const result = sql`
    insert into authorizations (account_id, grant_id, client_id, scopes, redirect_uri, code_digest, code_challenge,
      code_expires_at, created_at)
    select ${c.accountId}::bigint, id, ${c.clientId}, ${c.scopes}::text[], ${c.redirectUri}, ${c.digest}::bytea,
      ${c.challenge}, ${c.expiresAt}::timestamptz, ${now}::timestamptz
    from grant_in_force
    returning id`;
  return { ctes: sql`grant_in_force as (${grant})`, result };
}

/** An authorization with the account that gave it, as the token endpoint needs it. */
const givenRow = accountRow.with({
  authorization_id: bigint(),
  client_id: text(),
  given_scopes: textArray<Scope>(),
  revoked: boolean(),
});

const codeRow = givenRow.with({
  redirect_uri: text(),
  code_challenge: text().nullable(),
  in_time: boolean(),
  exchanged: boolean(),
});
export type CodeRow = RowOf<typeof codeRow>;

export function findCode(db: Queryable, digest: Buffer, now: Date): Promise<CodeRow | null> {
  return first(
    db.query(
      codeRow,
      sql`select ${accountColumns}, n.id as authorization_id, n.client_id, n.scopes as given_scopes, n.redirect_uri,
      n.code_challenge, n.code_expires_at > ${now} as in_time, n.exchanged_at is not null as exchanged,
      n.revoked_at is not null or g.revoked_at is not null as revoked
    from authorizations n
    join grants g on g.account_id = n.account_id and g.id = n.grant_id
    join accounts on accounts.account_id = n.account_id
    where n.code_digest = ${digest}`,
    ),
  );
}

const refreshRow = givenRow.with({
  in_time: boolean(),
  /** Milliseconds since the token was rotated; null while it is the newest. */
  rotated_ms: double().nullable(),
});
export type RefreshRow = RowOf<typeof refreshRow>;

export function findRefreshToken(db: Queryable, digest: Buffer, now: Date): Promise<RefreshRow | null> {
  return first(
    db.query(
      refreshRow,
      sql`select ${accountColumns}, n.id as authorization_id, n.client_id, t.scopes as given_scopes,
      t.expires_at > ${now} as in_time, extract(epoch from ${now}::timestamptz - t.rotated_at)::float8 * 1000 as rotated_ms,
      n.revoked_at is not null or g.revoked_at is not null as revoked
    from refresh_tokens t
    join authorizations n on n.account_id = t.account_id and n.id = t.authorization_id
    join grants g on g.account_id = n.account_id and g.id = n.grant_id
    join accounts on accounts.account_id = t.account_id
    where t.digest = ${digest}`,
    ),
  );
}

export interface NewTokens {
  accountId: number;
  access: { digest: Buffer; scopes: readonly Scope[]; expiresAt: Date };
  refresh: { digest: Buffer; expiresAt: Date };
}

/** `from` is the step whose single row names authorization and scopes; without that row nothing is issued. */
function issueFrom({ accountId, access, refresh }: NewTokens): { ctes: Sql; result: Sql } {
  return {
    ctes: sql`
      new_access as (
        insert into access_tokens (account_id, digest, authorization_id, scopes, expires_at)
        select ${accountId}::bigint, ${access.digest}::bytea, authorization_id, ${access.scopes}::text[],
          ${access.expiresAt}::timestamptz from given),
      new_refresh as (
        insert into refresh_tokens (account_id, digest, authorization_id, scopes, expires_at)
        select ${accountId}::bigint, ${refresh.digest}::bytea, authorization_id, scopes,
          ${refresh.expiresAt}::timestamptz from given)`,
    result: sql`select authorization_id from given`,
  };
}

/** Takes the code, which of many callers only one can, and issues what it is worth. */
export function exchangeCode(
  tokens: NewTokens,
  authorizationId: number,
  now: Date,
): { ctes: Sql; result: Sql } {
  const { ctes, result } = issueFrom(tokens);
  return {
    ctes: sql`
      given as (
        update authorizations set exchanged_at = ${now}
        where account_id = ${tokens.accountId} and id = ${authorizationId} and exchanged_at is null
        returning id as authorization_id, scopes),
      ${ctes}`,
    result,
  };
}

/** Replaces a refresh token, which of many callers only one can. */
export function rotateRefreshToken(tokens: NewTokens, digest: Buffer, now: Date): { ctes: Sql; result: Sql } {
  const { ctes, result } = issueFrom(tokens);
  return {
    ctes: sql`
      given as (
        update refresh_tokens set rotated_at = ${now}
        where account_id = ${tokens.accountId} and digest = ${digest} and rotated_at is null
        returning authorization_id, scopes),
      ${ctes}`,
    result,
  };
}

export function revokeAuthorization(accountId: number, authorizationId: number, now: Date): Sql {
  return sql`
    update authorizations set revoked_at = coalesce(revoked_at, ${now})
    where account_id = ${accountId} and id = ${authorizationId}
    returning id`;
}

export function revokeAccessToken(accountId: number, digest: Buffer, now: Date): Sql {
  return sql`
    update access_tokens set revoked_at = coalesce(revoked_at, ${now})
    where account_id = ${accountId} and digest = ${digest}
    returning account_id`;
}

const accessRow = accountRow.with({
  authorization_id: bigint(),
  client_id: text(),
  token_scopes: textArray<Scope>(),
  grant_scopes: textArray<Scope>(),
  expires_ms: double(),
  revoked: boolean(),
});
export type AccessRow = RowOf<typeof accessRow>;

/** Account, program and scopes behind an access token, in one statement. */
export function findAccessToken(db: Queryable, digest: Buffer): Promise<AccessRow | null> {
  return first(
    db.query(
      accessRow,
      sql`select ${accountColumns}, n.id as authorization_id, n.client_id, t.scopes as token_scopes,
      g.scopes as grant_scopes, extract(epoch from t.expires_at)::float8 * 1000 as expires_ms,
      t.revoked_at is not null or n.revoked_at is not null or g.revoked_at is not null as revoked
    from access_tokens t
    join authorizations n on n.account_id = t.account_id and n.id = t.authorization_id
    join grants g on g.account_id = n.account_id and g.id = n.grant_id
    join accounts on accounts.account_id = t.account_id
    where t.digest = ${digest}`,
    ),
  );
}
