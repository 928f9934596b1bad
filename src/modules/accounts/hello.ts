import { z } from 'zod';
import { object } from '../../kernel/fields.ts';
import { read } from '../../kernel/operation.ts';
import { shown } from '../../kernel/shown.ts';

export const hello = read({
  name: 'hello',
  summary: 'Tells whose credentials these are.',
  scope: 'dashboard_data',
  input: object({}),
  output: z.object({
    name: shown.text('Name of the account', 'Norðurljós verkstofa ehf.'),
    registration_no: shown.text('Its kennitala', '5501234520'),
    vat_no: shown.text('Its VAT number', '145678'),
  }),
  run: async ({ account }) => ({
    name: account.name,
    registration_no: account.registrationNo,
    vat_no: account.vatNo,
  }),
});
