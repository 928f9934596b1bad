import { z } from 'zod';
import { collectFailures } from '../../kernel/failures/collect-failures.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { out } from '../../kernel/fields/output-fields.ts';
import { defineWrite } from '../../kernel/operations/operation.ts';
import { isClosedForGood, updateAccount } from './account-store.ts';
import { hashNewPassword, normalizeBankAccount, normalizeVatNo } from './rules.ts';
import { accountPatch } from './schema.ts';
import { checkSettings } from './settings.ts';

export const changeAccount = defineWrite({
  name: 'change-account',
  summary: 'Changes the profile, plan, settings or password of an account, or closes the account.',
  description: 'Send only what changes. Every call of a closed account is refused; its data is kept.',
  access: { scope: null },
  events: ['company.updated'],
  invalidates: ['account'],
  input: accountPatch,
  output: z.object({ guid: out.guid('The account') }),
  refusals: ['account_not_found', 'account_closed'],
  prepare: async ({ secrets }, { password }) => ({
    passwordHash: password === undefined ? null : await hashNewPassword(secrets, password, null),
  }),
  async run(ctx, input, { passwordHash }) {
    const { account } = ctx;
    if (input.disabled === false && (await isClosedForGood(ctx.tx, account.id))) fail('account_closed');
    collectFailures([
      () => {
        if (input.name === '') fail('field_required', 'name');
      },
      () => normalizeVatNo(input.vat_no ?? ''),
      () => normalizeBankAccount(input.bank_account ?? ''),
      () => checkSettings({ ...account.settings, ...input.settings }),
    ]);
    const { name = null, email = null, address = null, zip = null, city = null } = input;
    const vat_no = input.vat_no === undefined ? null : normalizeVatNo(input.vat_no);
    const bank_account = input.bank_account === undefined ? null : normalizeBankAccount(input.bank_account);
    const { subscriptions = null, disabled = null, vat_periods = null, settings = {} } = input;
    const profile = { name, vat_no, email, address, zip, city, bank_account };
    const changes = {
      ...{ ...profile, subscriptions, disabled, settings, vat_periods },
      password_hash: passwordHash,
    };
    ctx.emit('company.updated', { guid: account.guid });
    const update = updateAccount(account.id, changes, ctx.now);
    return (await ctx.finishIf({ target: account.guid, ...update })) ?? fail('account_not_found');
  },
});
