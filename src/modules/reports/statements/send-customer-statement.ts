import { z } from 'zod';
import { addMonthsAnchored } from '../../../domain/values/dates.ts';
import { isEmailAddress } from '../../../domain/values/email.ts';
import { type Effect, NOTHING_OUTSIDE } from '../../../kernel/effects/effect.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { violation } from '../../../kernel/failures/violations.ts';
import { object, text } from '../../../kernel/fields/input-fields.ts';
import { out } from '../../../kernel/fields/output-fields.ts';
import { defineTransaction, defineWrite } from '../../../kernel/operations/operation.ts';
import { receiverOf } from '../../customers/receiver.ts';
import { limitMailTo } from '../../deliveries/mail-limits.ts';
import { checkPrintable, getCustomerStatement, statementPeriod } from './statement.ts';
import { endStatementMail, insertStatementMail, lockAddressee } from './statement-mail-store.ts';

/** The limit of one customer, so that a button that is pressed again and again does not fill a mailbox. */
const MAX_PER_DAY = 20;
const DAY_MS = 24 * 3600_000;

const mailGuid = z.object({ guid: out.guid('The mail') });

export const sendCustomerStatement = defineWrite({
  name: 'send-customer-statement',
  summary: 'Mails the statement of a customer as a PDF, to the address of the customer or to another one.',
  description:
    'The statement has what was invoiced, credited and paid in the period, and the balance. get-customer-statement returns the same figures.',
  access: { scope: 'create_invoice' },
  isUndoable: true,
  events: [],
  input: object({
    ...statementPeriod,
    email: text(200, { examples: ['bokhald@kaupandi.example'] }).optional(
      'Send it to this address instead of that of the customer',
    ),
  }),
  output: mailGuid,
  refusals: ['customer_not_found', 'delivery_refused'],
  async prepare(ctx, { email = '', ...period }) {
    if (email !== '' && !isEmailAddress(email)) fail('field_invalid', 'email', violation('email'));
    checkPrintable(await getCustomerStatement.run(ctx, period));
    if (email !== '') await limitMailTo(ctx, email);
  },
  async run(ctx, input) {
    const { email = '' } = input;
    const to = input.to_date ?? ctx.today;
    const from = input.from_date ?? addMonthsAnchored(to, -12);
    if (to < from) fail('field_invalid', 'to_date', violation('after_field', 'from_date', from));
    const since = new Date(ctx.now.getTime() - DAY_MS);
    const customer = await lockAddressee(ctx.tx, ctx.account.id, input.guid, since);
    if (!customer) return fail('customer_not_found');
    const recipient = email || customer.email;
    if (recipient === '') fail('delivery_refused', violation('statement_no_email'));
    if (customer.recent >= MAX_PER_DAY) fail('delivery_refused', violation('sent_too_often'));
    const mail = {
      guid: ctx.newGuid(),
      customer_id: customer.id,
      person_id: ctx.caller.person?.id ?? null,
      recipient,
      from_date: from,
      to_date: to,
      currency: input.currency ?? customer.currency,
    };
    ctx.enqueue('send-statement', { guid: mail.guid });
    const deliver = [{ channel: 'email' as const, to: recipient }];
    const receiver = receiverOf(customer, deliver, true);
    const { guid: profile, name } = customer;
    const effect: Effect = {
      kind: 'delivery',
      record: { kind: 'customer', guid: profile, number: '', name },
      ...NOTHING_OUTSIDE,
      receiver,
      deliver,
      dates: { from_date: from, to_date: to },
      fields: [{ name: 'currency', to: mail.currency }],
      defaults: (['from_date', 'to_date'] as const).filter((date) => input[date] === undefined),
    };
    const stored = insertStatementMail(ctx.account.id, mail, ctx.now);
    return ctx.finish({ target: customer.guid, ...stored, effect });
  },
});

/** What became of the mail; the job that sent it calls this. */
export const recordStatementMail = defineTransaction({
  name: 'record-statement-mail',
  isAllowedWhenClosed: true,
  events: [],
  async run(ctx, { guid, reason }: { guid: string; reason: string }) {
    const end = endStatementMail(ctx.account.id, guid, reason, ctx.now);
    return (await ctx.finishIf({ target: ctx.account.guid, ...end })) ?? fail('customer_not_found');
  },
});
