import { z } from 'zod';
import { object } from '../../kernel/fields/input-fields.ts';
import { out } from '../../kernel/fields/output-fields.ts';
import { defineRead } from '../../kernel/operations/operation.ts';

const MODES = ['live', 'test'] as const;

/** The console shows it, so that nobody takes a sandbox for the live service or waits for money that no bank collects. */
export const getConnections = defineRead({
  name: 'get-connections',
  summary:
    'Lists which external systems are real and which are sandboxes: bank, mail, e-invoices, tax office, register, card payments.',
  access: { scope: null },
  input: object({}),
  output: z.object({
    bank: out.code(MODES, 'Who collects claims'),
    mail: out.code(MODES, 'Who carries mail'),
    einvoice: out.code(MODES, 'Who carries e-invoices'),
    tax: out.code(MODES, 'Who takes VAT returns'),
    register: out.code(MODES, 'Whose companies look-ups find'),
    payments: out.code([...MODES, 'none'], 'Who takes payments by card'),
  }),
  run: async ({ ports }) => ports.modes,
});
