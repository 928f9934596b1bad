import { z } from 'zod';
import { lastOfMonth } from '../../domain/values/dates.ts';
import { OWNERS } from '../../kernel/access/access.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { object, text } from '../../kernel/fields/input-fields.ts';
import { out } from '../../kernel/fields/output-fields.ts';
import { digest } from '../../kernel/node/digest.ts';
import { defineWrite } from '../../kernel/operations/operation.ts';
import { newKey } from '../../kernel/security/secrets.ts';
import { requireActiveOwner } from '../people/members/rules.ts';
import { closeAccountStep, deleteUnkept, findReadiness, removePeople } from './close-store.ts';

/** Act 145/1994 on accounting, article 20: books are kept for seven years from the end of the financial year. */
const KEPT_YEARS = 7;

export const closeAccount = defineWrite({
  name: 'close-account',
  summary: 'Closes the account for good, and deletes everything that the law does not require to be kept.',
  description:
    'An owner calls it, with the username of the account and their own password, after an export that has everything. Nobody can sign in or call afterwards, and it cannot be undone. Issued documents, costs, payments, transactions of the bank, VAT returns and journals with their files stay, locked, until `kept_until`, as Act 145/1994 on accounting demands; all else is deleted. Cancel open claims at the bank first.',
  access: { scope: null, roles: OWNERS, needsOwnKey: true, confirm: 'password' },
  events: [],
  invalidates: ['account'],
  input: object({ username: text(100)('The username of the account, typed as a confirmation') }),
  output: z.object({
    guid: out.guid('The account'),
    closed_at: out.time('When it was closed').nullable(),
    kept_until: out.date('Day until which its books are kept').nullable(),
    deleted: out.list('What was deleted', {
      kind: out.own('A kind of records, by its name in an export', 'customer_notes'),
      count: out.integer('How many were deleted', 12),
    }),
  }),
  refusals: [
    'own_key_required',
    'owner_required',
    'account_name_wrong',
    'account_export_first',
    'account_has_claims',
  ],
  async run(ctx, { username }) {
    const { account } = ctx;
    await requireActiveOwner(ctx);
    if (username !== account.username) fail('account_name_wrong', account.username);
    const ready = await findReadiness(ctx.tx, account.id, ctx.today);
    if (!ready.is_exported) fail('account_export_first');
    if (ready.claims > 0) fail('account_has_claims', String(ready.claims));
    await removePeople(ctx.tx, account.id, ctx.now);
    const deleted = await deleteUnkept(ctx.tx, account.id);
    const keptUntil = lastOfMonth(Number(ready.last_day.slice(0, 4)) + KEPT_YEARS, 12);
    const step = closeAccountStep(account.id, { digest: digest(newKey()), keptUntil, now: ctx.now });
    const closed = await ctx.finish({ target: account.guid, ...step });
    const counts = [...deleted].filter(([, count]) => count > 0);
    return { ...closed, deleted: counts.map(([kind, count]) => ({ kind, count })) };
  },
});
