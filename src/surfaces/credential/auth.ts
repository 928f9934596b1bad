import type { FastifyRequest } from 'fastify';
import { hasSubscription } from '../../kernel/access/account.ts';
import { fail } from '../../kernel/failures/failure.ts';
import type { KeyCaller } from '../../kernel/operations/caller.ts';
import type { AccountCache } from '../../modules/accounts/account-cache.ts';
import { requestCall, withIdempotencyKey } from '../http/callers/caller.ts';
import { accountCredentials } from '../http/callers/credentials.ts';
import type { Fields } from '../http/request/fields.ts';

/** Authenticates an account by username and api_key. */
export async function authenticate(
  request: FastifyRequest,
  fields: Fields,
  accounts: AccountCache,
): Promise<KeyCaller> {
  const { username, apiKey } = accountCredentials(request, fields);
  const account = await accounts.authenticate(username, apiKey, request.ip);
  if (!hasSubscription(account, 'webservice')) fail('webservice_required');
  return withIdempotencyKey(request, { by: 'key', via: 'credential', ...requestCall(request, account) });
}
