import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, invalid, required } from '../../support/scenarios.ts';
import { onBothDatabases } from '../../support/service.ts';
import { openTaskAccount, workItem } from '../../support/tasks.ts';
import { UNKNOWN_GUID } from '../../support/unknown-guid.ts';

onBothDatabases('create-task', (kvitt) => {
  test('refuses every invalid field', async () => {
    const account = await openTaskAccount(kvitt.account());
    const otherAccount = await openTaskAccount(kvitt.account());
    await otherAccount.createTask();
    const [foreign] = await otherAccount.seller.ok('get-items');
    const good = { customer_guid: account.customer, name: 'Verk', item: workItem };
    const data = (fields: Record<string, unknown>) => ({ data: { ...good, ...fields } });
    const item = (fields: Record<string, unknown>) => data({ item: { ...workItem, ...fields } });
    const [noCustomer, noItem] = ['customer_not_found: No customer found', 'item_not_found: No item found'];
    await assertRefused(account.seller, 'create-task', [
      ['no customer', data({ customer_guid: undefined }), required('customer_guid')],
      ['an empty customer', data({ customer_guid: '', customer_no: ' ' }), required('customer_guid')],
      ['an unknown customer', data({ customer_guid: UNKNOWN_GUID }), noCustomer],
      ['a customer that is no guid', data({ customer_guid: 'Jón' }), noCustomer],
      ['a foreign customer', data({ customer_guid: otherAccount.customer }), noCustomer],
      ['an unknown number', data({ customer_guid: '', customer_no: 'K-9' }), noCustomer],
      [
        'a foreign guid as number',
        data({ customer_guid: '', customer_no: otherAccount.customer }),
        noCustomer,
      ],
      ['no name', data({ name: undefined }), required('name')],
      ['an empty name', data({ name: '  ' }), required('name')],
      ['a long name', data({ name: 'x'.repeat(201) }), invalid('name', 'must be at most 200 characters')],
      ['a name that is none', data({ name: {} }), invalid('name', 'must be text')],
      ['no item', data({ item: undefined }), required('item')],
      ['an item that is none', data({ item: 'work' }), invalid('item', 'must be an object')],
      ['an unknown item', data({ item: { guid: UNKNOWN_GUID } }), noItem],
      ['a foreign item', data({ item: { guid: foreign.guid } }), noItem],
      ['an unknown item number', data({ item: undefined, item_no: 'NO-1' }), noItem],
      ['a foreign item number', data({ item: undefined, item_no: 'nobody' }), noItem],
      ['an item without text', item({ description: '' }), required('item.description')],
      ['an item without price', item({ unit_price: '' }), required('item.unit_price')],
      [
        'a price in words',
        item({ unit_price: 'dear' }),
        invalid('item.unit_price', 'must be a number, with a point for decimals'),
      ],
      ['an unknown tax', item({ tax: 'VAT' }), invalid('item.tax', 'must be one of: S, AA, Z')],
      [
        'a long category',
        item({ category: 'x'.repeat(61) }),
        invalid('item.category', 'must be at most 60 characters'),
      ],
    ]);
    const unit = await account.seller.expectRefusal('create-task', item({ uom: 'hours' }));
    assert.match(unit.message, /^Field item\.uom must be one of: /);
    assert.equal(await account.seller.ok('get-count-items'), 0);
  });
});
