import { OWNERS } from '../../kernel/access/access.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { object, text } from '../../kernel/fields/input-fields.ts';
import { createdRecord } from '../../kernel/fields/output-fields.ts';
import { defineWrite } from '../../kernel/operations/operation.ts';
import { insertBookkeeper } from './bookkeeper-store.ts';

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
