import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../src/kernel/database/sql.ts';
import { type Client, invoice, line, type Reply } from '../../support/client.ts';
import { assertRefused, invalid, type Refusal, required } from '../../support/scenarios.ts';
import { onBothDatabases } from '../../support/service.ts';
import { until } from '../../support/until.ts';

/** Ten things at 100 and 24 %, and four hours at 250 and 11 %: 1,240 and 1,110. */
const ROWS = [
  { qty: 10, unit_price: 100, tax: 'S', item_number: 'T' },
  { qty: 4, unit_price: 250, tax: 'AA', item_number: 'H', uom: 'HUR' },
];
const AMOUNT = 2350;

const sale = (fields: object = {}) =>
  invoice({ items: ROWS.map((row) => line(row)), amount: AMOUNT, ...fields });
const note = (ref: string, amount: number, fields: object = {}) => ({
  data: { type: 'credit', ref_invoice_guid: ref, amount, issue_date: '2026-03-09', ...fields },
});

async function statusOf(seller: Client, guid: string) {
  const { status, credited, credited_amount } = await seller.ok('get-invoice', { guid });
  return [status, credited, credited_amount];
}

function credit(message: string): string {
  return `credit_refused: ${message}`;
}

onBothDatabases('the rules of credit notes', (kvitt, kind) => {
  test('what cannot be credited is refused, with what can be', async () => {
    const seller = await kvitt.account();
    const ref = await seller.ok('create-invoice', { data: sale() });
    const draft = await seller.ok('create-invoice', { data: sale({ save: 1 }) });
    const gone = await seller.ok('create-invoice', { data: sale() });
    const whole = await seller.ok('create-invoice', note(gone, AMOUNT));
    await seller.ok('create-invoice', note(ref, 124 * 8, { items: [{ item_number: 'T', qty: 8 }] }));
    const of = (item: object) => ({ items: [item] });
    const nothing = 'This invoice is credited in full already; there is nothing left to credit';
    const unknown = 'the invoice has no such line; send the guid or item_number of one of its lines';
    const flags = 'A credit note can have neither is_claim nor is_payment_link';
    const rows: [string, Refusal[1], string][] = [
      ['no original', { data: { type: 'credit', amount: 1 } }, required('ref_invoice_guid')],
      [
        'an unknown original',
        note('no-guid', 1),
        credit('No invoice found for ref_invoice_guid; send the guid of one of your invoices'),
      ],
      [
        'a credit note',
        note(whole, AMOUNT),
        credit('A credit note cannot be credited; send the guid of an invoice in ref_invoice_guid'),
      ],
      ['a draft', note(draft, AMOUNT), credit('A draft cannot be credited; it has not been issued')],
      ['all of it a second time', note(gone, AMOUNT), credit(nothing)],
      ['a part of nothing', note(gone, 124, of({ item_number: 'T', qty: 1 })), credit(nothing)],
      [
        'too much of a line',
        note(ref, 372, of({ item_number: 'T', qty: 3 })),
        credit('Line 1: only 2 are left to credit; send qty 2 or less'),
      ],
      [
        'too much in two lines',
        note(ref, 372, {
          items: [
            { item_number: 'T', qty: 2 },
            { item_number: 'T', qty: 1 },
          ],
        }),
        credit('Line 2: 0 are left to credit; leave this line out'),
      ],
      [
        'more hours than sold',
        note(ref, 1, of({ item_number: 'H', qty: 4.001 })),
        credit('Line 1: only 4 are left to credit; send qty 4 or less'),
      ],
      [
        'half a piece',
        note(ref, 62, of({ item_number: 'T', qty: 0.5 })),
        invalid('items[0].qty', 'must be a whole number of pieces (C62)'),
      ],
      [
        'a line of something else',
        note(ref, 124, of({ item_number: 'X', qty: 1 })),
        credit(`Line 1: ${unknown}`),
      ],
      ['a line without a name', note(ref, 124, of({ qty: 1 })), credit(`Line 1: ${unknown}`)],
      [
        'another price',
        note(ref, 62, of({ item_number: 'T', qty: 1, unit_price: 50 })),
        credit('Line 1: a credit takes the price of the invoice; send unit_price 100 or leave it out'),
      ],
      [
        'another tax',
        note(ref, 100, of({ item_number: 'T', qty: 1, tax: 'Z' })),
        credit('Line 1: a credit takes the tax of the invoice; send tax S or leave it out'),
      ],
      [
        'no lines',
        note(ref, 0, { items: [] }),
        credit('Name at least one line, or leave items out to credit all that is left'),
      ],
      [
        'a negative amount',
        note(ref, -124, of({ item_number: 'T', qty: 1 })),
        'amount_mismatch: Field amount must equal the lines plus VAT: send 124.00 instead of -124',
      ],
      [
        'the whole amount when a part is left',
        note(ref, AMOUNT),
        'amount_mismatch: Field amount must equal the lines plus VAT: send 1358.00 instead of 2350',
      ],
      ['a claim', note(ref, 124, { is_claim: 1 }), `flags_conflict: ${flags}`],
      ['a payment link', note(ref, 124, { is_payment_link: 1 }), `flags_conflict: ${flags}`],
      [
        'a draft of a note',
        note(ref, 124, { save: 1 }),
        'flags_conflict: A credit note is issued at once: leave out save',
      ],
    ];
    await assertRefused(seller, 'create-invoice', rows);
  });

  test('of two notes at the same moment, one gets what there is', async () => {
    const seller = await kvitt.account();
    const ref = await seller.ok('create-invoice', { data: sale() });
    const six = note(ref, 124 * 6, { items: [{ item_number: 'T', qty: 6 }] });
    const parts = await Promise.all([1, 2, 3].map(() => seller.call('create-invoice', six)));
    assert.deepEqual(parts.map(({ status }) => status).sort(), [false, false, true]);
    const rest = note(ref, AMOUNT - 124 * 6);
    const wholes = await Promise.all([1, 2, 3].map(() => seller.call('create-invoice', rest)));
    assert.deepEqual(wholes.map(({ status }) => status).sort(), [false, false, true]);
    assert.deepEqual(await statusOf(seller, ref), ['Cancelled', true, AMOUNT]);
    const numbers = (await seller.ok('get-invoices')).map(({ number }: { number: string }) => number);
    assert.deepEqual(numbers.sort(), ['1', '2', '3']);
  });

  if (kind === 'postgres') {
    test('a note made at the moment of payment is settled by it', async () => {
      const seller = await kvitt.account();
      const { db } = kvitt.service.engine.kernel;
      const ref = await seller.ok('create-invoice', { data: sale() });
      const waiting = (count: number) =>
        until(`${count} calls wait for the invoice`, async () => {
          const rows = await db.query(sql`select 1 from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`);
          return rows.length === count;
        });
      const [noted, paid] = await db.transaction(async (tx) => {
        await tx.query(sql`select 1 from invoices where guid = ${ref} for update`);
        const crediting = seller.call(
          'create-invoice',
          note(ref, 124, { items: [{ item_number: 'T', qty: 1 }] }),
        );
        await waiting(1);
        const paying = seller.call('do-paid-invoice', { guid: ref });
        await waiting(2);
        return [crediting, paying];
      });
      const [{ result }, { status }] = [await noted, await paid] as [Reply, Reply];
      assert.equal(status, true);
      assert.deepEqual(await statusOf(seller, ref), ['Paid', false, 124]);
      assert.equal((await statusOf(seller, result))[0], 'Paid');
    });
  }
});
