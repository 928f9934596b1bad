import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import type { Client } from '../../support/client.ts';
import { csv } from '../../support/record-files.ts';
import { onBothDatabases, TestService } from '../../support/service.ts';

const SAMPLE = {
  kennitala: '5801010110',
  name: 'Sýnishorn ehf.',
  address: 'Laugavegur 26',
  zip: '101',
  city: 'Reykjavík',
};
const UNKNOWN = '5501234520';

onBothDatabases('the register of companies', (kvitt) => {
  let seller: Client;
  before(async () => {
    seller = await kvitt.account();
  });
  const importFile = (file: string, more: object = {}) =>
    seller.call('import-records', { data: { kind: 'customers', file }, ...more });

  test('returns name and address of a company, and refuses an unknown kennitala', async () => {
    assert.deepEqual(await seller.ok('get-registered-company', { kennitala: '580101-0110' }), SAMPLE);
    const refused = async (kennitala: string) =>
      (await seller.expectRefusal('get-registered-company', { kennitala })).error_code;
    assert.equal(await refused(UNKNOWN), 'registered_company_not_found');
    assert.equal(await refused('0101302129'), 'registered_company_not_found');
    assert.equal(await refused('5801010120'), 'field_invalid');
  });

  test('fills in names of imported rows without one, and changes no existing customer', async () => {
    const known = await seller.ok('create-customer', {
      data: { name: 'Okkar nafn', registration_no: '6010050340', output_select: 4 },
    });
    const file = csv(
      'Nafn;Kennitala;Heimilisfang;Staður',
      ';580101-0110;;',
      ';4103990169;Bryggjan 1;',
      ';6010050340;;Kópavogur',
      'Eigið heiti;6508150250;;',
    );
    const preview = await importFile(file, { dry_run: 1 });
    assert.equal(preview.result.rows_new, 3, JSON.stringify(preview));
    const { result } = await importFile(file);
    assert.deepEqual([result.rows_new, result.rows_changed, result.rows_refused], [3, 1, 0]);
    const fieldsOf = async (kennitala: string) => {
      const [{ name, address, zip, city }] = await seller.ok('get-customers', { kennitala });
      return [name, address, zip, city];
    };
    const { name, address, zip, city } = SAMPLE;
    assert.deepEqual(await fieldsOf(SAMPLE.kennitala), [name, address, zip, city]);
    assert.deepEqual(await fieldsOf('4103990169'), ['Norðurfiskur hf.', 'Bryggjan 1', '600', 'Akureyri']);
    assert.deepEqual(await fieldsOf('6508150250'), ['Eigið heiti', '', '', '']);
    assert.deepEqual(await fieldsOf('6010050340'), ['Okkar nafn', '', '', 'Kópavogur']);
    assert.equal((await seller.ok('get-customer', { guid: known })).name, 'Okkar nafn');
    assert.equal((await importFile(file)).result.rows_same, 4);
  });

  test('refuses a row whose company it does not have', async () => {
    const count = await seller.ok('get-count-customers');
    const refusal = await importFile(csv('Nafn;Kennitala', ';4912070430', `;${UNKNOWN}`, ';0101302129'));
    assert.deepEqual([refusal.status, refusal.error_code], [false, 'records_refused']);
    const fates = refusal.result.rows.map(({ fate, message }: { fate: string; message: string }) => [
      fate,
      message,
    ]);
    assert.deepEqual(fates, [
      ['new', ''],
      ['refused', 'Field name is required'],
      ['refused', 'Field name is required'],
    ]);
    assert.deepEqual(await seller.ok('get-count-customers'), count);
  });
});

describe('a register that is configured', () => {
  const kvitt = new TestService();
  let register: Server;
  const asked: string[] = [];
  before(async () => {
    register = createServer(({ url = '' }, response) => {
      asked.push(url);
      response.writeHead(503).end();
    });
    await new Promise<void>((resolve) => register.listen(0, '127.0.0.1', resolve));
    const { port } = register.address() as AddressInfo;
    await kvitt.startOwn('postgres', { KVITT_REGISTER_URL: `http://127.0.0.1:${port}/` });
  });
  after(async () => {
    await kvitt.stop();
    register.close();
  });

  test('is asked about companies only, and calls that need it are refused while it is unavailable', async () => {
    const seller = await kvitt.account();
    const kennitala = SAMPLE.kennitala;
    await seller.expectRefusal('get-registered-company', { kennitala: '0101302129' });
    assert.deepEqual(asked, []);
    const one = await seller.call('get-registered-company', { kennitala });
    assert.deepEqual([one.status, one.error_code], [false, 'register_unavailable']);
    const rows = Array.from({ length: 5 }, (_, n) => `${n === 0 ? '' : 'Nafn'};${kennitala}`);
    const file = csv('Nafn;Kennitala', ...rows);
    const many = await seller.call('import-records', { data: { kind: 'customers', file } });
    assert.deepEqual([many.status, many.error_code], [false, 'register_unavailable']);
    assert.deepEqual(asked, [`/${kennitala}`, `/${kennitala}`]);
    assert.equal(await seller.ok('get-count-customers'), 0);
  });
});
