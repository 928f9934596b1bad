import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countsOf, freshOtherService, importsOf } from '../../support/account-imports.ts';
import { PDF } from '../../support/endpoints/costs.ts';
import { runJobs, runJobsWithoutFailure } from '../../support/jobs.ts';
import { answerJson, guidOf } from '../../support/other-service.ts';
import { LOCAL_WEBHOOKS, onBothDatabases } from '../../support/service.ts';

onBothDatabases(
  'the service that an import comes from',
  (kvitt, kind) => {
    const other = freshOtherService();
    const { begin, read, bring } = importsOf(kvitt);

    test('accepts a service with fewer lists, respects its limits, and names what it does not provide', async () => {
      other.fill(250);
      other.lists['get-costs'] = [
        {
          guid: guidOf(4, 1),
          accounting_status: 'New',
          supplier_name: 'Birgir ehf.',
          amount: 1240,
          file_name: 'a.pdf',
        },
      ];
      other.lists['get-cost'] = [];
      let refusals = 2;
      other.interfere = (path, response) => {
        if (path === 'get-cost') {
          answerJson(response, 200, {
            status: true,
            message: 'OK',
            result: { file: PDF.toString('base64') },
          });
          return true;
        }
        if (path !== 'get-customers 2' || refusals-- <= 0) return false;
        answerJson(response, 429, { status: false }, { 'retry-after': '90' });
        return true;
      };
      const seller = await kvitt.account();
      const guid = await begin(seller, other.source);
      for (const waits of [90, 180]) {
        await runJobsWithoutFailure(kvitt);
        const { state, problem } = await read(seller, guid);
        assert.deepEqual([state, problem], ['running', 'The other service asks for patience (429)']);
        const asked = other.receiver.messages.length;
        await runJobsWithoutFailure(kvitt);
        assert.equal(other.receiver.messages.length, asked, 'it waits');
        const from = kvitt.now().getTime();
        kvitt.now = () => new Date(from + waits * 1000);
      }
      await runJobsWithoutFailure(kvitt);
      kvitt.resetClock();
      const done = await read(seller, guid);
      assert.deepEqual([done.state, done.name], ['done', 'Gamla ehf.']);
      assert.deepEqual(countsOf(done), {
        customers: [250, 250, 250, 0, 0, 0],
        items: [250, 250, 250, 0, 0, 0],
        invoices: [250, 250, 250, 0, 0, 0],
        costs: [1, 1, 1, 0, 0, 0],
      });
      const credits = done.parts.find(({ part }: any) => part === 'credits');
      assert.deepEqual([credits.state, credits.message], ['not_given', 'No such endpoint']);
      const [cost] = await seller.ok('get-costs');
      assert.deepEqual([cost.amount, cost.file], [1240, PDF.toString('base64')]);
      const { rows } = await seller.ok('get-aged-receivables');
      const sum = rows.reduce((total: number, { total: one }: any) => total + one, 0);
      assert.equal(sum, (1240 * 250 * 251) / 2);
      const [one] = await seller.ok('get-invoices', { limit: 1, sort: 'created_asc' });
      assert.deepEqual([one.number, one.amount, one.vat_24, one.is_imported], ['5001', 1240, 240, true]);
      const unsafe = other.receiver.messages.find(({ path }) => path.includes('key'));
      assert.equal(unsafe, undefined, 'the key is in no address');
    });

    test('ends at once where the other service refuses it or is no such service', async () => {
      const seller = await kvitt.account();
      const wrong = await bring(seller, { ...other.source, from_api_key: 'wrong' });
      assert.deepEqual([wrong.state, wrong.problem], ['failed', 'Invalid api_key']);
      other.interfere = (_, response) => {
        response.writeHead(301, { location: 'https://www.gamla.example/' }).end();
        return true;
      };
      const moved = await bring(seller, other.source);
      assert.deepEqual(
        [moved.state, moved.problem],
        ['failed', 'The address leads to https://www.gamla.example/: use that'],
      );
      other.interfere = (_, response) => {
        response.writeHead(200, { 'content-type': 'text/html' }).end('<html>');
        return true;
      };
      assert.equal((await bring(seller, other.source)).problem, 'hello answers no JSON object');
      const gone = { ...other.source, from_url: 'http://127.0.0.1:9' };
      assert.equal(
        (await seller.expectRefusal('start-account-import', { data: gone })).error_code,
        'field_invalid',
      );
      const { source } = other;
      await other.stop();
      assert.match((await bring(seller, source)).problem, /ECONNREFUSED/);
    });

    test('tries again where the other service fails, says why it waits, and can be stopped', async () => {
      other.fill(1);
      other.interfere = (path, response) => {
        if (!path.startsWith('get-items')) return false;
        response.writeHead(502).end();
        return true;
      };
      const seller = await kvitt.account();
      const guid = await begin(seller, other.source);
      assert.equal(await begin(seller, other.source), guid, 'the same one');
      const elsewhere = { ...other.source, from_username: 'annar' };
      const second = await seller.expectRefusal('start-account-import', { data: elsewhere });
      assert.equal(second.error_code, 'account_import_running');
      assert.equal((await runJobs(kvitt)).failed, 1);
      const waiting = await read(seller, guid);
      assert.deepEqual([waiting.state, waiting.problem], ['running', 'get-items is answered with 502']);
      await seller.ok('stop-account-import', { guid });
      const stopped = await read(seller, guid);
      assert.deepEqual([stopped.state, stopped.problem], ['stopped', '']);
      assert.equal((await seller.ok('stop-account-import', { guid })).state, 'stopped');
      const asked = other.receiver.messages.length;
      const from = kvitt.now().getTime();
      kvitt.now = () => new Date(from + 3600_000);
      await runJobsWithoutFailure(kvitt);
      kvitt.resetClock();
      assert.equal(other.receiver.messages.length, asked);
      other.interfere = () => false;
      assert.deepEqual(countsOf(await bring(seller, other.source)).customers, [1, 1, 0, 1, 0, 0]);
    });

    test(`stops at a service without paging (${kind})`, async () => {
      other.fill(200);
      other.interfere = (path, response) => {
        if (!path.startsWith('get-customers')) return false;
        answerJson(response, 200, { status: true, result: other.lists['get-customers'] });
        return true;
      };
      const seller = await kvitt.account();
      const done = await bring(seller, other.source);
      assert.deepEqual(countsOf(done).customers, [200, 200, 200, 0, 0, 0]);
      assert.equal(done.parts[0].message, 'The other service gives the same page again');
    });
  },
  LOCAL_WEBHOOKS,
);
