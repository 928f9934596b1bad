import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import sharp from 'sharp';
import { READ_ATTEMPTS, readCost } from '../../../src/jobs/read-cost.ts';
import { sql } from '../../../src/kernel/database/sql.ts';
import type { Job } from '../../../src/kernel/jobs/job-runner.ts';
import {
  type ReceiptFile,
  type ReceiptReading,
  UnreadableReceipt,
} from '../../../src/kernel/ports/receipt-reader.ts';
import { printed } from '../../receipts/ink.ts';
import { ELECTRICIAN } from '../../receipts/invoices.ts';
import { page, saved } from '../../receipts/pdf.ts';
import { createAgent, toFormData } from '../../support/agents/agent.ts';
import type { Client } from '../../support/client.ts';
import { signInToConsole } from '../../support/console-client.ts';
import { createCost, sendCost, tryToApproveCost } from '../../support/costs.ts';
import { PDF } from '../../support/endpoints/costs.ts';
import { runJobs } from '../../support/jobs.ts';
import { select } from '../../support/select.ts';
import { onBothDatabases, type TestService } from '../../support/service.ts';

const CAFE = `Kaffihúsið Brekka ehf.
Kt. 450123-0050
05.03.2026 14:32
Samtals    kr. 3.810
VSK 24%        94,84
VSK 11%       329,01`;

onBothDatabases('reading receipts', (kvitt, kind) => {
  let seller: Client;
  before(async () => {
    kvitt.now = () => new Date('2026-06-01T12:00:00Z');
    seller = await kvitt.account({ subscriptions: ['webservice', 'cost_ai'] });
  });

  test('hides a receipt until it is read, and then lists it as new with the values read', async () => {
    const file = { name: 'reikningur.pdf', bytes: await saved(await page(ELECTRICIAN)) };
    const { status, body } = await sendCost(seller, 'create-cost', { description: 'Rafmagn' }, file);
    assert.deepEqual([status, body.queue], [201, true]);
    const guid = body.result;
    assert.deepEqual(await seller.ok('get-costs'), []);
    assert.equal(await seller.ok('get-count-costs'), 0);
    assert.equal((await seller.expectRefusal('delete-cost', { guid })).error_code, 'cost_not_deletable');
    const hidden = await seller.ok('get-cost', { guid });
    assert.deepEqual(
      [hidden.show_api, hidden.issue_date, hidden.issue_date_known, hidden.amount],
      [false, hidden.created_date, false, 0],
    );
    assert.deepEqual((await runJobs(kvitt)).ran['read-cost'], 1);
    const [cost] = await seller.ok('get-costs');
    assert.deepEqual(
      { ...cost, file: null, updated_timestamp: '' },
      {
        ...hidden,
        file: null,
        updated_timestamp: '',
        show_api: true,
        supplier_name: 'Rafverk Norðurlands ehf.',
        supplier_id: '6705980049',
        issue_date: '2026-03-05',
        issue_date_known: true,
        amount: 155000,
        remaining: 155000,
        vat_S: 30000,
        invoice_number: '10234',
      },
    );
    assert.equal(cost.accounting_status, 'New', 'a person approves it');
    const { body: approved } = await tryToApproveCost(kvitt, seller, guid, { type: '2443', how_paid: 1 });
    assert.deepEqual([approved.accounting_status, approved.amount], ['Created', 155000]);
    const { reading } = await row(kvitt, guid);
    assert.equal(reading.engine, 'pdf-text');
    assert.ok(reading.fields.amount.confidence > 0.9);
    assert.match(reading.fields.amount.found, /155\.000/);
    const desk = await signInToConsole(seller);
    const { fields } = await desk.ok('get-cost-reading', { guid });
    const { found, place } = fields.find((one: { name: string }) => one.name === 'amount');
    assert.match(found, /^[^:]*155\.000/, 'the line, without the name of its source');
    assert.deepEqual([place.page, place.x0 > 0.8, place.y0 > 0.4 && place.y1 < 0.43], [1, true, true]);
  });

  test('keeps an amount that was sent, with the VAT of the receipt if the amounts agree', async () => {
    const file = new File(
      [(await saved(await page(ELECTRICIAN))) as Uint8Array<ArrayBuffer>],
      'reikningur.pdf',
    );
    const agent = await createAgent(seller);
    for (const [sent, vat] of [
      [155000, 30000],
      [1500, 0],
    ] as const) {
      const { result } = await agent.post('/costs', toFormData({ amount: String(sent), file }));
      await runJobs(kvitt);
      const { amount, vat_S, supplier_id } = await seller.ok('get-cost', { guid: result.guid });
      assert.deepEqual([amount, vat_S, supplier_id], [sent, vat, '6705980049']);
    }
  });

  // This takes seconds of processor time, and does not depend on the database.
  if (kind === 'postgres')
    test('reads a photograph in full resolution, and stores it scaled down', async () => {
      const large = await sharp(await printed(CAFE))
        .resize(1400)
        .jpeg()
        .toBuffer();
      const guid = await createCost(
        seller,
        'create-cost',
        { date: '2026-05-31' },
        { name: 'a.jpg', bytes: large },
      );
      assert.deepEqual((await row(kvitt, guid)).roles, ['file', 'original']);
      assert.equal((await runJobs(kvitt)).failed, 0);
      const cost = await seller.ok('get-cost', { guid });
      assert.deepEqual(
        [cost.amount, cost.supplier_id, cost.vat_AA, cost.vat_S, cost.currency, cost.issue_date],
        [3810, '4501230050', 329.01, 94.84, 'ISK', '2026-05-31'],
        'the date that the client sent stands',
      );
      const { width, height } = await sharp(Buffer.from(cost.file, 'base64')).metadata();
      assert.equal(Math.max(width, height), 1028);
      assert.deepEqual((await row(kvitt, guid)).roles, ['file'], 'the original upload is deleted');
    });

  test('lists an unreadable receipt without invented values', async () => {
    const guid = await createCost(seller, 'create-cost', {}, { name: 'a.pdf', bytes: PDF });
    assert.equal((await runJobs(kvitt)).failed, 0);
    const cost = await seller.ok('get-cost', { guid });
    assert.deepEqual(
      [cost.show_api, cost.accounting_status, cost.amount, cost.issue_date, cost.issue_date_known],
      [true, 'New', 0, '2026-06-01', false],
    );
    const today = { from_date: '2026-06-01', to_date: '2026-06-01' };
    assert.ok((await seller.ok('get-costs', today)).some((one: { guid: string }) => one.guid === guid));
    assert.equal(cost.supplier_name, '');
    const undated = { amount: 1, supplier_name: 'A', allow_missing: true };
    const { status, body } = await tryToApproveCost(kvitt, seller, guid, undated);
    assert.deepEqual([status, body.message], [422, 'Field issue_date is required']);
    await seller.ok('delete-cost', { guid });
  });

  describe('when the reader', () => {
    const uploadReceipt = () => createCost(seller, 'create-cost', {}, { name: 'a.pdf', bytes: PDF });
    const attempt = (guid: string, attempts: number, read: (file: ReceiptFile) => Promise<ReceiptReading>) =>
      withReader(kvitt, seller, guid, attempts, read);
    const reading: ReceiptReading = {
      text: '',
      engine: 'ai',
      supplier_name: { value: 'Nafn\0 \u202e\ud800', confidence: 0.9, found: 'line 1\0' },
      amount: { value: '50.00', confidence: 0.95, found: 'line 2' },
      currency: { value: 'THB', confidence: 0.95, found: 'line 2' },
      vat_24: { value: '9.68', confidence: 0.5, found: 'line 3' },
    };

    test('is called, it receives the name of the account', async () => {
      const guid = await uploadReceipt();
      const files: ReceiptFile[] = [];
      await attempt(guid, 1, async (file) => {
        files.push(file);
        return reading;
      });
      const { registration_no } = await seller.call('hello');
      assert.deepEqual([files[0]?.own, files[0]?.contentType], [registration_no, 'application/pdf']);
      assert.ok(files[0]?.bytes.equals(PDF));
      const cost = await seller.ok('get-cost', { guid });
      assert.deepEqual(
        [cost.supplier_name, cost.amount, cost.currency],
        ['Nafn �', 0, 'ISK'],
        'no amount in a currency that is not known',
      );
      assert.equal((await row(kvitt, guid)).reading.fields.vat_24.confidence, 0.5);
    });

    test('fails, the job is retried, and finally the cost is listed without a reading', async () => {
      const guid = await uploadReceipt();
      const busy = async () => {
        throw new Error('Too many pictures are waiting to be read');
      };
      for (const attempts of [1, 2, 3]) await assert.rejects(attempt(guid, attempts, busy), /Too many/);
      assert.equal((await seller.ok('get-cost', { guid })).show_api, false);
      await attempt(guid, 4, busy);
      assert.equal((await seller.ok('get-cost', { guid })).show_api, true);
      assert.equal((await row(kvitt, guid)).reading.problem, 'Too many pictures are waiting to be read');
    });

    test('rejects the file, the job is not retried', async () => {
      const guid = await uploadReceipt();
      await attempt(guid, 1, async () => {
        throw new UnreadableReceipt('The picture is broken or too large');
      });
      assert.equal((await seller.ok('get-cost', { guid })).show_api, true);
    });

    test('is interrupted because the node stops, the attempt does not count', async () => {
      const guid = await uploadReceipt();
      const stopped = async () => {
        throw new DOMException('This operation was aborted', 'AbortError');
      };
      await assert.rejects(attempt(guid, 4, stopped), { name: 'AbortError' });
      assert.equal((await seller.ok('get-cost', { guid })).show_api, false);
    });

    test('has killed the process at every attempt, it is not called again and the cost is listed', async () => {
      const guid = await uploadReceipt();
      await select(
        kvitt.service.engine.kernel.db,
        sql`
        update jobs set attempts = ${READ_ATTEMPTS}, leased_until = now() - interval '1 second'
        where payload ->> 'cost_guid' = ${guid}`,
      );
      await runJobs(kvitt);
      assert.equal((await seller.ok('get-cost', { guid })).show_api, true);
      assert.equal((await row(kvitt, guid)).reading.problem, 'Reading was broken off every time');
      const [job] = await select<object>(
        kvitt.service.engine.kernel.db,
        sql`
        select attempts, dead_at is not null as dead, last_error from jobs where payload ->> 'cost_guid' = ${guid}`,
      );
      assert.deepEqual(job, {
        attempts: READ_ATTEMPTS,
        dead: true,
        last_error: 'The process ended during attempt 5, the last one',
      });
    });

    test('has already read the receipt in another run, nothing changes', async () => {
      const guid = await uploadReceipt();
      const before = () => seller.ok('get-cost', { guid });
      await attempt(guid, 1, async (file) => {
        await attempt(guid, 1, async () => reading);
        assert.ok(file);
        return { ...reading, supplier_name: { value: 'Annað', confidence: 0.9, found: '' } };
      });
      assert.equal((await before()).supplier_name, 'Nafn �');
      await attempt(guid, 1, () => assert.fail('it was asked'));
    });
  });
});

async function row(kvitt: TestService, guid: string): Promise<{ reading: any; roles: string[] }> {
  const [found] = await select<{ reading: any; roles: string[] }>(
    kvitt.service.engine.kernel.db,
    sql`
    select c.reading, array(select f.role from cost_files f where f.account_id = c.account_id and f.cost_id = c.id
      order by 1) as roles
    from costs c where c.guid = ${guid}`,
  );
  assert.ok(found);
  return found;
}

/** Runs the job of a cost as the given attempt, with another reader. */
async function withReader(
  { service }: TestService,
  { username }: Client,
  guid: string,
  attempts: number,
  read: (file: ReceiptFile) => Promise<ReceiptReading>,
): Promise<void> {
  const { kernel, accounts } = service.engine;
  const account = await accounts.byUsername(username);
  const [queued] = await select<{ id: number }>(
    kernel.db,
    sql`select id from jobs where account_id = ${account.id} and payload ->> 'cost_guid' = ${guid}`,
  );
  const id = queued?.id ?? 0;
  const job: Job<'read-cost'> = {
    id,
    kind: 'read-cost',
    payload: { cost_guid: guid },
    attempts,
    caller: { by: 'job', account, via: 'job', ip: '', requestId: 'test', job: { id } },
  };
  await readCost({ ...kernel, ports: { ...kernel.ports, receiptReader: { read } } }, job);
}
