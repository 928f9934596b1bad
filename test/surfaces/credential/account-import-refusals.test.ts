import assert from 'node:assert/strict';
import { test } from 'node:test';
import { companyKennitala } from '../../domain/generators.ts';
import { countsOf, debts, freshOtherService, importsOf } from '../../support/account-imports.ts';
import type { Client } from '../../support/client.ts';
import { guidOf, openInvoice } from '../../support/other-service.ts';
import { addColleague, signInOwner } from '../../support/people.ts';
import { LOCAL_WEBHOOKS, onBothDatabases } from '../../support/service.ts';

onBothDatabases(
  'what an import from another account refuses',
  (kvitt) => {
    const other = freshOtherService();
    const { bring } = importsOf(kvitt);

    test('refuses invalid records with a reason, and imports the others', async () => {
      other.fill(3);
      const [first, second] = other.lists['get-invoices'] ?? [];
      Object.assign(first ?? {}, { due_date: '2026-01-01' });
      Object.assign(second ?? {}, { status: 'Paid' });
      other.lists['get-invoices']?.push(
        { name: 'no guid' },
        { ...openInvoice(9), number: 'x', customer: { name: 'Óþekktur' } },
      );
      other.lists['get-customers']?.push(
        { guid: guidOf(1, 90), name: '' },
        { guid: guidOf(1, 91), name: 'Rangt ehf.', registration_no: '1234567890' },
        { guid: guidOf(1, 92), name: 'Netlaus ehf.', output_select: '3', is_claim: true },
      );
      other.lists['get-items']?.push({ guid: guidOf(2, 90), item_number: '', description: 'Númerslaus' });
      other.lists['get-costs'] = [
        {
          guid: guidOf(4, 1),
          accounting_status: 'New',
          amount: 100,
          file: Buffer.from('MZ').toString('base64'),
        },
        { guid: guidOf(4, 2), accounting_status: 'New', supplier_id: '123' },
        { guid: guidOf(4, 3), accounting_status: 'Posted', amount: 100 },
      ];
      const seller = await kvitt.account({ subscriptions: ['webservice'] });
      const done = await bring(seller, other.source);
      assert.deepEqual(countsOf(done), {
        customers: [6, 6, 4, 0, 0, 2],
        items: [4, 4, 3, 0, 0, 1],
        invoices: [5, 5, 2, 0, 0, 3],
        costs: [3, 3, 1, 0, 0, 2],
      });
      assert.deepEqual(
        done.remarks.map(({ part, name, is_refused, message }: any) => [part, name, is_refused, message]),
        [
          ['customers', '', true, 'Field name is required'],
          ['customers', 'Rangt ehf.', true, 'Field registration_no must be a valid kennitala of 10 digits'],
          ['items', 'Númerslaus', true, 'Field item_number is required'],
          ['invoices', '5001', true, 'due_date must not be before issue_date, 2026-02-02'],
          ['invoices', 'x', true, 'Field invoice_number must be a whole number from 1 to 999999999999999'],
          [
            'costs',
            '',
            false,
            'This kind of file is not accepted; send one of: jpg, jpeg, png, gif, pdf, xml of an e-invoice (UBL)',
          ],
          ['costs', '', true, 'Field supplier_id must be a valid kennitala of 10 digits'],
          ['costs', '', true, 'Field issue_date is required'],
        ],
      );
    });

    test('matches an existing customer once, and does not change it', async () => {
      const kennitala = companyKennitala(21);
      other.lists['get-customers'] = [1, 2].map((n) => ({
        guid: guidOf(1, n),
        name: `Deild ${n}`,
        registration_no: kennitala,
        output_select: '4',
      }));
      other.lists['get-invoices'] = [1, 2].map((n) => ({
        ...openInvoice(n),
        customer: { guid: guidOf(1, n) },
      }));
      const seller = await kvitt.account();
      const data = { name: 'Hér ehf.', registration_no: kennitala, output_select: 4 };
      await seller.ok('create-customer', { data });
      await bring(seller, other.source);
      assert.deepEqual(await debts(seller), [
        JSON.stringify(['Deild 2 ', await sumsOf(seller, 'Deild 2')]),
        JSON.stringify(['Hér ehf. ', await sumsOf(seller, 'Hér ehf.')]),
      ]);
    });

    async function sumsOf(seller: Client, name: string): Promise<object> {
      const [{ guid }] = await seller.ok('get-customers', { search: name });
      const { rows } = await seller.ok('get-aged-receivables');
      const { customer_guid: _, ...sums } = rows.find(({ customer_guid }: any) => customer_guid === guid);
      return sums;
    }

    test('is for owners, and reaches neither private addresses nor the account itself', async () => {
      const seller = await kvitt.account();
      for (const from_url of ['https://10.0.0.1', 'https://localhost/api/v1', 'file:///etc/passwd', 'x']) {
        const refused = await seller.expectRefusal('start-account-import', {
          data: { ...other.source, from_url },
        });
        assert.equal(refused.error_code, 'field_invalid', from_url);
      }
      const own = { ...other.source, from_url: kvitt.url, from_username: seller.username };
      const itself = await seller.expectRefusal('start-account-import', { data: own });
      assert.equal(itself.message, 'Field from_username must be another account than this one');
      assert.deepEqual(await seller.ok('get-account-imports'), []);
      const owner = await signInOwner(kvitt, seller);
      const member = await addColleague(kvitt, owner);
      assert.equal((await member.call('start-account-import', other.source)).body.error, 'owner_required');
    });
  },
  LOCAL_WEBHOOKS,
);
