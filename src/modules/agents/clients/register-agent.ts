import type { z } from 'zod';
import { redirectViolation } from '../../../domain/access/redirect-uris.ts';
import { OWNERS } from '../../../kernel/access/access.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { digest } from '../../../kernel/node/digest.ts';
import { defineWrite } from '../../../kernel/operations/operation.ts';
import { newKey } from '../../../kernel/security/secrets.ts';
import { requireActiveOwner } from '../../people/members/rules.ts';
import { registered, registration } from '../schema.ts';
import {
  findRegistration,
  insertClient,
  type NewClient,
  replaceSecret,
  selectClient,
} from './client-store.ts';

const MAX_CLIENTS = 200;

export const registerClient = defineWrite({
  name: 'register-agent',
  summary: 'Registers a program, or finds the one that is registered under the same name and address.',
  description:
    'The account registers a program once and stores its client_id and client_secret. The secret is shown only when it is created; `rotate_secret` creates a new one.',
  access: { scope: null, roles: OWNERS, needsOwnKey: true },
  events: [],
  input: registration,
  output: registered,
  refusals: ['own_key_required'],
  async prepare({ db, account }, { name, redirect_uri }) {
    const problem = redirectViolation(redirect_uri, { loopback: false });
    if (problem) fail('field_invalid', 'redirect_uri', problem);
    const found = await findRegistration(db, account.id, name, redirect_uri);
    if (!found.client_id && found.count >= MAX_CLIENTS) {
      fail('field_invalid', 'name', `must be that of one of the ${MAX_CLIENTS} programs registered already`);
    }
    return { knownId: found.client_id };
  },
  async run(ctx, input, { knownId }): Promise<z.infer<typeof registered>> {
    const { name, description = '', redirect_uri, rotate_secret } = input;
    const client_id = knownId ?? ctx.newGuid();
    const client_secret = !knownId || rotate_secret ? `kvcs_${newKey()}` : null;
    const secret_digest = client_secret === null ? null : digest(client_secret);
    const registration = {
      account_id: ctx.account.id,
      client_id,
      name,
      description,
      redirect_uris: [redirect_uri],
      secret_digest,
      registered_by: ctx.caller.person?.id ?? null,
    };
    await requireActiveOwner(ctx);
    const written = await ctx.finishIf({
      target: client_id,
      ...registerStatement(registration, knownId !== null, ctx.now),
      ...(client_secret && { secret: { client_secret } }),
    });
    if (!written) throw new ConcurrentRegistration();
    const rotated = knownId && client_secret ? { rotated: true } : {};
    // A dry run stores no secret, so it shows none.
    const shown = 'client_secret' in written ? (written.client_secret as string) : null;
    return { existing: knownId !== null, client_id, client_secret: shown, name, redirect_uri, ...rotated };
  },
});

function registerStatement(client: NewClient, isKnown: boolean, now: Date) {
  const { account_id, client_id, secret_digest } = client;
  if (!isKnown) return insertClient(client, now);
  return secret_digest ? replaceSecret(client) : selectClient(account_id, client_id);
}

/** Another call registered the same client at the same moment. A retry finds the client of that call. */
export class ConcurrentRegistration extends Error {}
