import { defineWrite } from '../../kernel/operations/operation.ts';
import { changeAccount } from './change-account.ts';
import { accountPatch } from './schema.ts';

/** The fields that people may change of their own account; plan and access belong to the operator. */
export const updateCompany = defineWrite({
  ...changeAccount,
  name: 'update-company',
  access: { scope: null, isForOwners: true },
  summary: 'Changes the details and settings of the company.',
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
