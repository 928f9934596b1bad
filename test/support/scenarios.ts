import assert from 'node:assert/strict';
import { add, cents, type Fraction, fraction, multiply, over, subtract, total } from '../domain/fractions.ts';
import type { Client } from './client.ts';

type Data = Record<string, unknown>;

/** What is wrong with the request, the fields that are sent, and the refusal: its code and its message. */
export type Refusal = [what: string, sent: Data, refusal: string];

/** Texts that have broken somebody's program: quotes, markup, emoji, other scripts, wildcards, line ends. */
export const AWKWARD = `O'Brien "&" <b>\\n</b> 👩‍👧 Þórður Æ 株式会社 %_\u202e\n; drop table invoices;--`;

export function required(field: string): string {
  return `field_required: Field ${field} is required`;
}

export function invalid(field: string, problem: string): string {
  return `field_invalid: Field ${field} ${problem}`;
}

/** Sends every row, compares every refusal, and makes sure that none of them has left anything behind. */
export async function assertRefused(
  seller: Client,
  endpoint: string,
  rows: readonly Refusal[],
): Promise<void> {
  const before = await books(seller);
  const answers: Record<string, string> = {};
  for (const [what, sent] of rows) {
    const { error_code, message } = await seller.refused(endpoint, sent);
    answers[what] = `${error_code}: ${message}`;
  }
  assert.equal(Object.keys(answers).length, rows.length, 'two rows have the same title');
  assert.deepEqual(answers, Object.fromEntries(rows.map(([what, , refusal]) => [what, refusal])));
  assert.deepEqual(await books(seller), before, 'something was stored');
}

/** All that an account holds, as its own API shows it. */
export async function books(seller: Client): Promise<Record<string, unknown>> {
  return {
    customers: await seller.ok('get-customers'),
    items: await seller.ok('get-items'),
    invoices: await seller.ok('get-invoices'),
    tasks: await seller.ok('get-tasks'),
    olderTasks: await seller.ok('get-tasks', { type: 'older' }),
    costs: await seller.ok('get-costs', { limit: 1000 }),
  };
}

export interface SoldLine {
  qty: number;
  unit_price: number;
  tax: string;
  discount?: number;
  discount_type?: unknown;
}

interface Whole {
  discount_value?: number;
  discount_type?: unknown;
  exempt?: boolean;
}

const RATE: Record<string, string> = { S: '0.24', AA: '0.11', Z: '0' };

/** The four sums of an invoice, by exact fractions of integers instead of by the code under test. */
export function sums(lines: readonly SoldLine[], whole: Whole = {}) {
  const share = shareLeft(total(lines.map(net)), whole);
  const of = (tax: string) =>
    multiply(total(lines.filter((line) => (whole.exempt ? 'Z' : line.tax) === tax).map(net)), share);
  const gross = Object.entries(RATE).map(([tax, rate]) => multiply(of(tax), fraction(`${1 + Number(rate)}`)));
  return {
    amount: Number(cents(total(gross))),
    total_24vat: Number(cents(of('S'))),
    total_11vat: Number(cents(of('AA'))),
    total_0vat: Number(cents(of('Z'))),
  };
}

function net({ qty, unit_price, discount = 0, discount_type }: SoldLine): Fraction {
  const base = multiply(fraction(`${qty}`), fraction(`${unit_price}`));
  const off = fraction(`${discount}`);
  return subtract(base, discount_type ? multiply(base, multiply(off, fraction('0.01'))) : off);
}

function shareLeft(whole: Fraction, { discount_value, discount_type }: Whole): Fraction {
  if (discount_value === undefined) return fraction('1');
  const value = fraction(`${discount_value}`);
  if (discount_type) return multiply(add(fraction('100'), { n: -value.n, d: value.d }), fraction('0.01'));
  return over(subtract(whole, value), whole);
}
