import { z } from 'zod';
import { isEmailAddress } from '../../../domain/values/email.ts';
import { OWNERS } from '../../../kernel/access/access.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { violation } from '../../../kernel/failures/violations.ts';
import { violationError } from '../../../kernel/fields/field-failures.ts';
import { listOf, object, text } from '../../../kernel/fields/input-fields.ts';
import { out } from '../../../kernel/fields/output-fields.ts';
import type { Policy } from '../../../kernel/operations/context.ts';
import { defineRead, defineWrite } from '../../../kernel/operations/operation.ts';
import { newReceiptToken, receiptAddress } from './address.ts';
import { findOverview, saveSenders, saveToken } from './mail-in-store.ts';
import { MAIL_OUTCOMES } from './outcomes.ts';

const MAX_SENDERS = 50;

const address = z.object({
  address: out
    .own('Where receipts are mailed to; null where there is none', 'kvittanir+k3mq…@kvitt.example')
    .nullable(),
  senders: z
    .array(out.own('An address, or a domain', '@efnissalan.example'))
    .describe('Who may send receipts there besides the people of the company'),
});

function toAddress(policy: Policy, { token, senders }: { token: string; senders: string[] }) {
  const base = policy.receiptsAddress;
  return { address: base === null ? null : receiptAddress(base, token), senders };
}

export const getReceiptAddress = defineRead({
  name: 'get-receipt-address',
  summary: 'Reads the e-mail address for receipts of the company, and lists the mails that it received last.',
  access: { scope: null },
  input: object({}),
  output: address.extend({
    is_available: out.flag('Whether this installation takes receipts by mail', true),
    mails: out.list('The newest first; at most twenty', {
      sender: out.own('Who sent it', 'anna@example.is'),
      subject: out.own('Its subject', 'Reikningur 10234'),
      outcome: out.code(MAIL_OUTCOMES, 'What became of it'),
      costs: out.integer('How many costs were made of it', 1),
      received_at: out.time('When it came'),
    }),
  }),
  async run({ db, account, policy }) {
    const found = await findOverview(db, account.id);
    const is_available = policy.receiptsAddress !== null;
    if (!found) return { is_available, address: null, senders: [], mails: [] };
    return { is_available, ...toAddress(policy, found), mails: found.mails };
  },
});

/** Also the first address of a company. */
const renewReceiptAddress = defineWrite({
  name: 'renew-receipt-address',
  summary: 'Creates a new e-mail address for receipts; the previous one stops accepting mail.',
  access: { scope: null, roles: OWNERS },
  events: [],
  input: object({}),
  output: address,
  async run(ctx) {
    const token = newReceiptToken(ctx.account.id);
    const saved = await ctx.finish({
      target: ctx.account.guid,
      ...saveToken(ctx.account.id, token, ctx.now),
    });
    return toAddress(ctx.policy, saved);
  },
});

const sender = text(200)().refine(
  (sent) => isEmailAddress(sent.replace(/^@/, 'any@')),
  violationError(violation('email')),
);

export const setReceiptSenders = defineWrite({
  name: 'set-receipt-senders',
  summary: 'Sets who may mail receipts to the company besides its own people.',
  access: { scope: null, roles: OWNERS },
  events: [],
  input: object({
    senders: listOf(sender, MAX_SENDERS).describe('Addresses, and domains that begin with @'),
  }),
  output: address,
  refusals: ['receipt_address_not_found'],
  async run(ctx, { senders }) {
    const distinct = [...new Set(senders.map((one) => one.toLowerCase()))];
    const saved = await ctx.finishIf({
      target: ctx.account.guid,
      ...saveSenders(ctx.account.id, distinct),
    });
    return saved ? toAddress(ctx.policy, saved) : fail('receipt_address_not_found');
  },
});

/** What people do with the address in the console besides, by the names of the operations. */
export const receiptAddressOperations = {
  'get-receipt-address': getReceiptAddress,
  'renew-receipt-address': renewReceiptAddress,
} as const;
