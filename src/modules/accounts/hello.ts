import { z } from 'zod';
import { object } from '../../kernel/fields/input-fields.ts';
import { out } from '../../kernel/fields/output-fields.ts';
import { defineRead } from '../../kernel/operations/operation.ts';

export const hello = defineRead({
  name: 'hello',
  summary: 'Tells whose credentials these are.',
  description:
    'Use it first, to check the address and the key. It answers the company that the key belongs to.',
  access: { scope: 'dashboard_data' },
  input: object({}),
  output: z.object({
    name: out.text('Name of the account', 'Norðurljós verkstofa ehf.'),
    registration_no: out.text('Its kennitala', '5501234520'),
    vat_no: out.text('Its VAT number', '145678'),
  }),
  run: async ({ account }) => ({
    name: account.name,
    registration_no: account.registrationNo,
    vat_no: account.vatNo,
  }),
});
