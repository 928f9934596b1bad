import { z } from 'zod';
import { checkKennitala, normalizeKennitala } from '../../domain/kennitala.ts';
import { type Account, SUBSCRIPTIONS } from '../../kernel/account.ts';
import { isUniqueViolation } from '../../kernel/database/database.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { violation } from '../../kernel/failures/violations.ts';
import { object } from '../../kernel/fields/input-fields.ts';
import { out } from '../../kernel/fields/output-fields.ts';
import { defineWrite } from '../../kernel/operation.ts';
import { digest, newKey } from '../../kernel/security/secrets.ts';
import { accountInput, accountPatch } from './schema.ts';
import { checkSettings } from './settings.ts';
import { insertAccount, replaceApiKey, updateAccount } from './store.ts';

/** Stands in where the operator acts for no account in particular. */
export const OPERATOR: Account = {
  id: 0,
  guid: '00000000-0000-0000-0000-000000000000',
  username: 'operator',
  name: 'Operator',
  registrationNo: '',
  vatNo: '',
  email: '',
  address: '',
  zip: '',
  city: '',
  bankAccount: '',
  subscriptions: [],
  settings: {},
  disabled: false,
};

const DEFAULT_PLAN = SUBSCRIPTIONS.filter((one) => one !== 'cost_ai');

const madeAccount = z.object({
  guid: out.guid('The account'),
  username: out.text('Its username', 'demo'),
  api_key: out.text('The key, shown only now', 'q7fQk2vX…'),
});
export type CreatedAccount = z.infer<typeof madeAccount>;

export const createAccount = defineWrite({
  name: 'create-account',
  summary: 'Opens an account and answers its api_key, which is shown only now.',
  scope: null,
  input: accountInput,
  output: madeAccount,
  refusals: ['username_taken'],
  prepare: async ({ secrets }, input) => {
    if (input.password.length < 8) fail('field_invalid', 'password', violation('short', 8));
    return { passwordHash: await secrets.passwords.hash(input.password) };
  },
  async run(ctx, input, { passwordHash }) {
    const apiKey = input.api_key || newKey();
    if (apiKey.length < 8) fail('field_invalid', 'api_key', violation('short', 8));
    if (!/^[^\s:]+$/.test(input.username)) fail('field_invalid', 'username', violation('username'));
    const registration_no = normalizeKennitala(input.registration_no);
    if (!checkKennitala(registration_no, ctx.policy.kennitala)) {
      fail('field_invalid', 'registration_no', violation('kennitala'));
    }
    const guid = ctx.newGuid();
    const { username, name, vat_no = '', email = '', address = '', zip = '', city = '' } = input;
    const fields = { guid, username, name, registration_no, vat_no, email, address, zip, city };
    const statement = insertAccount({
      ...fields,
      bank_account: bankAccountOf(input.bank_account ?? ''),
      subscriptions: input.subscriptions ?? DEFAULT_PLAN,
      api_key_digest: digest(apiKey),
      password_hash: passwordHash,
    });
    try {
      const made = await ctx.finishIf<CreatedAccount>({
        target: guid,
        ...statement,
        secret: { api_key: apiKey },
      });
      return made ?? fail('account_not_found');
    } catch (error) {
      if (isUniqueViolation(error, 'accounts_username') || isUniqueViolation(error, 'people_username'))
        fail('username_taken');
      throw error;
    }
  },
});

export const changeAccount = defineWrite({
  name: 'change-account',
  summary: "Changes an account's profile, plan, settings or password, or closes it for use.",
  scope: null,
  invalidates: ['account'],
  input: accountPatch,
  output: z.object({ guid: out.guid('The account') }),
  refusals: ['account_not_found'],
  prepare: async ({ secrets }, input) => {
    if (input.password === undefined) return { passwordHash: null };
    if (input.password.length < 8) fail('field_invalid', 'password', violation('short', 8));
    return { passwordHash: await secrets.passwords.hash(input.password) };
  },
  async run(ctx, input, { passwordHash }) {
    const { account } = ctx;
    if (input.name === '') fail('field_required', 'name');
    checkSettings({ ...account.settings, ...input.settings });
    const { name = null, vat_no = null, email = null, address = null, zip = null, city = null } = input;
    const bank_account = input.bank_account === undefined ? null : bankAccountOf(input.bank_account);
    const { subscriptions = null, disabled = null, settings = {} } = input;
    const profile = { name, vat_no, email, address, zip, city, bank_account };
    const changes = { ...profile, subscriptions, disabled, settings, password_hash: passwordHash };
    const result = updateAccount(account.id, changes, ctx.now);
    return (
      (await ctx.finishIf<{ guid: string }>({ target: account.guid, result })) ?? fail('account_not_found')
    );
  },
});

/** What people may change of their own account; plan and access are the operator's. */
export const updateCompany = defineWrite({
  ...changeAccount,
  name: 'update-company',
  owners: true,
  summary: "Changes the company's own details and choices.",
  input: accountPatch.pick({
    name: true,
    vat_no: true,
    email: true,
    address: true,
    zip: true,
    city: true,
    bank_account: true,
    settings: true,
  }),
});

export const rotateApiKey = defineWrite({
  name: 'rotate-api-key',
  summary: 'Gives the account a new api_key; the old one is dead at once.',
  scope: null,
  owners: true,
  confirm: true,
  invalidates: ['account'],
  input: object({}),
  output: madeAccount,
  refusals: ['account_not_found'],
  async run(ctx) {
    const apiKey = newKey();
    const result = replaceApiKey(ctx.account.id, digest(apiKey), ctx.now);
    const secret = { api_key: apiKey };
    const made = await ctx.finishIf<CreatedAccount>({ target: ctx.account.guid, result, secret });
    return made ?? fail('account_not_found');
  },
});

/** Twelve digits: bank 4, ledger 2, number 6; hyphens and spaces are only for the eye. */
function bankAccountOf(given: string): string {
  const digits = given.replace(/[\s-]/g, '');
  if (digits === '' || /^\d{12}$/.test(digits)) return digits;
  return fail('field_invalid', 'bank_account', violation('bank_account'));
}
