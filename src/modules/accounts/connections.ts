import { z } from 'zod';
import { object } from '../../kernel/fields/input-fields.ts';
import { out } from '../../kernel/fields/output-fields.ts';
import { defineRead } from '../../kernel/operation.ts';

const REAL = ['live', 'test'] as const;

/** So that nobody takes a trial for the real thing, or waits for money that no bank was asked for. */
export const getConnections = defineRead({
  name: 'get-connections',
  summary:
    'Whether bank, mail, e-invoices and card payments are real here, or stand-ins to try things out with.',
  scope: null,
  input: object({}),
  output: z.object({
    bank: out.code(REAL, 'Who collects claims'),
    mail: out.code(REAL, 'Who carries mail'),
    einvoice: out.code(REAL, 'Who carries e-invoices'),
    payments: out.code([...REAL, 'none'], 'Who takes payments by card'),
  }),
  run: async ({ ports }) => ports.modes,
});
