import { checkKennitala, normalizeKennitala } from '../../domain/values/kennitala.ts';
import { SUBSCRIPTIONS } from '../../kernel/access/account.ts';
import { isUniqueViolation } from '../../kernel/database/database.ts';
import { collectFailures } from '../../kernel/failures/collect-failures.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { violation } from '../../kernel/failures/violations.ts';
import { digest } from '../../kernel/node/digest.ts';
import type { Policy } from '../../kernel/operations/context.ts';
import { defineWrite } from '../../kernel/operations/operation.ts';
import { newKey } from '../../kernel/security/secrets.ts';
import { insertAccount } from './account-store.ts';
import {
  checkChosenKey,
  checkNewPassword,
  checkUsername,
  hashNewPassword,
  normalizeBankAccount,
  normalizeVatNo,
  publicNames,
} from './rules.ts';
import { accountInput, accountKey } from './schema.ts';

const DEFAULT_PLAN = SUBSCRIPTIONS.filter((one) => one !== 'cost_ai');

export const createAccount = defineWrite({
  name: 'create-account',
  summary: 'Creates an account and returns its api_key, which is shown only in this answer.',
  description:
    'Give the api_key to the company, which calls the API with it. The password is for signing in to the console.',
  access: { scope: null },
  events: [],
  input: accountInput,
  output: accountKey,
  refusals: ['username_taken'],
  async prepare({ secrets, caller, policy }, input) {
    const { password, username, name, email = '', registration_no } = input;
    const names = publicNames([], { username, name, email, registrationNo: registration_no });
    const about = caller.via === 'operator' ? null : names;
    collectFailures([
      () => checkOwnKennitala(registration_no, policy),
      () => checkUsername(username),
      () => checkNewPassword(password, about),
    ]);
    return { passwordHash: await hashNewPassword(secrets, password, about) };
  },
  async run(ctx, input, { passwordHash }) {
    const apiKey = input.api_key || newKey();
    if (input.api_key) checkChosenKey(input.api_key, ctx.policy.baseUrl);
    const registration_no = normalizeKennitala(input.registration_no);
    const guid = ctx.newGuid();
    const { username, name, email = '', address = '', zip = '', city = '' } = input;
    const insert = insertAccount({
      guid,
      username,
      name,
      registration_no,
      vat_no: normalizeVatNo(input.vat_no ?? ''),
      email,
      address,
      zip,
      city,
      bank_account: normalizeBankAccount(input.bank_account ?? ''),
      subscriptions: input.subscriptions ?? DEFAULT_PLAN,
      api_key_digest: digest(apiKey),
      password_hash: passwordHash,
    });
    try {
      return await ctx.finish({ target: guid, ...insert, secret: { api_key: apiKey } });
    } catch (error) {
      if (isUniqueViolation(error, 'accounts_username') || isUniqueViolation(error, 'people_username'))
        fail('username_taken');
      throw error;
    }
  },
});

function checkOwnKennitala(kennitala: string, policy: Policy): void {
  if (!checkKennitala(normalizeKennitala(kennitala), policy.kennitala))
    fail('field_invalid', 'registration_no', violation('kennitala'));
}
