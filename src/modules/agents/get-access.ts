import { z } from 'zod';
import { SCOPES, scopesOf } from '../../kernel/access/scopes.ts';
import { object } from '../../kernel/fields/input-fields.ts';
import { out } from '../../kernel/fields/output-fields.ts';
import { defineRead } from '../../kernel/operations/operation.ts';
import { actingProgram } from '../../kernel/operations/program-gate.ts';
import { findUse } from './limits/limits-store.ts';
import { limits } from './schema.ts';

export const getAccess = defineRead({
  name: 'get-access',
  summary: 'Names the account, and lists the scopes and limits of this connection.',
  description:
    'Call it first; it needs no scope. It also returns how much of the daily limits (UTC) remains before writes wait for the approval of a person.',
  access: { scope: 'any' },
  input: object({}),
  output: z.object({
    name: out.own('Name of the company', 'Norðurljós verkstofa ehf.'),
    registration_no: out.own('Its kennitala', '5501234520'),
    vat_no: out.own('Its VAT number', '145678'),
    username: out.own('Its username', 'demo'),
    today: out.date('The day of the books'),
    scopes: z.array(out.code(SCOPES, 'One of the scopes')).describe('What the connection may do'),
    limits: limits.nullable().describe('What it may do without asking a person; null: it has no limits'),
    left_today: z
      .object({
        amount: out.number('Amount in ISK; null: no bound', 453_500).nullable(),
        documents: out.integer('Number of writes with a sum; null: no bound', 19).nullable(),
      })
      .nullable()
      .describe('What remains of the limits of the day; null: it has no limits'),
  }),
  async run({ db, account, caller, today }) {
    const program = actingProgram(caller);
    const use = program === null ? null : await findUse(db, account.id, program, today);
    return {
      name: account.name,
      registration_no: account.registrationNo,
      vat_no: account.vatNo,
      username: account.username,
      today,
      scopes: [...(caller.scopes ?? scopesOf(account))],
      limits: use?.limits ?? null,
      left_today: use && { amount: use.left_amount, documents: use.left_documents },
    };
  },
});
