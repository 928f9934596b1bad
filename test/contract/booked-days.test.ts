import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { test } from 'node:test';
import { z } from 'zod';
import type { EventType } from '../../src/kernel/events/catalogue.ts';
import type { InternalWrite, WriteOperation } from '../../src/kernel/operations/operation.ts';
import { operations } from '../../src/surfaces/console/routes.ts';
import { routes } from '../../src/surfaces/credential/routes.ts';

type Write = WriteOperation<unknown, unknown, unknown> | InternalWrite<unknown, unknown, unknown>;

/** What changes the books as of a day. */
const BOOKING_EVENTS: readonly EventType[] = [
  ...([
    'invoice.issued',
    'cost.created',
    'cost.approved',
    'cost.moved',
    'cost.deleted',
    'cost.updated',
    'cost.imported',
  ] as const),
  ...(['payment.recorded', 'payment.reversed', 'invoice.written_off', 'invoice.write_off_undone'] as const),
];

/** What has a day and books nothing by it, and what books and is not refused, with the reason. */
const NOT_REFUSED: Readonly<Record<string, string>> = {
  'settle-claim': 'the bank reports the money: it is recorded and marked late',
  'receive-payment': 'the provider reports the money: it is recorded and marked late',
  'report-payment': 'the provider reports the money: it is recorded and marked late',
  'book-bank-line': 'the bank reports the money: it is recorded and marked late',
  'book-certain-line': 'the bank reports the money: it is recorded and marked late',
  'export-journal': 'the days of the journal',
  'export-books': 'the days of the books',
  'export-payables': 'the bank pays on that day; the line of the bank books it',
  'create-recurring-invoice': 'the invoices are booked when they are issued, not before today',
  'update-recurring-invoice': 'the invoices are booked when they are issued, not before today',
  'create-draft-invoice': 'a draft is booked when it is issued',
  'update-draft-invoice': 'a draft is booked when it is issued',
  'create-order-invoice': 'an order is booked when it is invoiced',
  'update-order-invoice': 'an order is booked when it is invoiced',
  'create-quote': 'a quote is booked when it is accepted',
  'update-quote': 'a quote is booked when it is accepted',
  'create-product-sale': 'the day of an event; purchases are booked when they are made',
  'set-product-sale': 'the day of an event; purchases are booked when they are made',
  'send-customer-statement': 'the days of a statement',
  'redeliver-webhook': 'the days of deliveries',
  'set-exchange-rate': 'documents and costs keep the rate that they have',
};

/** What books and is called by pages, jobs and other servers alone, in `surfaces/locked-days-by-jobs.test.ts`. */
const BY_JOBS = `answer-quote auto-approve-cost buy-product import-from-account issue-recurring-invoice receive-cost`;

const writes = new Map<string, Write>();
for (const file of globSync('src/modules/**/*.ts')) {
  const exported: Record<string, unknown> = await import(`../../${file}`);
  for (const one of Object.values(exported)) if (isWrite(one)) writes.set(`${one.name} of ${file}`, one);
}

function isWrite(value: unknown): value is Write {
  const { kind, run, name } = Object(value);
  return (kind === 'write' || kind === 'internal') && typeof run === 'function' && typeof name === 'string';
}

function takesDay(write: Write): boolean {
  if (write.kind === 'internal') return false;
  const schema = z.toJSONSchema(write.input, { io: 'input', unrepresentable: 'any' });
  return JSON.stringify(schema).includes('"format":"date"');
}

const mayBook = (write: Write) =>
  takesDay(write) || write.events.some((type) => BOOKING_EVENTS.includes(type));

test('every write that takes or implies a day is refused in a locked period, or says why not', () => {
  assert.ok(writes.size > 100, String(writes.size));
  const open = [...writes].filter(([, write]) => mayBook(write) && !write.books && !NOT_REFUSED[write.name]);
  assert.deepEqual(
    open.map(([name]) => name),
    [],
  );
});

test('no listed exception is unused', () => {
  const needed = [...writes.values()]
    .filter((write) => mayBook(write) && !write.books)
    .map(({ name }) => name);
  assert.deepEqual(
    Object.keys(NOT_REFUSED).filter((name) => !needed.includes(name)),
    [],
  );
});

test('every write that is refused declares it', () => {
  const silent = [...writes].filter(
    ([, write]) => write.kind === 'write' && write.books && !write.refusals?.includes('period_locked'),
  );
  assert.deepEqual(
    silent.map(([name]) => name),
    [],
  );
});

test('every write that is refused in a locked period is tried', () => {
  const called = [...routes.map(({ operation }) => operation), ...Object.values(operations)].map(
    ({ name }) => name as string,
  );
  const others = [...writes.values()].filter(({ name, books }) => books && !called.includes(name));
  assert.deepEqual([...new Set(others.map(({ name }) => name))].sort(), BY_JOBS.split(' '));
});
