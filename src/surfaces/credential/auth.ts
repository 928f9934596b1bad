import type { FastifyRequest } from 'fastify';
import { subscribes } from '../../kernel/account.ts';
import type { Caller } from '../../kernel/context.ts';
import { fail } from '../../kernel/failures/failure.ts';
import type { AccountDirectory } from '../../modules/accounts/directory.ts';
import { repeatableCaller } from '../http/caller.ts';
import { basicCredentials } from '../http/credentials.ts';

interface CredentialFields {
  username?: unknown;
  api_key?: unknown;
}

/** Username and api_key from the fields, else from HTTP Basic. */
export async function authenticate(
  request: FastifyRequest,
  fields: CredentialFields,
  accounts: AccountDirectory,
): Promise<Caller> {
  const [username, apiKey] = credentials(request, fields);
  // PostgreSQL text cannot contain NUL, so no account has such a name.
  if (!username || !apiKey || username.includes('\0')) fail('invalid_credentials');
  const account = await accounts.authenticate(username, apiKey, request.ip);
  if (!subscribes(account, 'webservice')) fail('webservice_required');
  return repeatableCaller(request, account, 'credential');
}

function credentials(request: FastifyRequest, { username, api_key }: CredentialFields): [string, string] {
  if (username !== undefined || api_key !== undefined) return [textOf(username), textOf(api_key)];
  return basicCredentials(request);
}

function textOf(field: unknown): string {
  return typeof field === 'string' || typeof field === 'number' ? String(field) : '';
}
