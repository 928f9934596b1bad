import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { DatabaseUnavailable } from '../../src/kernel/database/database.ts';
import { sql } from '../../src/kernel/database/sql.ts';
import { companyKennitala } from '../domain/generators.ts';
import { type Client, invoice, line } from '../support/client.ts';
import { databases } from '../support/databases.ts';
import { deliverEinvoice, enveloped } from '../support/einvoices.ts';
import { InboxServer } from '../support/inbox-server.ts';
import { runJobs } from '../support/jobs.ts';
import { TestService } from '../support/service.ts';
import { query } from '../support/tables.ts';

const BUYER = companyKennitala(831);
const OTHER = companyKennitala(832);
const KEY = 'the key of the access point';
const START = Date.parse('2026-03-20T10:00:00Z');
const DAY_MS = 24 * 3600_000;

for (const kind of databases()) {
  describe(`e-invoices that wait at an access point (${kind})`, () => {
    const kvitt = new TestService();
    const inbox = new InboxServer();
    let buyer: Client;
    let xml: string;
    let clock = START;

    before(async () => {
      const url = await inbox.start();
      await kvitt.startOwn(kind, {
        KVITT_EINVOICE_URL: new URL('/documents', url).href,
        KVITT_EINVOICE_INBOX_URL: `${url}/`,
        KVITT_EINVOICE_KEY: KEY,
      });
      kvitt.now = () => new Date(clock);
      const seller = await kvitt.account({ registration_no: companyKennitala(830), vat_no: '145678' });
      buyer = await kvitt.account({ registration_no: BUYER });
      const address = { address: 'Hafnarbraut 30', zip: '780', city: 'Höfn' };
      const customer = { name: 'Kaupandi ehf.', registration_no: BUYER, output_select: 4, ...address };
      const guid = await seller.ok('create-invoice', { data: invoice({ customer, items: [line()] }) });
      const { file } = await seller.ok('get-invoice-xml', { guid });
      xml = Buffer.from(file, 'base64').toString();
    });
    after(async () => {
      await kvitt.stop();
      await inbox.stop();
    });
    beforeEach(() => {
      inbox.intercept = () => false;
      inbox.documents.clear();
      inbox.acknowledged.clear();
      inbox.takeCalls();
    });

    /** How many documents the task has acknowledged, and whether it has failed. */
    const fetchAll = async () => {
      const { ran, failed } = await runJobs(kvitt);
      return [ran['fetch-einvoices'], failed];
    };
    const listCosts = async (): Promise<string[]> =>
      (await buyer.ok('get-costs', {})).map(({ guid }: { guid: string }) => guid);
    const countCosts = (): Promise<number> => buyer.ok('get-count-costs');
    const answerOf = (id: string) => inbox.acknowledged.get(id);
    const remembered = () => query(kvitt, sql`select id from fetched_einvoices order by id`);

    test('become costs of the companies that they are addressed to, and are acknowledged once they are stored', async () => {
      const other = await kvitt.account({ registration_no: OTHER });
      inbox.documents.set('ap/1', xml);
      inbox.documents.set('ap-2', enveloped(xml.replaceAll(BUYER, OTHER), OTHER, 'transmission-1'));
      assert.deepEqual(await fetchAll(), [2, 0]);
      assert.deepEqual(inbox.calls.map(({ authorization }) => authorization).slice(0, 1), [`Bearer ${KEY}`]);
      assert.deepEqual(inbox.takeCalls(), ['GET ap/1', 'POST ap/1', 'GET ap-2', 'POST ap-2']);
      for (const [client, id] of [
        [buyer, 'ap/1'],
        [other, 'ap-2'],
      ] as const) {
        const [cost, ...more] = await client.ok('get-costs', {});
        assert.deepEqual(more, []);
        assert.deepEqual(answerOf(id), { received: true, outcome: 'taken', guid: cost.guid });
        assert.deepEqual([cost.amount, cost.accounting_status], [1240, 'New']);
      }
      assert.deepEqual(await fetchAll(), [0, 0]);
      assert.deepEqual([inbox.takeCalls(), await countCosts()], [[], 1]);
    });

    test('become one cost with the same document from the webhook', async () => {
      const before = await countCosts();
      const wrapped = enveloped(xml, BUYER, 'transmission-2');
      const authorization = `Bearer ${KEY}`;
      const { body } = await deliverEinvoice(kvitt.url, wrapped, { authorization });
      inbox.documents.set('ap-3', wrapped);
      await fetchAll();
      assert.deepEqual(answerOf('ap-3'), { received: true, outcome: 'taken', guid: body.guid });
      assert.equal(await countCosts(), before + 1);
    });

    test('are acknowledged with the reason where they are hostile, wrong, too large or for nobody here', async () => {
      const before = await countCosts();
      const stranger = companyKennitala(833);
      const bad: [id: string, document: string | Uint8Array, code: string, reason: RegExp][] = [
        [
          'doctype',
          xml.replace('<Invoice', '<!DOCTYPE x [<!ENTITY a "aa">]><Invoice'),
          'file_refused',
          /DOCTYPE/,
        ],
        ['half', xml.slice(0, 3000), 'file_refused', /broken/],
        ['picture', '<svg/>', 'file_refused', /no invoice/],
        ['nothing', '', 'file_refused', /broken/],
        ['stranger', xml.replaceAll(BUYER, stranger), 'einvoice_receiver_unknown', new RegExp(stranger)],
        ['large', Buffer.alloc(9_000_000, 0x20), 'too_large', /8 MB/],
      ];
      for (const [id, document] of bad) inbox.documents.set(id, document);
      inbox.documents.set('good', xml);
      assert.deepEqual(await fetchAll(), [bad.length + 1, 0]);
      for (const [id, , code, reason] of bad) {
        const { received, error_code, message } = answerOf(id) ?? {};
        assert.deepEqual([received, error_code], [false, code], id);
        assert.match(String(message), reason, id);
      }
      assert.equal(await countCosts(), before + 1, 'the one that is right');
      inbox.takeCalls();
      await fetchAll();
      assert.deepEqual(inbox.takeCalls(), []);
    });

    test('are fetched once where the acknowledgement fails for days, and become one cost', async () => {
      const before = await countCosts();
      inbox.documents.set('taken', xml);
      inbox.documents.set('refused', '<svg/>');
      inbox.intercept = ({ method }, response) => method === 'POST' && !!response.writeHead(500).end();
      for (let day = 0; day < 4; day++) {
        assert.deepEqual(await fetchAll(), [0, 1]);
        clock += DAY_MS;
      }
      const calls = inbox.takeCalls();
      assert.deepEqual(
        calls.filter((call) => call.startsWith('GET')),
        ['GET taken', 'GET refused'],
      );
      assert.equal(calls.length, 2 + 4 * 2, 'each is acknowledged at every run');
      inbox.intercept = () => false;
      assert.deepEqual(await fetchAll(), [2, 0]);
      assert.deepEqual(
        [answerOf('taken')?.received, answerOf('refused')?.error_code],
        [true, 'file_refused'],
      );
      assert.deepEqual([await countCosts(), await remembered()], [before + 1, []]);
    });

    test('become one cost where the process ends between storing and acknowledging', async () => {
      const before = await listCosts();
      inbox.documents.set('interrupted', xml);
      const { ports } = kvitt.service.engine.kernel;
      const { einvoiceInbox: port } = ports;
      assert.ok(port);
      // As little as a killed process: nothing is remembered.
      ports.einvoiceInbox = {
        list: () => port.list(),
        fetch: (id, maxBytes) => port.fetch(id, maxBytes),
        acknowledge: () => Promise.reject(new DatabaseUnavailable('the process ends')),
      };
      assert.deepEqual(await fetchAll(), [0, 1]);
      ports.einvoiceInbox = port;
      const [guid, ...others] = (await listCosts()).filter((one) => !before.includes(one));
      assert.deepEqual([others, await remembered()], [[], []]);
      assert.deepEqual(await fetchAll(), [1, 0]);
      assert.equal((await listCosts()).length, before.length + 1);
      assert.deepEqual(answerOf('interrupted'), { received: true, outcome: 'taken', guid });
    });

    test('wait while the access point is down', async () => {
      const before = await countCosts();
      inbox.documents.set('late', xml);
      const isLate = ({ id }: { id: string }) => id === 'late';
      inbox.intercept = (call, response) => isLate(call) && !!response.end('<html>Sign in</html>');
      assert.deepEqual(await fetchAll(), [0, 1]);
      assert.deepEqual(inbox.takeCalls(), ['GET late'], 'a page of a proxy refuses nothing');
      inbox.intercept = (_, response) => !!response.writeHead(503).end('<html>Down</html>');
      assert.deepEqual(await fetchAll(), [0, 1]);
      inbox.intercept = (_, response) => !!response.end('<html>Welcome</html>');
      assert.deepEqual(await fetchAll(), [0, 1]);
      inbox.intercept = (_, response) => !!response.destroy();
      assert.deepEqual(await fetchAll(), [0, 1]);
      assert.deepEqual([inbox.takeCalls(), await countCosts()], [[], before]);
      inbox.intercept = () => false;
      assert.deepEqual([await fetchAll(), await countCosts()], [[1, 0], before + 1]);
    });

    test('are not held up by one that fails, and a run fetches at most a hundred', async () => {
      const failing = ['f1', 'f2', 'f3', 'f4'];
      for (const id of failing) inbox.documents.set(id, xml);
      for (let n = 1; n <= 100; n++) inbox.documents.set(`d${n}`, '<svg/>');
      inbox.intercept = ({ id }, response) => failing.includes(id) && !!response.writeHead(500).end();
      assert.deepEqual(await fetchAll(), [0, 1], 'three failures in a row: the access point has a problem');
      assert.deepEqual(inbox.takeCalls(), ['GET f1', 'GET f2', 'GET f3']);
      assert.deepEqual(await fetchAll(), [0, 1]);
      assert.deepEqual(inbox.takeCalls().slice(0, 3), ['GET f4', 'GET d1', 'POST d1']);
      assert.deepEqual([inbox.acknowledged.size, inbox.documents.size], [99, 5]);
      assert.deepEqual(
        await remembered(),
        failing.map((id) => ({ id })),
      );
      inbox.intercept = () => false;
      assert.deepEqual(await fetchAll(), [5, 0]);
      assert.equal(inbox.takeCalls()[0], 'GET d100', 'those that failed come last');
      assert.deepEqual(await remembered(), []);
    });

    test('are forgotten a month after they were last listed', async () => {
      inbox.documents.set('lost', xml);
      inbox.intercept = ({ id }, response) => id === 'lost' && !!response.writeHead(500).end();
      await fetchAll();
      inbox.documents.clear();
      clock += 29 * DAY_MS;
      await fetchAll();
      assert.deepEqual(await remembered(), [{ id: 'lost' }]);
      clock += 2 * DAY_MS;
      await fetchAll();
      assert.deepEqual(await remembered(), []);
    });
  });
}
