import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../src/kernel/database/sql.ts';
import type { Reply } from '../../support/client.ts';
import { creditNote, readCreditState, SALE_AMOUNT, saleToCredit } from '../../support/credits.ts';
import { assertRefused, invalid, type Refusal, required } from '../../support/scenarios.ts';
import { select } from '../../support/select.ts';
import { onBothDatabases } from '../../support/service.ts';
import { until } from '../../support/until.ts';

function credit(message: string): string {
  return `credit_refused: ${message}`;
}

onBothDatabases('rules of credit notes', (kvitt, kind) => {
  test('refuses what cannot be credited, and says what can', async () => {
    const seller = await kvitt.account();
    const ref = await seller.ok('create-invoice', { data: saleToCredit() });
    const draft = await seller.ok('create-invoice', { data: saleToCredit({ save: 1 }) });
    const creditedInvoice = await seller.ok('create-invoice', { data: saleToCredit() });
    const whole = await seller.ok('create-invoice', creditNote(creditedInvoice, SALE_AMOUNT));
    await seller.ok('create-invoice', creditNote(ref, 124 * 8, { items: [{ item_number: 'T', qty: 8 }] }));
    const of = (item: object) => ({ items: [item] });
    const nothing = 'This invoice is credited in full already; there is nothing left to credit';
    const unknown =
      'the invoice has no such line; send the guid or item_number of one of its lines, or description and unit_price to credit an amount';
    const flags = 'A credit note can have neither is_claim nor is_payment_link';
    const rows: [string, Refusal[1], string][] = [
      [
        'no original',
        { data: { type: 'credit', settlement_date: '2099-12-31', amount: 1 } },
        required('ref_invoice_guid'),
      ],
      [
        'an unknown original',
        creditNote('no-guid', 1),
        credit('No invoice found for ref_invoice_guid; send the guid of one of your invoices'),
      ],
      [
        'a credit note',
        creditNote(whole, SALE_AMOUNT),
        credit('A credit note cannot be credited; send the guid of an invoice in ref_invoice_guid'),
      ],
      [
        'a draft',
        creditNote(draft, SALE_AMOUNT),
        credit('A draft cannot be credited; it has not been issued'),
      ],
      ['all of it a second time', creditNote(creditedInvoice, SALE_AMOUNT), credit(nothing)],
      [
        'a part of nothing',
        creditNote(creditedInvoice, 124, of({ item_number: 'T', qty: 1 })),
        credit(nothing),
      ],
      [
        'too much of a line',
        creditNote(ref, 372, of({ item_number: 'T', qty: 3 })),
        credit('Line 1: only 2 are left to credit; send qty 2 or less'),
      ],
      [
        'too much in two lines',
        creditNote(ref, 372, {
          items: [
            { item_number: 'T', qty: 2 },
            { item_number: 'T', qty: 1 },
          ],
        }),
        credit('Line 2: 0 are left to credit; leave this line out'),
      ],
      [
        'more hours than sold',
        creditNote(ref, 1, of({ item_number: 'H', qty: 4.001 })),
        credit('Line 1: only 4 are left to credit; send qty 4 or less'),
      ],
      [
        'a line of something else',
        creditNote(ref, 124, of({ item_number: 'X', qty: 1 })),
        credit(`Line 1: ${unknown}`),
      ],
      ['a line without a name', creditNote(ref, 124, of({ qty: 1 })), credit(`Line 1: ${unknown}`)],
      [
        'a higher price',
        creditNote(ref, 125.24, of({ item_number: 'T', qty: 1, unit_price: 101 })),
        credit(
          'Line 1: unit_price is higher than on the invoice; send unit_price 100 or less, or leave it out',
        ),
      ],
      [
        'a price of nothing',
        creditNote(ref, 0, of({ item_number: 'T', qty: 1, unit_price: 0 })),
        credit('Line 1: send a unit_price greater than 0'),
      ],
      [
        'a free line below nothing',
        creditNote(ref, -124, of({ description: 'Galli', qty: 1, unit_price: -100 })),
        credit('Line 1: send a unit_price greater than 0'),
      ],
      [
        'a free line over what is left of the invoice',
        creditNote(ref, 1364, of({ description: 'Galli', qty: 1, unit_price: 1100 })),
        credit('Only 1358.00 is left to credit; credit less, or leave items out to credit all that is left'),
      ],
      [
        'a price reduction over what is left of its rate',
        creditNote(ref, 372, of({ item_number: 'T', qty: 3, unit_price: 90 })),
        credit(
          'Only 200.00 and VAT of 48.00 are left to credit at 24 % VAT; credit less, or leave items out to credit all that is left',
        ),
      ],
      [
        'another tax at another price',
        creditNote(ref, 50, of({ item_number: 'T', qty: 1, unit_price: 50, tax: 'Z' })),
        credit('Line 1: a credit takes the tax of the invoice; send tax S or leave it out'),
      ],
      [
        'another tax',
        creditNote(ref, 100, of({ item_number: 'T', qty: 1, tax: 'Z' })),
        credit('Line 1: a credit takes the tax of the invoice; send tax S or leave it out'),
      ],
      [
        'no lines',
        creditNote(ref, 0, { items: [] }),
        credit('Name at least one line, or leave items out to credit all that is left'),
      ],
      [
        'a negative amount',
        creditNote(ref, -124, of({ item_number: 'T', qty: 1 })),
        'amount_mismatch: Field amount must equal the lines plus VAT: send 124.00 instead of -124',
      ],
      [
        'the whole amount when a part is left',
        creditNote(ref, SALE_AMOUNT),
        'amount_mismatch: Field amount must equal the lines plus VAT: send 1358.00 instead of 2350',
      ],
      [
        'an amount that is not said to be a part',
        creditNote(ref, 100),
        'amount_mismatch: Field amount must equal the lines plus VAT: send 1358.00 instead of 100',
      ],
      [
        'a part of more than is left',
        creditNote(ref, 1358.01, { credit_partial: true }),
        credit('Only 1358.00 is left to credit; send an amount of 1358.00 or less'),
      ],
      ...[0, -100, 0.001].map((amount): [string, Refusal[1], string] => [
        `a part of ${amount}`,
        creditNote(ref, amount, { credit_partial: true }),
        credit('A part of an invoice needs an amount greater than 0'),
      ]),
      [
        'a part that is not a flag',
        creditNote(ref, 100, { credit_partial: 'perhaps' }),
        invalid('credit_partial', 'must be true or false (1 or 0)'),
      ],
      ['a claim', creditNote(ref, 124, { is_claim: 1 }), `flags_conflict: ${flags}`],
      ['a payment link', creditNote(ref, 124, { is_payment_link: 1 }), `flags_conflict: ${flags}`],
      [
        'a draft of a note',
        creditNote(ref, 124, { save: 1 }),
        'flags_conflict: A credit note is issued at once: leave out save',
      ],
    ];
    await assertRefused(seller, 'create-invoice', rows);
  });

  test('accepts one of two concurrent notes for the same quantity', async () => {
    const seller = await kvitt.account();
    const ref = await seller.ok('create-invoice', { data: saleToCredit() });
    const six = creditNote(ref, 124 * 6, { items: [{ item_number: 'T', qty: 6 }] });
    const parts = await Promise.all([1, 2, 3].map(() => seller.call('create-invoice', six)));
    assert.deepEqual(parts.map(({ status }) => status).sort(), [false, false, true]);
    const rest = creditNote(ref, SALE_AMOUNT - 124 * 6);
    const wholes = await Promise.all([1, 2, 3].map(() => seller.call('create-invoice', rest)));
    assert.deepEqual(wholes.map(({ status }) => status).sort(), [false, false, true]);
    assert.deepEqual(await readCreditState(seller, ref), ['Cancelled', true, SALE_AMOUNT]);
    const numbers = (await seller.ok('get-invoices')).map(({ number }: { number: string }) => number);
    assert.deepEqual(numbers.sort(), ['1', '2', '3']);
  });

  test('never credits more than the remainder of a rate by concurrent amounts', async () => {
    const seller = await kvitt.account();
    const ref = await seller.ok('create-invoice', { data: saleToCredit() });
    const free = { items: [{ description: 'Galli', qty: 1, unit_price: 600 }] };
    const amounts = [
      creditNote(ref, 744, free),
      creditNote(ref, 744, free),
      creditNote(ref, 1500, { credit_partial: 1 }),
      creditNote(ref, 1500, { credit_partial: 1 }),
    ];
    const replies = await Promise.all(amounts.map((data) => seller.call('create-invoice', data)));
    const notes = await Promise.all(
      replies.filter(({ status }) => status).map(({ result }) => seller.ok('get-invoice', { guid: result })),
    );
    const [s, aa] = ['total_24vat', 'total_11vat'].map((name) =>
      notes.reduce((sum, one) => sum + one[name], 0),
    );
    assert.ok(s <= 1000 && aa <= 1000, `${s} and ${aa}`);
    const credited = notes.reduce((sum, { amount }) => sum + amount, 0);
    assert.deepEqual(await readCreditState(seller, ref), ['Sent', false, credited]);
    await seller.ok('create-invoice', creditNote(ref, SALE_AMOUNT - credited));
    assert.deepEqual(await readCreditState(seller, ref), ['Cancelled', true, SALE_AMOUNT]);
  });

  if (kind === 'postgres') {
    test('settles a note that is created while the invoice is being paid', async () => {
      const seller = await kvitt.account();
      const { db } = kvitt.service.engine.kernel;
      const ref = await seller.ok('create-invoice', { data: saleToCredit() });
      const waiting = (count: number) =>
        until(`${count} calls wait for the invoice`, async () => {
          const rows = await select(
            db,
            sql`select 1 from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`,
          );
          return rows.length === count;
        });
      const [noteCall, paid] = await db.transaction(async (tx) => {
        await select(tx, sql`select 1 from invoices where guid = ${ref} for update`);
        const crediting = seller.call(
          'create-invoice',
          creditNote(ref, 124, { items: [{ item_number: 'T', qty: 1 }] }),
        );
        await waiting(1);
        const paying = seller.call('do-paid-invoice', { guid: ref });
        await waiting(2);
        return [crediting, paying];
      });
      const [{ result }, { status }] = [await noteCall, await paid] as [Reply, Reply];
      assert.equal(status, true);
      assert.deepEqual(await readCreditState(seller, ref), ['Paid', false, 124]);
      assert.equal((await readCreditState(seller, result))[0], 'Paid');
    });
  }
});
