import { OWNERS } from '../../kernel/access/access.ts';
import { defineWrite } from '../../kernel/operations/operation.ts';
import { changeAccount } from './change-account.ts';
import { accountPatch } from './schema.ts';

/**
 * The fields that people may change of their own account; plan and access belong to the operator. A bookkeeper's key may not:
 * whoever can change the bank account redirects what customers pay.
 */
export const updateCompany = defineWrite({
  ...changeAccount,
  name: 'update-company',
  access: { scope: null, roles: OWNERS, needsOwnKey: true },
  refusals: [...(changeAccount.refusals ?? []), 'own_key_required'],
  summary: 'Changes the details and settings of the company.',
  description:
    "Send only what changes. Owners and the account's own key may call it, and not the key of a bookkeeper.",
  input: accountPatch.pick({
    name: true,
    vat_no: true,
    email: true,
    address: true,
    zip: true,
    city: true,
    bank_account: true,
    settings: true,
    vat_periods: true,
  }),
});
