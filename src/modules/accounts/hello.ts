import { z } from 'zod';
import { object } from '../../kernel/fields/input-fields.ts';
import { out } from '../../kernel/fields/output-fields.ts';
import { defineRead } from '../../kernel/operations/operation.ts';

export const hello = defineRead({
  name: 'hello',
  summary: 'Checks the credentials and names the account that they belong to.',
  description: 'Call it first, to check the address and the key. It changes nothing.',
  access: { scope: 'dashboard_data' },
  input: object({}),
  output: z.object({
    name: out.own('Name of the account', 'Norðurljós verkstofa ehf.'),
    registration_no: out.own('Its kennitala', '5501234520'),
    vat_no: out.own('Its VAT number', '145678'),
  }),
  run: async ({ account }) => ({
    name: account.name,
    registration_no: account.registrationNo,
    vat_no: account.vatNo,
  }),
});
