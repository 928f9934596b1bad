import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Client, createAccount, invoice, line, type Reply } from '../support/client.ts';
import { databases, OPERATOR_TOKEN } from '../support/databases.ts';
import { approveCost, completeCost } from '../support/endpoints/costs.ts';
import { request } from '../support/http-request.ts';
import { clientOn, retryWhileBusy } from '../support/load.ts';
import { ParallelNodes } from '../support/parallel-nodes.ts';

/** More of them by hand. */
const ROUNDS = Number(process.env.KVITT_LOCK_ROUNDS ?? 3);
const DAY = '2026-01-20';
const PERIOD = '2026-02';
const DATES = { issue_date: DAY, due_date: DAY, settlement_date: DAY };
const JOURNAL = { from_date: '2026-01-01', to_date: '2026-02-28', layout: 'general' };

type Send = (by: Client) => Promise<Reply>;

for (const kind of databases()) {
  describe(`a period that is locked while it is written into (${kind}, nodes: ${ParallelNodes.countOn(kind)})`, () => {
    const nodes = new ParallelNodes();
    let seller: Client;
    let people: Client[];
    before(async () => {
      await nodes.start(kind);
      seller = await createAccount(nodes.url);
      people = [0, 1].map((n) => clientOn(nodes.all[n % nodes.all.length] ?? nodes, seller));
    });
    after(() => nodes.stop());

    const issue = (fields: object = {}) =>
      seller.ok('create-invoice', { data: invoice({ ...DATES, ...fields }) });
    const cost = () => seller.ok('create-cost-adv', { ...completeCost, date: DAY });

    /** Calls that book by a day of the period, each on a record of its own. */
    async function prepare(): Promise<Send[]> {
      const [credited, paid, settled, lost, writtenOff, draft] = [
        ...[await issue(), await issue(), await issue(), await issue(), await issue()],
        await issue({ save: 1 }),
      ];
      const unstated = await issue({ amount: 1000, items: [line({ tax: 'Z' })] });
      const { guid: payment } = await seller.ok('record-payment', {
        data: { amount: 100, paid_on: DAY, allocations: [{ invoice_guid: settled }] },
      });
      await seller.ok('write-off-invoice', { guid: writtenOff, data: { reason: 'x', written_off_on: DAY } });
      const [waiting, moved, deleted, skipped] = [await cost(), await cost(), await cost(), await cost()];
      for (const guid of [moved, deleted, skipped]) await approveCost(seller, guid);
      const call =
        (name: string, fields: Record<string, unknown>): Send =>
        (by) =>
          by.call(name, fields);
      const rows = `supplier_name;invoice_number;date;amount\nEfnissalan;${credited.slice(-6)};${DAY};1240\n`;
      return [
        call('create-invoice', { data: invoice(DATES) }),
        call('create-invoices', { data: { invoices: [invoice(DATES), invoice(DATES)] } }),
        call('create-invoice', { data: invoice({ ...DATES, type: 'credit', ref_invoice_guid: credited }) }),
        call('issue-invoice', { guid: draft }),
        call('do-paid-invoice', { guid: paid, paid_on: DAY }),
        call('record-payment', {
          data: { amount: 5, paid_on: DAY, allocations: [{ invoice_guid: settled }] },
        }),
        call('reverse-payment', { guid: payment, data: { reason: 'x', reversed_on: DAY } }),
        call('write-off-invoice', { guid: lost, data: { reason: 'x', written_off_on: DAY } }),
        call('undo-write-off', { guid: writtenOff }),
        call('decide-vat-kind', {
          data: { vat_kind: 'zero_rated', records: [{ kind: 'invoice', guid: unstated }] },
        }),
        call('create-cost-adv', { ...completeCost, date: DAY }),
        call('move-cost-to-new', { guid: moved }),
        call('delete-cost', { guid: deleted }),
        call('update-cost', { guid: skipped, data: { accounting_status: 'Skipped' } }),
        call('import-records', {
          kind: 'costs',
          file_name: 'a.csv',
          file: Buffer.from(rows).toString('base64'),
        }),
        async ({ url }) => {
          const path = `${url}/operator/accounts/${seller.username}/costs/${waiting}/approve`;
          const headers = { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'application/json' };
          const answer = await request(path, { method: 'POST', headers, body: '{}' });
          const { error, message } = answer.json() as { error?: string; message: string };
          const { status: httpStatus } = answer;
          return {
            httpStatus,
            status: httpStatus === 200,
            ...(error && { error_code: error }),
            message,
            result: null,
          };
        },
      ];
    }

    /** What the books say of the period. */
    async function read(by: Client): Promise<unknown> {
      const { boxes, outside_vat } = await by.ok('get-vat-return', { period: PERIOD });
      const { file } = await by.ok('export-journal', JOURNAL, { 'kvitt-dry-run': '1' });
      return { boxes, outside_vat, rows: Buffer.from(file, 'base64').toString().split('\r\n').sort() };
    }

    test(`has no record that was not there when the lock was answered, ${ROUNDS} times`, async () => {
      const outcomes = { taken: 0, refused: 0 };
      for (let round = 0; round < ROUNDS; round++) {
        const sends = await prepare();
        const [first = seller, second = seller] = round % 2 ? people : people.toReversed();
        const answers = sends.map((send, n) => retryWhileBusy(() => send((n + round) % 2 ? first : second)));
        await new Promise((resolve) => setTimeout(resolve, round * 10));
        await second.ok('lock-vat-period', { period: PERIOD });
        const locked = await read(first);
        for (const { status, error_code, message, result } of await Promise.all(answers)) {
          const refused = !status || result?.[0]?.status === false;
          if (refused) assert.equal(error_code ?? result?.[0]?.code, 'period_locked', message);
          outcomes[refused ? 'refused' : 'taken'] += 1;
        }
        assert.deepEqual(await read(second), locked, `round ${round}`);
        await seller.ok('unlock-vat-period', { period: PERIOD, reason: 'Næsta umferð' });
      }
      assert.ok(outcomes.refused > 0 && outcomes.taken > 0, JSON.stringify(outcomes));
    });
  });
}
