import assert from 'node:assert/strict';
import { add, cents, type Fraction, fraction, multiply, over, subtract, total } from '../domain/fractions.ts';
import type { Client } from './client.ts';

type Data = Record<string, unknown>;

/** A title, the fields to send, and the expected refusal as `code: message`. */
export type Refusal = [what: string, sent: Data, refusal: string];

/** Characters that often break programs: quotes, markup, emoji, other scripts, wildcards, line ends. */
export const AWKWARD = `O'Brien "&" <b>\\n</b> 👩‍👧 Þórður Æ 株式会社 %_\u202e\n; drop table invoices;--`;
/** The same as a field of one line stores it: without line breaks and characters that change the direction of text. */
export const AWKWARD_LINE = AWKWARD.replace('\u202e\n', ' ');

export function required(field: string): string {
  return `field_required: Field ${field} is required`;
}

export function invalid(field: string, problem: string): string {
  return `field_invalid: Field ${field} ${problem}`;
}

/** Sends every row, compares every refusal, and asserts that nothing was stored. */
export async function assertRefused(
  seller: Client,
  endpoint: string,
  rows: readonly Refusal[],
): Promise<void> {
  const before = await readBooks(seller);
  const answers: Record<string, string> = {};
  for (const [what, sent] of rows) {
    const { error_code, message } = await seller.expectRefusal(endpoint, sent);
    answers[what] = `${error_code}: ${message}`;
  }
  assert.equal(Object.keys(answers).length, rows.length, 'two rows have the same title');
  assert.deepEqual(answers, Object.fromEntries(rows.map(([what, , refusal]) => [what, refusal])));
  assert.deepEqual(await readBooks(seller), before, 'something was stored');
}

/** Reads all records of an account through its own API. */
export async function readBooks(seller: Client): Promise<Record<string, unknown>> {
  return {
    customers: await seller.ok('get-customers'),
    items: await seller.ok('get-items'),
    invoices: await seller.ok('get-invoices'),
    tasks: await seller.ok('get-tasks'),
    olderTasks: await seller.ok('get-tasks', { type: 'older' }),
    costs: await seller.ok('get-costs', { limit: 1000 }),
  };
}

export interface InvoiceLine {
  qty: number;
  unit_price: number;
  tax: string;
  discount?: number;
  discount_type?: unknown;
}

interface InvoiceTerms {
  discount_value?: number;
  discount_type?: unknown;
  exempt?: boolean;
}

const RATE: Record<string, string> = { S: '0.24', AA: '0.11', Z: '0' };

/** Computes the sums of an invoice with exact fractions of integers, independently of the code under test. */
export function sumLines(lines: readonly InvoiceLine[], whole: InvoiceTerms = {}) {
  const share = shareAfterDiscount(total(lines.map(net)), whole);
  const netOf = (tax: string) =>
    multiply(total(lines.filter((line) => (whole.exempt ? 'Z' : line.tax) === tax).map(net)), share);
  const gross = Object.entries(RATE).map(([tax, rate]) =>
    multiply(netOf(tax), fraction(`${1 + Number(rate)}`)),
  );
  return {
    amount: Number(cents(total(gross))),
    total_24vat: Number(cents(netOf('S'))),
    total_11vat: Number(cents(netOf('AA'))),
    total_0vat: Number(cents(netOf('Z'))),
  };
}

function net({ qty, unit_price, discount = 0, discount_type }: InvoiceLine): Fraction {
  const base = multiply(fraction(`${qty}`), fraction(`${unit_price}`));
  const off = fraction(`${discount}`);
  return subtract(base, discount_type ? multiply(base, multiply(off, fraction('0.01'))) : off);
}

function shareAfterDiscount(whole: Fraction, { discount_value, discount_type }: InvoiceTerms): Fraction {
  if (discount_value === undefined) return fraction('1');
  const value = fraction(`${discount_value}`);
  if (discount_type) return multiply(add(fraction('100'), { n: -value.n, d: value.d }), fraction('0.01'));
  return over(subtract(whole, value), whole);
}
