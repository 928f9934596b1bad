import { z } from 'zod';
import { object } from '../../kernel/fields.ts';
import { read } from '../../kernel/operation.ts';
import { shown } from '../../kernel/shown.ts';

const REAL = ['live', 'test'] as const;

/** So that nobody takes a trial for the real thing, or waits for money that no bank was asked for. */
export const getConnections = read({
  name: 'get-connections',
  summary:
    'Whether bank, mail, e-invoices and card payments are real here, or stand-ins to try things out with.',
  scope: null,
  input: object({}),
  output: z.object({
    bank: shown.code(REAL, 'Who collects claims'),
    mail: shown.code(REAL, 'Who carries mail'),
    einvoice: shown.code(REAL, 'Who carries e-invoices'),
    payments: shown.code([...REAL, 'none'], 'Who takes payments by card'),
  }),
  run: async ({ ports }) => ports.serves,
});
