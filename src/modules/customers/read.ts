import { normalizeKennitala } from '../../domain/values/kennitala.ts';
import { toWire } from '../../domain/values/money.ts';
import { type Account, hasSubscription } from '../../kernel/access/account.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { choice, guid, object, text } from '../../kernel/fields/input-fields.ts';
import { countOutput } from '../../kernel/fields/output-fields.ts';
import { defineList, defineRead } from '../../kernel/operations/operation.ts';
import { batches, mapBatches, pageFields } from '../../kernel/operations/paging.ts';
import { type Customer, customer } from './schema.ts';
import {
  type CustomerFilter,
  countCustomers,
  findCustomer,
  type ListedCustomer,
  listCustomers,
  listCustomersByKennitala,
} from './store.ts';

const filters = {
  search: text(200).optional('A part of the name, or of the fields of search_in'),
  search_in: choice(['name', 'all']).optional('all: search in name, kennitala and e-mail address'),
  kennitala: text(20).optional('Kennitala of the customer'),
};
const byKennitala = {
  kennitala: text(20, { examples: ['5501234520'] })('Kennitala of the customer'),
};

export const getCustomers = defineList({
  name: 'get-customers',
  summary: 'Lists customers, oldest profile first, filtered by a part of the name or by kennitala.',
  description:
    '`limit` and `page` split the list into pages; without `limit` the answer is the complete list. `updated_timestamp` tells when a profile was last changed.',
  access: { scope: 'manage_customers' },
  input: object({ ...filters, ...pageFields }),
  output: customer,
  run({ db, account }, input) {
    const filter = normalizeFilter(input);
    const rows = batches<ListedCustomer>(input, (range) => listCustomers(db, account.id, filter, range));
    return mapBatches(rows, (row) => toCustomer(account, row));
  },
});

export const getCountCustomers = defineRead({
  name: 'get-count-customers',
  summary: 'Counts customers, with the filters of the list.',
  description:
    'Returns the number of customers in the list, for example to plan pages. It takes the same filters as the list.',
  access: { scope: 'manage_customers' },
  input: object(filters),
  output: countOutput,
  run: ({ db, account }, input) => countCustomers(db, account.id, normalizeFilter(input)),
});

export const getCustomersByKennitala = defineList({
  ...getCustomers,
  name: 'get-customers-by-kennitala',
  summary: 'Lists the profiles with a kennitala: active ones first, the newest of them first.',
  description:
    'Several profiles may have the same kennitala, for example one for each department. Use it before create-customer to find a profile that exists already.',
  input: object({ ...byKennitala, ...pageFields }),
  run({ db, account }, input) {
    const kennitala = normalizeKennitala(input.kennitala);
    const rows = batches<ListedCustomer>(input, (range) =>
      listCustomersByKennitala(db, account.id, kennitala, range),
    );
    return mapBatches(rows, (row) => toCustomer(account, row));
  },
});

export const getCountCustomersByKennitala = defineRead({
  ...getCountCustomers,
  name: 'get-count-customers-by-kennitala',
  summary: 'Counts the profiles with a kennitala.',
  description: 'Use it to check whether a kennitala is known, and how many profiles it has.',
  input: object(byKennitala),
});

export const getCustomer = defineRead({
  name: 'get-customer',
  summary: 'Reads one customer.',
  description: 'A customer of another account gets the same answer as one that does not exist.',
  access: { scope: 'manage_customers' },
  input: object({ guid: guid('The customer') }),
  output: customer,
  refusals: ['customer_not_found'],
  async run({ db, account }, input) {
    const row = await findCustomer(db, account.id, input.guid);
    return row ? toCustomer(account, row) : fail('customer_not_found');
  },
});

function normalizeFilter({ kennitala, ...same }: CustomerFilter): CustomerFilter {
  return { ...same, kennitala: kennitala ? normalizeKennitala(kennitala) : undefined };
}

function toCustomer(account: Account, row: ListedCustomer): Customer {
  const { id: _, due_days, settlement_days, updated_at, is_claim, is_discount, ...same } = row;
  return {
    ...same,
    due_date: due_days,
    settlement_date: settlement_days,
    updated_timestamp: updated_at,
    credits: row.credits.map(({ currency, amount }) => ({ currency, amount: toWire(amount) })),
    ...(hasSubscription(account, 'claim') && { is_claim }),
    ...(hasSubscription(account, 'discount') && { is_discount }),
  };
}
