import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { type Client, invoice, line } from '../../support/client.ts';
import { readBooks } from '../../support/equal-books.ts';
import { type Named, OWN_KENNITALA, openNamedBooks, randomDocuments } from '../../support/random-batches.ts';
import { onBothDatabases } from '../../support/service.ts';

const NOW = new Date('2026-03-17T12:00:00Z');

interface Outcome {
  index: number;
  status: boolean;
  guid?: string;
  invoice_number?: string | null;
  code?: string;
  message?: string;
}

onBothDatabases('several invoices in one call', (kvitt) => {
  let seller: Client;
  before(async () => {
    kvitt.now = () => NOW;
    await kvitt.operator('PUT', '/rates/EUR/2026-03-10', { rate: 145 });
    seller = await kvitt.account();
  });

  const create = async (invoices: unknown[], headers = {}): Promise<Outcome[]> =>
    seller.ok('create-invoices', { data: { invoices } }, headers);

  test('accepts or refuses each document by itself, in their order, with numbers without gaps', async () => {
    const first = Number((await create([invoice()]))[0]?.invoice_number);
    const outcomes = await create([
      invoice(),
      invoice({ amount: 1 }),
      invoice({ items: [line({ qty: 'many' })] }),
      null,
      invoice({ items: [line({ unit_price: undefined, price: 5 })] }),
      invoice({ save: 1 }),
      invoice({ is_payment_link: 1 }),
    ]);
    assert.deepEqual(
      outcomes.map(({ index, status, invoice_number, code, message }) => [
        ...[index, status, invoice_number ?? null, code ?? null, message ?? null],
      ]),
      [
        [0, true, String(first + 1), null, null],
        [
          ...[1, false, null, 'amount_mismatch'],
          'Field amount must equal the lines plus VAT: send 1240.00 instead of 1',
        ],
        [2, false, null, 'field_invalid', 'Field items[0].qty must be a number, with a point for decimals'],
        [3, false, null, 'field_required', 'Field data is required'],
        [
          4,
          false,
          null,
          'field_invalid',
          'Field items[0].price is not a field here; send unit_price instead',
        ],
        [5, true, null, null, null],
        [6, true, String(first + 2), null, null],
      ],
    );
    const [, , , , , draft, linked] = outcomes as (Outcome & { payment_link?: string })[];
    assert.equal((await seller.ok('get-invoice', { guid: draft?.guid })).status, 'Draft');
    assert.equal((await seller.ok('get-invoice', { guid: linked?.guid })).payment_link, linked?.payment_link);
  });

  test('refuses a call without documents, and with too many', async () => {
    for (const [invoices, message] of [
      [undefined, 'Field invoices is required'],
      [[], 'Field invoices must have at least one document'],
      [Array(501).fill(invoice()), 'Field invoices must have at most 500 entries'],
    ])
      assert.equal(
        (await seller.expectRefusal('create-invoices', { data: { invoices, x: 1 } })).message,
        message,
      );
  });

  test('answers a repeated call with the same documents', async () => {
    const data = { invoices: [invoice(), invoice({ amount: 3 }), invoice()] };
    const key = { 'idempotency-key': 'batch-1' };
    const once = await seller.call('create-invoices', { data }, key);
    assert.deepEqual(await seller.call('create-invoices', { data }, key), once);
    const other = { invoices: data.invoices.slice(1) };
    const refused = await seller.expectRefusal('create-invoices', { data: other }, key);
    assert.equal(refused.error_code, 'idempotency_key_reused');
  });

  test('a dry run returns the result for each document, and stores nothing', async () => {
    const count = () => seller.ok('get-count-invoices');
    const earlier = await count();
    const invoices = [invoice({ customer: { name: 'Nýr ehf.', output_select: 4 } }), invoice({ amount: 1 })];
    const { result, would } = await seller.call('create-invoices', { data: { invoices }, dry_run: 1 });
    assert.deepEqual(
      result.map(({ status, guid, code }: Outcome) => [status, guid, code]),
      [
        [true, null, undefined],
        [false, undefined, 'amount_mismatch'],
      ],
    );
    assert.deepEqual(
      [would.kind, would.amount, would.documents.length, would.documents[0].receiver.name],
      ['documents', 1240, 1, 'Nýr ehf.'],
    );
    assert.equal(await count(), earlier);
  });

  test('has the result of single calls, for random documents', async () => {
    for (let seed = 1; seed <= 3; seed++) {
      const registration_no = OWN_KENNITALA;
      const sellers = [
        await kvitt.account({ registration_no, settings: {} }),
        await kvitt.account({ registration_no, settings: {} }),
      ] as const;
      const named: Named[] = [];
      for (const one of sellers) named.push(await openNamedBooks(one, seller));
      const [single, together] = named.map((names) => randomDocuments(seed, 45, names));
      const outcomes = await sellers[1].ok('create-invoices', { data: { invoices: together } });
      for (const [at, data] of (single ?? []).entries()) {
        const { status, message, error_code } = await sellers[0].call('create-invoice', { data });
        const { status: accepted, code, message: why } = outcomes[at];
        assert.deepEqual(
          [accepted, code, accepted ? null : why],
          [status, error_code, status ? null : message],
          `${seed}: document ${at}: ${JSON.stringify(data)}`,
        );
      }
      const { kernel } = kvitt.service.engine;
      const [before, after] = [await readBooks(kernel, sellers[0]), await readBooks(kernel, sellers[1])];
      for (const [table, rows] of Object.entries(before))
        assert.deepEqual(after[table], rows, `${seed}: ${table}`);
      const issued = outcomes.filter(({ status }: Outcome) => status).length;
      assert.ok(issued > 10 && issued < 40, `${issued} of 45 are accepted`);
    }
  });
});
