import { z } from 'zod';
import { object } from '../../kernel/fields/input-fields.ts';
import { out } from '../../kernel/fields/output-fields.ts';
import { defineRead } from '../../kernel/operations/operation.ts';

export const getStatus = defineRead({
  name: 'get-status',
  summary: 'Reads the account that a program acts for.',
  description:
    'Call it right after the consent, to show the person which account the program is connected to.',
  access: { scope: 'dashboard_data' },
  input: object({}),
  output: z.object({
    company_name: out.own('Name of the account', 'Norðurljós verkstofa ehf.'),
    registration_no: out.own('Its kennitala', '5501234520'),
    username: out.own('Its username', 'demo'),
  }),
  run: async ({ account }) => ({
    company_name: account.name,
    registration_no: account.registrationNo,
    username: account.username,
  }),
});
