import { z } from 'zod';
import { toWire } from '../../domain/values/money.ts';
import { choice, flag, integer, number, object, text } from '../../kernel/fields/input-fields.ts';
import { countOutput, out } from '../../kernel/fields/output-fields.ts';
import { defineRead } from '../../kernel/operations/operation.ts';
import { customer } from './schema.ts';
import { CUSTOMER_SORTS, findCustomers as queryCustomers } from './search-store.ts';

const MAX_LIMIT = 200;

const foundCustomer = customer
  .pick({
    guid: true,
    customer_number: true,
    name: true,
    registration_no: true,
    email: true,
    phone_number: true,
    city: true,
    output_select: true,
    currency: true,
    tax_exempt: true,
    active: true,
    unverified: true,
    due_date: true,
    settlement_date: true,
  })
  .extend({
    owed: out.number('What the customer owes, in ISK', 46500),
    overdue: out.number('The part of it that is overdue or in collection, in ISK'),
  });

export const findCustomers = defineRead({
  name: 'find-customers',
  summary: 'Searches customers by name, kennitala, e-mail or number, with the amount that each owes.',
  access: { scope: 'manage_customers' },
  input: object({
    search: text(200).optional('A part of the name or e-mail, a kennitala or its beginning, or a number'),
    active: flag.optional('Only those in use, or only the others; all when left out'),
    min_owed: number({ places: 2, min: '0' }).optional('Only those who owe at least this much, in ISK'),
    sort: choice(CUSTOMER_SORTS).optional('Order; by name, in Icelandic order, when left out'),
    limit: integer(1, MAX_LIMIT).optional('How many at most; 50 when left out'),
    page: integer(1, 1_000_000).optional('Which page of that many'),
  }),
  output: z.object({ rows: z.array(foundCustomer).describe('The page'), count: countOutput }),
  async run({ db, account, today }, input) {
    const { search, active, min_owed, sort = 'name', limit: take = 50, page = 1 } = input;
    const found = await queryCustomers(db, account.id, today, {
      search,
      active,
      minOwed: min_owed?.toFixed(),
      sort,
      take,
      skip: (page - 1) * take,
    });
    return {
      count: found.count,
      rows: found.rows.map((row) => ({ ...row, owed: toWire(row.owed), overdue: toWire(row.overdue) })),
    };
  },
});
