import { z } from 'zod';
import { object } from '../../kernel/fields.ts';
import { read } from '../../kernel/operation.ts';
import { shown } from '../../kernel/shown.ts';

export const getStatus = read({
  name: 'get-status',
  summary: 'Tells which account a program acts for.',
  scope: 'dashboard_data',
  input: object({}),
  output: z.object({
    company_name: shown.text('Name of the account', 'Norðurljós verkstofa ehf.'),
    registration_no: shown.text('Its kennitala', '5501234520'),
    username: shown.text('Its username', 'demo'),
  }),
  run: async ({ account }) => ({
    company_name: account.name,
    registration_no: account.registrationNo,
    username: account.username,
  }),
});
