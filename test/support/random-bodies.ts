import fc from 'fast-check';
import { companyKennitala } from '../domain/generators.ts';
import { UNKNOWN_GUID } from './unknown-guid.ts';

/**
 * Random bodies of create-invoice: most fields are valid, and each is occasionally invalid in its own way. Records
 * are named by role, such as 'inactive'; `Fixtures` maps roles to the guids of an account.
 */
export interface Fixtures {
  items: Record<ItemRole, string>;
  customers: Record<CustomerRole, string>;
  tasks: Record<TaskRole, string[]>;
  files: Record<FileRole, string[]>;
  /** All invoices, drafts and credit notes of the account so far, and one of another account. */
  invoices: string[];
}

const ITEMS = ['pieces', 'hours', 'inactive', 'foreign', 'unknown'] as const;
const CUSTOMERS = [
  'paper',
  'known',
  'mailed',
  'einvoice',
  'einvoice-lacking',
  'exempt',
  'foreign',
  'unknown',
] as const;
const TASKS = ['logged', 'empty', 'running', 'billed', 'foreign', 'unknown'] as const;
const FILES = ['free', 'used', 'foreign', 'unknown'] as const;
type ItemRole = (typeof ITEMS)[number];
type CustomerRole = (typeof CUSTOMERS)[number];
type TaskRole = (typeof TASKS)[number];
type FileRole = (typeof FILES)[number];

export const KNOWN_KENNITALA = companyKennitala(801);
const UNUSED_KENNITALA = companyKennitala(802);

type Body = Record<string, unknown>;

/** Chooses by weight: `often` for valid values, 1 for each invalid one. */
function usually<T>(often: number, right: readonly T[], wrong: readonly T[]): fc.Arbitrary<T> {
  return fc.oneof(
    { weight: often, arbitrary: fc.constantFrom(...right) },
    { weight: wrong.length, arbitrary: fc.constantFrom(...wrong) },
  );
}

const rarely = <T>(value: T, oneIn = 12) => usually<T | undefined>(oneIn - 1, [undefined], [value]);

const line = fc.record({
  item: fc.oneof(
    { weight: 14, arbitrary: usually<string>(40, ['pieces', 'hours'], ['inactive', 'foreign', 'unknown']) },
    { weight: 6, arbitrary: fc.constant('inline') },
    { weight: 5, arbitrary: usually(30, ['free', 'number'], ['unknown-number']) },
    { weight: 1, arbitrary: fc.constantFrom('nothing', 'inline-bare') },
  ),
  qty: usually<unknown>(40, [1, 2, 3, '4'], [2.5, 0.5, 0, 'two']),
  unit_price: usually<unknown>(30, [undefined, 1000, 99.5, 33.333333333333336], [-5000, 900_000_000, 'x']),
  discount: usually<unknown>(30, [undefined, undefined, 10], [150, -1, 1_000_000]),
  discount_type: fc.constantFrom<unknown>(undefined, 0, 1),
  task: fc.oneof(
    { weight: 40, arbitrary: fc.constant(undefined) },
    { weight: 3, arbitrary: fc.constantFrom(...TASKS) },
  ),
  pick: fc.nat(),
});

/** Fields beside the guid of a customer, which count for one document. */
const overrides = fc.record(
  {
    name: usually<unknown>(60, ['Annað nafn', ''], [7, ['x']]),
    email: usually<unknown>(60, ['annad@example.is', ''], ['x', 'a@b']),
    output_select: usually<unknown>(60, ['4', ''], ['9', 2, 3]),
    registration_no: usually<unknown>(60, ['', KNOWN_KENNITALA], ['1234567890']),
    trading_partner_id: usually<unknown>(60, ['', KNOWN_KENNITALA], ['0196:1']),
    tax_exempt: usually<unknown>(60, [0, 1], ['maybe']),
    is_claim: usually<unknown>(60, [0, 1], ['maybe']),
    is_discount: usually<unknown>(60, [0, 1], ['maybe']),
    final_date: usually<unknown>(60, [0, 14], [-1]),
  },
  { requiredKeys: [] },
);

const customer = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({
      role: fc.constantFrom('paper', 'known', 'mailed', 'einvoice', 'exempt'),
      overrides,
    }),
  },
  { weight: 40, arbitrary: fc.constantFrom('paper', 'known', 'mailed', 'einvoice', 'exempt') },
  { weight: 3, arbitrary: fc.constantFrom(...CUSTOMERS) },
  {
    weight: 12,
    arbitrary: fc.record({
      name: usually<unknown>(20, ['Nýr ehf.'], [undefined, '', 7]),
      output_select: usually<unknown>(20, ['4', 4], [undefined, '2', '9']),
      email: usually<unknown>(20, [undefined, 'nyr@example.is'], ['x', 'a@b']),
      registration_no: usually<unknown>(
        20,
        [undefined, KNOWN_KENNITALA, UNUSED_KENNITALA],
        ['1234567890', '0196:1'],
      ),
    }),
  },
  { weight: 2, arbitrary: fc.constantFrom(undefined, null, {}) },
);

export const randomBody = fc.record({
  type: usually<string>(60, ['invoice', 'invoice', 'credit'], ['Invoice']),
  amount: usually<unknown>(24, ['right'], [-1, 77.77, 12_345.67]),
  currency: usually<unknown>(40, ['ISK', 'ISK', 'ISK', 'EUR'], [undefined, 'USD', 'isk']),
  exchange_rate: usually<unknown>(30, [undefined], [150, 0]),
  issue_date: usually<unknown>(40, [undefined, '2026-03-02'], ['2019-01-01', '2026-02-29']),
  due_date: usually<unknown>(40, [undefined, '2026-03-16'], ['2019-01-05']),
  settlement_date: usually<unknown>(40, ['2026-12-31'], [undefined, '2026-03-03', 'soon']),
  customer,
  items: fc.oneof(
    { weight: 30, arbitrary: fc.array(line, { minLength: 1, maxLength: 4 }) },
    { weight: 2, arbitrary: fc.constantFrom(undefined, null, []) },
  ),
  ref: usually<unknown>(20, ['own'], [undefined, 'unknown', 'x']),
  credit_partial: fc.constantFrom<unknown>(undefined, 0, 1, 1),
  is_claim: rarely(1),
  mark_paid: rarely(1),
  is_payment_link: rarely(1),
  method_payment: rarely<unknown>(1, 30),
  save: rarely(1),
  is_discount: rarely(1, 8),
  discount_type: fc.constantFrom<unknown>(undefined, 0, 1),
  discount_value: usually<unknown>(20, [5, 12.5], [undefined, 150, -1, 1_000_000_000]),
  payment_fee: rarely<unknown>(150, 20),
  default_payment_fee: rarely(1),
  trading_partner_id: usually<unknown>(30, [undefined, KNOWN_KENNITALA], ['123', `0196:${KNOWN_KENNITALA}`]),
  files: fc.oneof(
    { weight: 24, arbitrary: fc.constant<string[]>([]) },
    { weight: 2, arbitrary: fc.array(fc.constantFrom<string[]>(...FILES), { minLength: 1, maxLength: 2 }) },
    { weight: 1, arbitrary: fc.constant<string[]>(['photo.png']) },
  ),
  pick: fc.nat(),
});
export type RandomBody = typeof randomBody extends fc.Arbitrary<infer T> ? T : never;

/** Builds the body with the records of an account; without `amount`, which depends on its lines. */
export function bodyFor(account: Fixtures, random: RandomBody): Body {
  const { amount: _amount, customer: buyer, items, ref, files, pick, ...same } = random;
  const isCredit = random.type === 'credit';
  return {
    ...same,
    ...(isCredit && { currency: pick % 4 === 0 ? random.currency : undefined }),
    // A credit note for the full remaining amount or a part of it has no lines.
    ...(isCredit && { ref_invoice_guid: refOf(account, ref, pick) }),
    // Some amounts are credited as a part, which the preview gets too.
    ...(isCredit && pick % 6 === 0 && { amount: 77.77, credit_partial: 1 }),
    customer: customerFor(account, buyer),
    items: isCredit && pick % 3 === 0 ? undefined : items?.map((one) => lineFor(account, one, isCredit)),
    files: files.map((role) => pickFrom(account.files[role as FileRole] ?? [role], pick)).join(','),
  };
}

function customerFor({ customers }: Fixtures, buyer: RandomBody['customer']): unknown {
  if (typeof buyer === 'string') return { guid: customers[buyer as CustomerRole] };
  if (buyer && 'role' in buyer) return { guid: customers[buyer.role as CustomerRole], ...buyer.overrides };
  return buyer;
}

function pickFrom(list: readonly string[], pick: number): string | undefined {
  return list[pick % list.length];
}

function refOf({ invoices }: Fixtures, ref: unknown, pick: number): unknown {
  if (ref === 'own') return pickFrom(invoices, pick);
  return ref === 'unknown' ? UNKNOWN_GUID : ref;
}

function lineFor(
  account: Fixtures,
  random: NonNullable<RandomBody['items']>[number],
  isCredit: boolean,
): Body {
  const { item, task, pick, unit_price, discount, discount_type, qty } = random;
  const tasks = task ? account.tasks[task] : [];
  const common = {
    qty,
    // A credit note uses the prices of its invoice; sometimes the body sends a higher, lower or rounded price.
    ...(!(isCredit && pick % 8 > 2) && { unit_price, discount, discount_type }),
    ...(isCredit && pick % 8 === 1 && { unit_price: 999.6 }),
    ...(task && { task_guid: pickFrom(tasks, pick) }),
  };
  if (item === 'nothing') return common;
  const number = pick % 2 === 0 ? 'NEW-1' : 'NEW-2';
  if (isCredit && item === 'inline' && pick % 3 > 0) {
    const tax = [undefined, 'S', 'AA', 'Z'][pick % 4];
    return { item_number: 'refund', description: 'Galli', tax, unit_price: unit_price ?? 12.3456, qty };
  }
  if (item === 'inline-bare') return { ...common, add_new: 1, item_number: number };
  if (item === 'free')
    return { item_number: number, description: 'A free line', ...common, unit_price: unit_price ?? 500 };
  if (item === 'number') return { item_number: 'NEW-1', qty };
  if (item === 'unknown-number') return { item_number: 'NOBODYS', ...common };
  if (item === 'inline') {
    const inline = { add_new: 1, item_number: number, description: 'A thing', uom: 'HUR', tax: 'Z' };
    return { ...inline, ...common, ...(!isCredit && { unit_price: unit_price ?? 500 }) };
  }
  return { guid: account.items[item as ItemRole], ...common };
}
