import { hasSubscription } from '../../kernel/access/account.ts';
import { recordRow } from '../../kernel/database/row.ts';
import { changedFields } from '../../kernel/effects/changed-fields.ts';
import { type Effect, NOTHING_OUTSIDE } from '../../kernel/effects/effect.ts';
import { createdRecord } from '../../kernel/fields/output-fields.ts';
import type { WriteContext } from '../../kernel/operations/context.ts';
import { defineWrite } from '../../kernel/operations/operation.ts';
import { redirectionTo } from './receiver.ts';
import { changeDays, newCustomer } from './rules.ts';
import { customer, customerInput, fullCustomerInput } from './schema.ts';
import { type CustomerFields, hasNamesake, insertCustomer, insertCustomerForWire } from './store.ts';
import { customers } from './tables.ts';

export const createCustomer = defineWrite({
  name: 'create-customer',
  summary: 'Creates a customer profile.',
  description:
    'The guid in the answer names the customer in invoices, tasks and updates. Several profiles may have the same kennitala. An invoice can also create its customer, so this call is not needed before one.',
  access: { scope: 'manage_customers' },
  events: ['customer.created'],
  input: customerInput,
  output: createdRecord,
  refusals: ['subscription_required'],
  async run(ctx, input) {
    const target = ctx.newGuid();
    ctx.emit('customer.created', { guid: target });
    const fields = newCustomer(ctx, input);
    const result = insertCustomer(ctx.account.id, target, fields, ctx.now);
    return ctx.finish({ target, row: recordRow, result, effect: await customerEffect(ctx, target, fields) });
  },
});

const PROGRAM_DUE_DAYS = 3;
const PROGRAM_SETTLEMENT_DAYS = 7;

/** The agent API's create-customer: it asks for every field that an invoice needs and returns the whole profile. */
export const registerCustomer = defineWrite({
  ...createCustomer,
  variant: 'agent',
  summary: 'Creates a customer profile with all that an invoice needs, and returns it.',
  description:
    'Use it in programs that keep customers in step with another system. The answer is the whole profile, with the guid that invoices, tasks and updates use.',
  input: fullCustomerInput,
  output: customer,
  async run(ctx, { kennitala, ...input }) {
    const target = ctx.newGuid();
    ctx.emit('customer.created', { guid: target });
    // These defaults are part of the agent API; the account's own defaults do not apply.
    const days = changeDays({ due: PROGRAM_DUE_DAYS, settlement: PROGRAM_SETTLEMENT_DAYS }, input);
    const terms = { due_date: days.due, settlement_date: days.settlement };
    const fields = newCustomer(ctx, { ...input, ...terms, registration_no: kennitala });
    const insert = insertCustomerForWire(ctx.account.id, target, fields, {
      now: ctx.now,
      claim: hasSubscription(ctx.account, 'claim'),
      discount: hasSubscription(ctx.account, 'discount'),
    });
    return ctx.finish({ target, ...insert, effect: await customerEffect(ctx, target, fields) });
  },
});

/** A profile whose kennitala or number another one has redirects: documents and tasks that name it use the newest. */
async function customerEffect(
  { tx, account }: WriteContext,
  guid: string,
  fields: CustomerFields,
): Promise<Effect> {
  const isCapturing = await hasNamesake(tx, account.id, fields, null);
  return {
    kind: 'customer',
    name: fields.name,
    ...NOTHING_OUTSIDE,
    fields: changedFields(customers, null, fields),
    ...(isCapturing && redirectionTo({ ...fields, guid }, 'others')),
  };
}
