import { normalizeKennitala } from '../../domain/kennitala.ts';
import { type Account, subscribes } from '../../kernel/account.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { choice, guid, object, text } from '../../kernel/fields/input-fields.ts';
import { type CreatedRecord, countOutput, createdRecord } from '../../kernel/fields/output-fields.ts';
import { defineList, defineRead, defineWrite } from '../../kernel/operation.ts';
import { batches, mapBatches, pageFields } from '../../kernel/paging.ts';
import { changedCustomer, newCustomer } from './rules.ts';
import { type Customer, customer, customerInput, customerPatch, fullCustomerInput } from './schema.ts';
import {
  type CustomerFilter,
  type CustomerRow,
  countCustomers,
  customerColumns,
  findCustomer,
  insertCustomer,
  listCustomers,
  lockCustomer,
  updateCustomer as updateStatement,
} from './store.ts';

const filters = {
  search: text(200).optional().describe('A part of the name, or of what search_in says'),
  search_in: choice(['name', 'all'])
    .optional()
    .describe('all: search looks in name, kennitala and e-mail address'),
  kennitala: text(20).optional().describe('Kennitala of the customer'),
};
const byKennitala = {
  kennitala: text(20, { examples: ['5501234520'] })().describe('Kennitala of the customer'),
};

export const getCustomers = defineList({
  name: 'get-customers',
  summary: 'Lists customers, oldest profile first, filtered by a part of the name or by kennitala.',
  scope: 'manage_customers',
  input: object({ ...filters, ...pageFields }),
  output: customer,
  run({ db, account }, input) {
    const filter = filterOf(input);
    const rows = batches<CustomerRow>(input, (take, skip, after) =>
      listCustomers(db, account.id, filter, take, skip, after),
    );
    return mapBatches(rows, (row) => shown(account, row));
  },
});

export const getCountCustomers = defineRead({
  name: 'get-count-customers',
  summary: 'Counts customers, with the filters of the list.',
  scope: 'manage_customers',
  input: object(filters),
  output: countOutput,
  run: ({ db, account }, input) => countCustomers(db, account.id, filterOf(input)),
});

export const getCustomersByKennitala = defineList({
  ...getCustomers,
  name: 'get-customers-by-kennitala',
  summary: 'Lists the profiles with a kennitala, oldest first.',
  input: object({ ...byKennitala, ...pageFields }),
});

export const getCountCustomersByKennitala = defineRead({
  ...getCountCustomers,
  name: 'get-count-customers-by-kennitala',
  summary: 'Counts the profiles with a kennitala.',
  input: object(byKennitala),
});

export const getCustomer = defineRead({
  name: 'get-customer',
  summary: 'Reads one customer.',
  scope: 'manage_customers',
  input: object({ guid: guid().describe('The customer') }),
  output: customer,
  refusals: ['customer_not_found'],
  async run({ db, account }, input) {
    const row = await findCustomer(db, account.id, input.guid);
    return row ? shown(account, row) : fail('customer_not_found');
  },
});

export const createCustomer = defineWrite({
  name: 'create-customer',
  summary: 'Creates a customer profile; the kennitala may be that of another profile.',
  scope: 'manage_customers',
  input: customerInput,
  output: createdRecord,
  refusals: ['subscription_required'],
  async run(ctx, input) {
    const made = ctx.newGuid();
    const result = insertCustomer(ctx.account.id, made, newCustomer(ctx, input), ctx.now);
    return (await ctx.finishIf<CreatedRecord>({ target: made, result })) ?? fail('customer_not_found');
  },
});

/** For programs that go on with what they made: all that an invoice needs is asked for, and the profile is answered. */
export const registerCustomer = defineWrite({
  ...createCustomer,
  summary: 'Creates a customer profile with all that an invoice needs, and answers it.',
  input: fullCustomerInput,
  output: customer,
  async run(ctx, { kennitala, ...input }) {
    const target = ctx.newGuid();
    // Programs are promised these days, whatever the account has made its own.
    const { due_date = 3, settlement_date = Math.max(7, due_date) } = input;
    const fields = newCustomer(ctx, { ...input, due_date, settlement_date, registration_no: kennitala });
    const yields = customerColumns({
      claim: subscribes(ctx.account, 'claim'),
      discount: subscribes(ctx.account, 'discount'),
    });
    const result = insertCustomer(ctx.account.id, target, fields, ctx.now, yields);
    return (await ctx.finishIf<Customer>({ target, result })) ?? fail('customer_not_found');
  },
});

export const updateCustomer = defineWrite({
  name: 'update-customer',
  summary: 'Changes the fields that are sent; invoices already made keep the customer they were made for.',
  scope: 'manage_customers',
  input: object({ guid: guid().describe('The customer'), data: customerPatch }),
  output: createdRecord,
  refusals: ['customer_not_found', 'subscription_required'],
  async run(ctx, input) {
    const before = await lockCustomer(ctx.tx, ctx.account.id, input.guid);
    if (!before) fail('customer_not_found');
    const { id, guid: target, updated_at: _, ...fields } = before;
    const result = updateStatement(ctx.account.id, id, changedCustomer(ctx, fields, input.data), ctx.now);
    return (await ctx.finishIf<CreatedRecord>({ target, result })) ?? fail('customer_not_found');
  },
});

function filterOf({ kennitala, ...same }: CustomerFilter): CustomerFilter {
  return { ...same, kennitala: kennitala ? normalizeKennitala(kennitala) : undefined };
}

function shown(account: Account, row: CustomerRow): Customer {
  const { id: _, due_days, settlement_days, updated_at, is_claim, is_discount, ...same } = row;
  return {
    ...same,
    due_date: due_days,
    settlement_date: settlement_days,
    updated_timestamp: updated_at,
    ...(subscribes(account, 'claim') && { is_claim }),
    ...(subscribes(account, 'discount') && { is_discount }),
  };
}
