import type { z } from 'zod';
import { SUBSCRIPTIONS } from '../../kernel/account.ts';
import { choice, flag, list, object, text } from '../../kernel/fields.ts';

const subscriptions = list(choice(SUBSCRIPTIONS)(), SUBSCRIPTIONS.length).optional();

const profile = {
  vat_no: text(20).optional(),
  email: text(200).optional(),
  address: text(200).optional(),
  zip: text(20).optional(),
  city: text(100).optional(),
  bank_account: text(20).optional(),
  subscriptions,
};

export const accountInput = object({
  username: text(100)(),
  password: text(200)(),
  name: text(200)(),
  registration_no: text(20)(),
  api_key: text(200).optional(),
  ...profile,
});
export type AccountInput = z.infer<typeof accountInput>;

/** Choices of the account itself; each one is used by the module that it is named after. */
export const accountSettings = object({ cost_auto_approve: flag.optional() });

export const accountPatch = object({
  ...profile,
  name: text(200).optional(),
  password: text(200).optional(),
  disabled: flag.optional(),
  settings: accountSettings.optional(),
});
export type AccountPatch = z.infer<typeof accountPatch>;
