import { OWNERS } from '../../kernel/access/access.ts';
import { recordRow } from '../../kernel/database/row.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { object, text } from '../../kernel/fields/input-fields.ts';
import { createdRecord, out } from '../../kernel/fields/output-fields.ts';
import { digest } from '../../kernel/node/digest.ts';
import { defineWrite } from '../../kernel/operations/operation.ts';
import { newKey } from '../../kernel/security/secrets.ts';
import { requireActiveOwner } from '../people/members/rules.ts';
import { deleteBookkeeper, insertBookkeeper, setKey } from './bookkeeper-store.ts';
import { byBookkeeper } from './schema.ts';

/** Every request counts, not only those for unknown usernames: else the limit itself would tell them apart. */
const MAX_REQUESTS = 30;
const SECONDS = 3600;

export const addBookkeeper = defineWrite({
  name: 'add-bookkeeper',
  summary: 'Asks another company to keep the books of the account.',
  description:
    'The company needs an account of its own; send its username. Until it accepts, it sees only the name of this account. Give it access to the books with grant-bookkeeper-key; the key works once the company has accepted.',
  access: { scope: null, roles: OWNERS, needsOwnKey: true },
  events: [],
  invalidates: ['account'],
  input: object({ bookkeeper: text(100, { examples: ['bokhald'] })('Username of the company') }),
  output: createdRecord,
  refusals: ['bookkeeper_not_found', 'own_key_required'],
  async prepare({ account, rateLimiter }) {
    const subject = `bookkeepers asked by ${account.id}`;
    await rateLimiter.record([{ subject, max: MAX_REQUESTS, seconds: SECONDS }]);
  },
  async run(ctx, { bookkeeper }) {
    if (bookkeeper.toLowerCase() === ctx.account.username.toLowerCase()) fail('bookkeeper_not_found');
    const insert = insertBookkeeper(ctx.account.id, ctx.newGuid(), bookkeeper, ctx.now);
    return ctx.finish({ target: bookkeeper, ...insert });
  },
});

export const grantBookkeeperKey = defineWrite({
  name: 'grant-bookkeeper-key',
  summary: 'Creates the key of a bookkeeper to the account; an older key of that bookkeeper stops working.',
  description:
    "The bookkeeper finds the key in its own get-tenants. It works like the account's own key until it is revoked.",
  access: { scope: null, roles: OWNERS, needsOwnKey: true, confirm: 'password' },
  events: [],
  invalidates: ['account'],
  input: byBookkeeper,
  output: createdRecord.extend({
    api_key: out.own('The key, which the bookkeeper finds with the account too'),
  }),
  refusals: ['bookkeeper_not_found', 'own_key_required', 'owner_required'],
  async run(ctx, input) {
    await requireActiveOwner(ctx);
    const key = newKey();
    const result = setKey(ctx.account.id, input.guid, { digest: digest(key), sealed: ctx.secrets.seal(key) });
    const secret = { api_key: key };
    const granted = await ctx.finishIf({ target: input.guid, row: recordRow, result, secret });
    return granted ?? fail('bookkeeper_not_found');
  },
});

export const revokeBookkeeperKey = defineWrite({
  name: 'revoke-bookkeeper-key',
  summary: 'Revokes the key of a bookkeeper; it stops working at once.',
  description: 'The company stays on the list of bookkeepers, and can be granted a new key.',
  access: { scope: null, roles: OWNERS, needsOwnKey: true },
  events: [],
  invalidates: ['account'],
  input: byBookkeeper,
  output: createdRecord,
  refusals: ['bookkeeper_not_found', 'own_key_required'],
  async run(ctx, input) {
    const result = setKey(ctx.account.id, input.guid, null);
    const revoked = await ctx.finishIf({ target: input.guid, row: recordRow, result });
    return revoked ?? fail('bookkeeper_not_found');
  },
});

export const removeBookkeeper = defineWrite({
  name: 'remove-bookkeeper',
  summary: 'Removes a bookkeeper from the account, and revokes its key.',
  description: 'The company disappears from the list of bookkeepers, and its key stops working at once.',
  access: { scope: null, roles: OWNERS, needsOwnKey: true },
  events: [],
  invalidates: ['account'],
  input: byBookkeeper,
  output: createdRecord,
  refusals: ['bookkeeper_not_found', 'own_key_required'],
  async run(ctx, input) {
    const result = deleteBookkeeper(ctx.account.id, input.guid);
    const removed = await ctx.finishIf({ target: input.guid, row: recordRow, result });
    return removed ?? fail('bookkeeper_not_found');
  },
});
