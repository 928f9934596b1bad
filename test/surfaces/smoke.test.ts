import assert from 'node:assert/strict';
import { test } from 'node:test';
import { invoice } from '../support/client.ts';
import { onBothDatabases } from '../support/service.ts';

onBothDatabases('an invoice from end to end', (kvitt) => {
  test('is created, numbered and read back', async () => {
    const seller = await kvitt.account();
    const guid = await seller.ok('create-invoice', { data: invoice() });
    const read = await seller.ok('get-invoice', { guid });
    assert.equal(read.number, '1');
    assert.equal(read.amount, 1240);
    assert.equal(read.status, 'Sent');
  });
});
