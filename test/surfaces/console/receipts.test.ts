import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Client } from '../../support/client.ts';
import { type ConsoleClient, signInToConsole } from '../../support/console-client.ts';
import { createCost, tryToApproveCost } from '../../support/costs.ts';
import { PDF } from '../../support/endpoints/costs.ts';
import { onBothDatabases } from '../../support/service.ts';

const BOOKED = {
  supplier_name: 'Efnissalan ehf.',
  supplier_id: '5501234520',
  amount: 12400,
  type: '2093',
  how_paid: 3,
  invoice_number: 'R-77',
};

onBothDatabases('receipts in the console', (kvitt) => {
  let seller: Client;
  let desk: ConsoleClient;
  let first = '';
  before(async () => {
    seller = await kvitt.account();
    desk = await signInToConsole(seller);
    first = await createCost(seller, 'create-cost', { date: '2026-03-02' }, { name: 'a.pdf', bytes: PDF });
    const { status } = await tryToApproveCost(kvitt, seller, first, BOOKED);
    assert.equal(status, 200);
  });

  const similar = async (fields: object) => {
    const { duplicates, last_booked } = await desk.ok('find-similar-costs', fields);
    return [
      duplicates.map((one: { guid: string; reason: string }) => [one.guid, one.reason]),
      last_booked?.cost_code ?? null,
    ];
  };
  const another = (bytes: Buffer | string = `${PDF}\n%2`) =>
    createCost(seller, 'create-cost', { date: '2026-03-05' }, { name: 'b.pdf', bytes });

  test('warn of the same file, whoever the supplier is', async () => {
    const guid = await another(PDF);
    assert.deepEqual(await similar({ guid }), [[[first, 'file']], null]);
    assert.deepEqual(await similar({ guid: first }), [[[guid, 'file']], null], 'the other way round as well');
    await desk.ok('delete-cost', { guid });
  });

  test("warn of the supplier's same number, and of the same day and amount", async () => {
    const guid = await another();
    const supplier = { supplier_name: 'Efnissalan ehf.', supplier_id: '550123-4520' };
    const figures = { issue_date: '2026-03-02', amount: '12400' };
    const cases: [fields: object, duplicates: unknown][] = [
      [{ ...supplier, invoice_number: 'R-77' }, [[first, 'number']]],
      [{ ...supplier, ...figures }, [[first, 'figures']]],
      [{ ...supplier, ...figures, issue_date: '2026-03-03' }, []],
      [{ ...supplier, ...figures, amount: '12401' }, []],
      [{ ...supplier, ...figures, currency: 'EUR' }, []],
      [{ ...supplier, invoice_number: 'R-78' }, []],
      [{ ...supplier, ...figures, credit_note: true }, []],
      [{ supplier_name: 'EFNISSALAN EHF.', invoice_number: 'R-77' }, [[first, 'number']]],
      [{ supplier_name: 'Efnissalan ehf.', supplier_id: '4501230050', invoice_number: 'R-77' }, []],
      [{ supplier_name: '', invoice_number: 'R-77' }, []],
    ];
    for (const [fields, duplicates] of cases)
      assert.deepEqual((await similar({ guid, ...fields }))[0], duplicates, JSON.stringify(fields));
  });

  test("suggest the booking of the supplier's last approved cost, and nobody else's", async () => {
    const [{ guid }] = (await desk.ok('find-costs', { state: 'New' })).rows;
    assert.deepEqual(await similar({ guid, supplier_id: '5501234520' }), [[], '2093']);
    assert.deepEqual(await similar({ guid, supplier_name: 'efnissalan ehf.' }), [[], '2093']);
    assert.deepEqual(await similar({ guid, supplier_id: '4501230050' }), [[], null]);
    const later = { ...BOOKED, type: '2443', invoice_number: 'R-78', issue_date: '2026-03-06', amount: 900 };
    await tryToApproveCost(kvitt, seller, await another(`${PDF}\n%3`), later);
    const { last_booked } = await desk.ok('find-similar-costs', { guid, supplier_id: '5501234520' });
    assert.deepEqual(
      [last_booked.cost_code, last_booked.how_paid, last_booked.issue_date],
      ['2443', 3, '2026-03-06'],
    );
    const stranger = await signInToConsole(await kvitt.account());
    await stranger.assertRefused('find-similar-costs', [
      [{ guid }, 'cost_not_found: No cost found'],
      [{}, 'field_required: Field guid is required'],
    ]);
  });
});
