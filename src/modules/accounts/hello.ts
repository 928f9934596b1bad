import { object } from '../../kernel/fields.ts';
import { read } from '../../kernel/operation.ts';

export const hello = read({
  name: 'hello',
  summary: 'Tells whose credentials these are.',
  scope: 'dashboard_data',
  input: object({}),
  run: async ({ account }) => ({
    name: account.name,
    registration_no: account.registrationNo,
    vat_no: account.vatNo,
  }),
});
