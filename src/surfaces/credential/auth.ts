import type { FastifyRequest } from 'fastify';
import { hasSubscription } from '../../kernel/account.ts';
import type { KeyCaller } from '../../kernel/caller.ts';
import { fail } from '../../kernel/failures/failure.ts';
import type { AccountCache } from '../../modules/accounts/account-cache.ts';
import { requestCall, withIdempotencyKey } from '../http/caller.ts';
import { accountCredentials } from '../http/credentials.ts';
import type { Fields } from '../http/fields.ts';

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
