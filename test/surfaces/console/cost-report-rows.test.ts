import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signInToConsole } from '../../support/console-client.ts';
import { createCost } from '../../support/costs.ts';
import { PDF } from '../../support/endpoints/costs.ts';
import { onBothDatabases } from '../../support/service.ts';

const YEAR = { from_date: '2026-01-01', to_date: '2026-12-31' };

onBothDatabases('the rows of cost reports', (kvitt) => {
  test('link to the costs that they add up', async () => {
    const seller = await kvitt.account();
    const desk = await signInToConsole(seller);
    const approve = async (fields: Record<string, unknown>) => {
      const receipt = { name: 'kvittun.pdf', bytes: PDF };
      const guid = await createCost(seller, 'create-cost', { date: '2026-01-15' }, receipt);
      await desk.ok('approve-cost', { guid, how_paid: 1, amount: 100, allow_missing: true, ...fields });
    };
    const n1 = { supplier_id: '5501234520', cost_code: '3140' };
    await approve({ ...n1, supplier_name: 'N1 hf.', vat_24: 19.35, invoice_number: 'A-7' });
    await approve({ ...n1, supplier_name: 'Nesti, Ártúnshöfða' });
    await approve({ supplier_name: 'Brunnby AB', cost_code: '2093' });
    await approve({ supplier_name: 'Brunnby AB, Stockholm' });

    const count = async (fields: object) => (await desk.ok('find-costs', { ...YEAR, ...fields })).count;
    const bySupplier = await desk.ok('get-cost-sums', { ...YEAR, by: 'supplier' });
    const counts = bySupplier.rows.map((row: { key: string; count: number }) => [row.key, row.count]);
    assert.deepEqual(Object.fromEntries(counts), {
      '5501234520': 2,
      'Brunnby AB': 1,
      'Brunnby AB, Stockholm': 1,
    });
    const { rows: found } = await desk.ok('find-costs', { ...YEAR, search: 'N1 hf.' });
    const [{ invoice_number, how_paid, net, vat_24, vat_11, exchange_rate }] = found;
    assert.deepEqual([invoice_number, how_paid, net, vat_24, vat_11], ['A-7', 1, 80.65, 19.35, 0]);
    assert.equal(exchange_rate === null || exchange_rate === 1, true);
    for (const row of bySupplier.rows) assert.equal(await count({ supplier: row.key }), row.count, row.key);
    const byCode = await desk.ok('get-cost-sums', { ...YEAR, by: 'code' });
    assert.equal(byCode.rows.length, 3);
    for (const { key, count: documents } of byCode.rows)
      assert.equal(await count(key ? { cost_code: key } : { without_code: true }), documents, key);
  });
});
