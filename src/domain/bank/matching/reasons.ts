import { type Decimal, fixed2 } from '../../values/money.ts';

/** A sum within a reason. */
interface Sum {
  amount: Decimal;
  currency: string;
}

function money(amount: Decimal, currency: string): string {
  const [whole = '', cents = '00'] = fixed2(amount.abs()).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, '.');
  return `${grouped}${cents === '00' ? '' : `,${cents}`} ${currency}`;
}

const sumOf = ({ amount, currency }: Sum) => money(amount, currency);

const listOf = (numbers: readonly string[]) =>
  numbers.length > 1
    ? `invoices ${numbers.slice(0, -1).join(', ')} and ${numbers.at(-1)}`
    : `invoice ${numbers[0]}`;

/** What money that is in no document of the books may be, in words. */
const CODE_NAMES: Readonly<Record<string, string>> = { vat: 'VAT', loan: 'a loan' };

const PAID_OUT_AS = { claim: 'claims', payment_link: 'card payments', sale: 'sales' } as const;
export type PaidOutSource = keyof typeof PAID_OUT_AS;

/** The parts of a reason, each a clause of the sentence that the API answers. */
const CLAUSES = {
  invoice_named: ({ numbers }: { numbers: readonly string[] }) => `The text names ${listOf(numbers)}`,
  payer_kennitala: ({ name }: { name: string }) => `The kennitala is that of ${name}`,
  payer_name: ({ name }: { name: string }) => `The name is that of ${name}`,
  payer_similar: ({ name }: { name: string }) => `The name may be that of ${name}`,
  payer_known: ({ name }: { name: string }) => `Earlier money of this payer was of ${name}`,
  sum_exact: ({ numbers }: { numbers: readonly string[] }) =>
    `the sum is what is left of ${numbers.length > 1 ? 'them' : 'it'}`,
  sum_settles: ({ numbers }: { numbers: readonly string[] }) =>
    `the sum is what is left of ${listOf(numbers)}`,
  sum_part: ({ number, ...left }: Sum & { number: string }) =>
    `the sum is a part of what is left of invoice ${number} (${sumOf(left)})`,
  sum_more: (more: Sum) => `${sumOf(more)} is more than is left of it`,
  sum_less_fee: ({ number, ...short }: Sum & { number: string }) =>
    `${sumOf(short)} less than is left of invoice ${number} may be what a bank or card acquirer kept`,
  sum_oldest: () => 'the sum settles the oldest invoices',
  sum_foreign: (left: Sum) => `it is about ${sumOf(left)} at the rate of the invoice`,
  sum_of_customer: ({ name, number }: { name: string; number: string }) =>
    `The sum is what ${name} owes of invoice ${number}`,
  stays_credit: (credit: Sum) => `${sumOf(credit)} stays as credit`,
  payment_recorded: ({ name, day, ...paid }: Sum & { name: string; day: string }) =>
    `A payment of ${sumOf(paid)}${name && ` by ${name}`} is in the books since ${day}`,
  payout: ({ source, count, ...total }: Sum & { source: PaidOutSource; count: number }) =>
    `The sum is that of ${count} ${PAID_OUT_AS[source]} of ${sumOf(total)}`,
  payout_fee: ({
    source,
    count,
    kept,
    ...total
  }: Sum & { source: PaidOutSource; count: number; kept: Decimal }) =>
    `${count} ${PAID_OUT_AS[source]} of ${sumOf(total)} without ${money(kept, total.currency)}, which the acquirer kept`,
  own_account: ({ name }: { name: string }) => `The other account is your own account ${name}`,
  mirrored: ({ name }: { name: string }) => `The same sum moved the other way on your account ${name}`,
  cost_kennitala: (cost: { name: string; day: string }) => `The kennitala and the sum are ${costOf(cost)}`,
  cost_number: (cost: { name: string; day: string }) => `The number and the sum are ${costOf(cost)}`,
  cost_sum: (cost: { name: string; day: string }) => `The sum is ${costOf(cost)}`,
  credit_note: ({ name, number }: { name: string; number: string }) =>
    `The sum is what is to be paid back of credit note ${number} of ${name}`,
  has_credit: ({ name, ...credit }: Sum & { name: string }) => `${name} has a credit of ${sumOf(credit)}`,
  habit: ({ code }: { code: string }) => `Earlier lines of this kind were booked as ${code}`,
  words: ({ code }: { code: string }) => `The text speaks of ${CODE_NAMES[code] ?? code}`,
  words_fee: () => 'The text speaks of a fee',
} as const;

function costOf({ name, day }: { name: string; day: string }): string {
  return `that of the cost of ${name} of ${day}`;
}

export type ClauseCode = keyof typeof CLAUSES;
export const CLAUSE_CODES = Object.keys(CLAUSES) as [ClauseCode, ...ClauseCode[]];

/** A part of a reason: a code with its values as text, and in English. */
export interface Clause {
  code: ClauseCode;
  values: Readonly<Record<string, string>>;
  text: string;
}

export function clause<C extends ClauseCode>(code: C, ...values: Parameters<(typeof CLAUSES)[C]>): Clause {
  const toText = CLAUSES[code] as (value?: object) => string;
  const [named = {}] = values;
  const written = Object.entries(named).map(([name, value]) => [name, writeValue(value)]);
  return { code, values: Object.fromEntries(written), text: toText(named) };
}

function writeValue(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'object' && value !== null ? fixed2(value as Decimal) : String(value);
}

const CONFIRMS: readonly ClauseCode[] = ['sum_exact', 'sum_settles'];

/** The reason as a sentence. */
export function sentenceOf(clauses: readonly Clause[]): string {
  return clauses
    .map(({ code, text }, at) => (at === 0 ? text : `${CONFIRMS.includes(code) ? ', and' : ';'} ${text}`))
    .join('');
}
