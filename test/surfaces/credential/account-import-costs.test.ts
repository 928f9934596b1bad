import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshOtherService, importsOf, sourceOf } from '../../support/account-imports.ts';
import { openAccount, receive } from '../../support/bank-lines.ts';
import type { Client } from '../../support/client.ts';
import { signInToConsole } from '../../support/console-client.ts';
import { createCost, tryToApproveCost } from '../../support/costs.ts';
import { PDF } from '../../support/endpoints/costs.ts';
import { runJobsWithoutFailure } from '../../support/jobs.ts';
import { guidOf } from '../../support/other-service.ts';
import { LOCAL_WEBHOOKS, onBothDatabases } from '../../support/service.ts';
import { approved, counts, owedIn, pay, spend, sumOf } from '../../support/spent-costs.ts';

const YEAR = { from_date: '2026-01-01', to_date: '2026-12-31' };
const OF_HISTORY = [
  ...['supplier_name', 'supplier_id', 'supplier_country', 'amount', 'paid_amount', 'remaining'],
  ...['payee_account', 'payee_iban', 'currency', 'exchange_rate', 'vat_AA', 'vat_S', 'vat_charged_by'],
  ...['vat_deductible', 'vat_deductible_reason', 'cost_code', 'how_paid', 'file', 'file_name'],
  ...['file_extension', 'issue_date', 'issue_date_known', 'due_date', 'project_name', 'credit_note'],
  ...['accounting_message', 'invoice_number', 'description'],
];

const pick = (names: readonly string[]) => (record: any) =>
  Object.fromEntries(names.map((name) => [name, record[name]]));

/** The figures that history must not change. */
async function reportedFigures(seller: Client) {
  return {
    return: await seller.ok('get-vat-return', { period: '2026-02' }),
    vat: await seller.ok('get-vat', YEAR),
    costs: await seller.ok('get-cost-sums', { ...YEAR, by: 'code' }),
    profit: await seller.ok('get-profit', YEAR),
    dashboard: await seller.ok('get-dashboard-data', YEAR),
    journal: (await seller.ok('export-journal', { data: { ...YEAR, layout: 'general' } })).file,
  };
}

const allCosts = (seller: Client, fields: object = {}): Promise<any[]> =>
  seller.ok('get-costs', { limit: 1000, ...fields });
const costsPart = ({ parts }: any) => parts.find(({ part }: any) => part === 'costs');
const aged = (seller: Client, as_of: string) => seller.ok('get-aged-payables', { as_of });

onBothDatabases(
  'approved costs of another account',
  (kvitt) => {
    const other = freshOtherService();
    const { bring } = importsOf(kvitt);

    test('are imported as history that is counted in no report, and their remainder is paid here', async () => {
      const from = await kvitt.account();
      const ledger = await spend(kvitt, from, 40);
      const booked = ledger.filter(counts);
      const vatThere = (await from.ok('get-cost-sums', { ...YEAR, by: 'code' })).total.vat;
      assert.equal(
        Math.round(vatThere * 100),
        sumOf(booked, ({ vat, sign }) => sign * vat),
      );
      const seller = await kvitt.account();
      await approved(kvitt, seller, { supplier_name: 'Eiginn ehf.', amount: 700, vat_24: 70, how_paid: 3 });
      const before = await reportedFigures(seller);
      const done = await bring(seller, sourceOf(kvitt, from));
      assert.deepEqual([done.state, done.remarks], ['done', []]);
      const { found, new: fresh, left_out } = costsPart(done);
      assert.deepEqual([found, fresh, left_out], [ledger.length, ledger.length, 0]);

      const waiting = ledger.filter(({ status }) => status === 'New' || status === 'Error').length;
      const after = await reportedFigures(seller);
      const missing: any[] = after.return.missing.filter(({ kind }: any) => kind !== 'cost_not_approved');
      assert.deepEqual({ ...after.return, missing }, { ...before.return, missing: [] });
      const { pending: _, ...dashboard } = after.dashboard;
      const { pending: _before, ...dashboardBefore } = before.dashboard;
      assert.deepEqual(
        { ...after, return: null, dashboard },
        { ...before, return: null, dashboard: dashboardBefore },
      );

      const there = new Map((await allCosts(from)).map((one) => [one.description, one]));
      const here = (await allCosts(seller)).filter(({ description }) => there.has(description));
      assert.equal(here.length, ledger.length);
      for (const one of here) {
        const original = there.get(one.description);
        const isSkipped = original.accounting_status === 'Skipped';
        const isHistory = !['New', 'Error'].includes(original.accounting_status);
        const settled = {
          paid_amount: original.credit_note ? -original.amount : original.amount,
          remaining: 0,
        };
        const expected = isSkipped ? { ...original, ...settled } : original;
        assert.deepEqual(pick(OF_HISTORY)(one), pick(OF_HISTORY)(expected), one.description);
        assert.equal(one.is_imported, isHistory ? true : undefined);
        assert.equal(one.accounting_status, isHistory ? 'Skipped' : 'New');
        assert.equal(one.xml, null);
      }
      assert.equal(await seller.ok('get-count-costs', { accounting_status: 'New' }), waiting);

      const owed = booked.filter((entry) => entry.isOwed);
      for (const day of ['2026-03-16', '2026-03-17', '2026-12-31']) {
        const { rows, total } = await aged(seller, day);
        assert.deepEqual({ rows, total }, pick(['rows', 'total'])(await aged(from, day)), day);
        assert.equal(Math.round(total.total * 100), sumOf(owed, owedIn), day);
      }
      const toPay = pick(['description', 'remaining', 'due_date']);
      const payable = { payable: 1, limit: 1000 };
      const byName = (a: any, b: any) => a.description.localeCompare(b.description);
      const [listed, listedThere] = await Promise.all(
        [seller, from].map(async (one) => (await one.ok('get-costs', payable)).map(toPay).sort(byName)),
      );
      assert.deepEqual(listed, listedThere);
      assert.equal(listed?.length, owed.filter((entry) => owedIn(entry) !== 0).length);
      const desk = await signInToConsole(seller);
      const weekOf = async (one: Client) => (await (await signInToConsole(one)).ok('find-costs', {})).due;
      assert.deepEqual(await weekOf(seller), await weekOf(from));
      const { rows } = await desk.ok('find-costs', { state: 'Skipped', limit: 200 });
      assert.equal(rows.length, ledger.length - waiting);
      assert.ok(rows.every(({ is_imported }: any) => is_imported));

      const again = await bring(seller, sourceOf(kvitt, from));
      const { new: none, known, changed } = costsPart(again);
      assert.deepEqual([none, known, changed, again.remarks], [0, ledger.length, 0, []]);
    });

    test('cannot be changed here, and are matched, exported and paid as own ones', async () => {
      const from = await kvitt.account();
      const supplier = {
        supplier_name: 'Birgir hf.',
        supplier_id: '5510730339',
        payee_account: '0159-26-007654',
      };
      const there = await approved(kvitt, from, { ...supplier, amount: 1000, due_date: '2026-03-20' });
      await pay(from, there, 400);
      const exportFrom = async (one: Client, guid: string, again: number) => {
        const { guid: bank_account_guid } = await openAccount(one);
        const data = { bank_account_guid, cost_guids: [guid], again };
        return (await one.ok('export-payables', { data })).costs[0];
      };
      const { exported_at } = await exportFrom(from, there, 0).then(() =>
        from.ok('get-cost', { guid: there }),
      );
      const seller = await kvitt.account();
      await bring(seller, sourceOf(kvitt, from));
      const [{ guid }] = await allCosts(seller);
      const codes = [];
      for (const [call, fields] of [
        ['move-cost-to-new', {}],
        ['delete-cost', {}],
        ['update-cost', { data: { accounting_status: 'Posted' } }],
      ] as const)
        codes.push((await seller.expectRefusal(call, { guid, ...fields })).error_code);
      assert.deepEqual(codes, ['cost_not_movable', 'cost_not_deletable', 'cost_not_created']);
      const desk = await signInToConsole(seller);
      const { body } = await desk.call('approve-cost', { guid, amount: 900 });
      assert.equal(body.error, 'cost_not_approvable');
      const { may, state, is_imported } = await desk.ok('get-cost', { guid });
      const none = { approve: false, reopen: false, delete: false };
      assert.deepEqual([may, state, is_imported], [none, 'Skipped', true]);
      assert.equal((await desk.ok('count-needs')).total, 0);

      const twice = await exportFrom(seller, guid, 0);
      assert.deepEqual([twice.left_out, twice.exported_at], ['exported', exported_at]);
      const again = await exportFrom(seller, guid, 1);
      assert.deepEqual([again.left_out, again.amount], ['', 600]);
      const [line] = await receive(seller, [{ booked_on: '2026-03-16', amount: -600 }]);
      const { proposals } = await seller.ok('get-bank-line', { guid: line.guid });
      assert.deepEqual(proposals[0].actions, [{ type: 'cost', cost_guid: guid, amount: 600 }]);
      await seller.ok('book-bank-line', { guid: line.guid, data: { proposal: 0 } });
      const figures = async () => {
        const { paid_amount, remaining } = await seller.ok('get-cost', { guid });
        const totals = [];
        for (const day of ['2026-03-10', '2026-03-16']) totals.push((await aged(seller, day)).total.total);
        return [paid_amount, remaining, ...totals];
      };
      assert.deepEqual(await figures(), [1000, 0, 600, 0]);
      await seller.ok('unbook-bank-line', { guid: line.guid, data: { reason: 'Röng færsla' } });
      assert.deepEqual(await figures(), [400, 600, 600, 600]);
    });

    test('are updated with later payments there, and with approvals of those that waited', async () => {
      const from = await kvitt.account();
      const make = (description: string, fields: object = {}) =>
        approved(kvitt, from, { description, amount: 1000, due_date: '2026-03-20', ...fields });
      const slow = await make('slow');
      const double = await make('double');
      const reversed = await make('reversed');
      const reopened = await make('reopened');
      const wrong = await pay(from, reversed, 300);
      const late = await createCost(
        from,
        'create-cost',
        { description: 'late', date: '2026-03-02' },
        {
          name: 'k.pdf',
          bytes: PDF,
        },
      );
      const both = await createCost(
        from,
        'create-cost',
        { description: 'both', date: '2026-03-02' },
        {
          name: 'b.pdf',
          bytes: PDF,
        },
      );
      await runJobsWithoutFailure(kvitt);
      const seller = await kvitt.account();
      await bring(seller, sourceOf(kvitt, from));
      const byName = async () => new Map((await allCosts(seller)).map((one) => [one.description, one]));
      const before = await reportedFigures(seller);
      await pay(from, slow, 400);
      await pay(from, double, 900);
      await pay(seller, (await byName()).get('double').guid, 600);
      await from.ok('unbook-bank-line', { guid: wrong, data: { reason: 'Röng færsla' } });
      await from.ok('move-cost-to-new', { guid: reopened });
      const approval = { amount: 500, vat_24: 90, supplier_name: 'Seinn ehf.', type: '2093', how_paid: 1 };
      for (const guid of [late, both])
        assert.equal((await tryToApproveCost(kvitt, from, guid, approval)).status, 200);
      const second = await bring(seller, sourceOf(kvitt, from));
      assert.deepEqual([costsPart(second).changed, costsPart(second).new], [3, 0]);
      assert.deepEqual(
        second.remarks.map(({ is_refused, message }: any) => [is_refused, message]),
        [
          [false, '900 more was paid there, and 400 is left to pay here'],
          [false, 'Less of it is paid there now than when it came'],
          [false, 'It is not approved there any more'],
        ],
      );
      const figures = [];
      for (const [name, { paid_amount, is_imported }] of await byName())
        figures.push([name, paid_amount, is_imported]);
      assert.deepEqual(figures.sort(), [
        ['both', 0, true],
        ['double', 600, true],
        ['late', 0, true],
        ['reopened', 0, true],
        ['reversed', 300, true],
        ['slow', 400, true],
      ]);
      const arrived = (await byName()).get('late');
      assert.deepEqual(
        pick(OF_HISTORY)(arrived),
        pick(OF_HISTORY)(await from.ok('get-cost', { guid: late })),
      );
      const after = await reportedFigures(seller);
      assert.deepEqual([after.vat, after.profit, after.costs], [before.vat, before.profit, before.costs]);
      assert.deepEqual(after.return.missing, []);
      const types: { type: string }[] = await seller.ok('get-events', { types: 'cost.imported', limit: 100 });
      assert.equal(types.length, 4 + 3);

      await pay(from, slow, 600);
      const third = await bring(seller, sourceOf(kvitt, from));
      assert.equal(costsPart(third).changed, 1);
      assert.equal((await byName()).get('slow').remaining, 0);
    });

    test('that are approved in both accounts are reported, and those that somebody has changed stay unchanged', async () => {
      const from = await kvitt.account();
      const upload = { name: 'k.pdf', bytes: PDF };
      const there = await createCost(from, 'create-cost', { description: 'x', date: '2026-03-02' }, upload);
      await runJobsWithoutFailure(kvitt);
      const seller = await kvitt.account();
      await bring(seller, sourceOf(kvitt, from));
      const [{ guid }] = await allCosts(seller);
      const approval = { amount: 500, vat_24: 90, supplier_name: 'Seinn ehf.', type: '2093', how_paid: 1 };
      for (const [one, cost] of [
        [from, there],
        [seller, guid],
      ] as const)
        assert.equal((await tryToApproveCost(kvitt, one, cost, approval)).status, 200);
      const { remarks } = await bring(seller, sourceOf(kvitt, from));
      assert.deepEqual(
        remarks.map(({ is_refused, message }: any) => [is_refused, message]),
        [[false, 'It is approved there as well as here']],
      );
      const [mine] = await allCosts(seller);
      assert.deepEqual([mine.accounting_status, mine.is_imported], ['Created', undefined]);
    });

    test('turn a waiting cost with the same supplier, number, day and amount into history', async () => {
      const from = await kvitt.account();
      const seller = await kvitt.account();
      const file = Buffer.from('Birgir;Nr;Dags;Upphæð\nBirgir hf.;77;02.03.2026;5000\n').toString('base64');
      for (const one of [from, seller])
        await one.ok('import-records', { kind: 'costs', file_name: 'a.csv', file });
      const [{ guid }] = await allCosts(from);
      const approval = { vat_24: 900, type: '2093', how_paid: 1, due_date: '2026-04-01' };
      assert.equal((await tryToApproveCost(kvitt, from, guid, approval)).status, 200);
      await approved(kvitt, from, { description: 'only there', amount: 100 });
      const done = await bring(seller, sourceOf(kvitt, from));
      const { new: fresh, changed, known } = costsPart(done);
      assert.deepEqual([fresh, changed, known, done.remarks], [1, 1, 0, []]);
      const here = (await allCosts(seller)).find(({ invoice_number }) => invoice_number === '77');
      assert.deepEqual(pick(OF_HISTORY)(here), pick(OF_HISTORY)(await from.ok('get-cost', { guid })));
      assert.equal(here.is_imported, true);
      assert.equal(await seller.ok('get-count-costs'), 2);
    });

    test('of a service without figures of payment count as paid, and invalid costs are refused', async () => {
      const cost = (n: number, fields: object) => ({
        ...{ guid: guidOf(4, n), accounting_status: 'Posted', amount: 1240, vat_S: 240, vat_AA: 0 },
        ...{ currency: 'ISK', issue_date: '2026-03-02', supplier_name: `Birgir ${n}`, supplier_id: '' },
        ...{ cost_code: '2093', how_paid: 1, credit_note: false, ...fields },
      });
      other.lists['get-costs'] = [
        cost(1, {}),
        cost(2, { vat_S: 1240 }),
        cost(3, { cost_code: '1' }),
        cost(4, { supplier_name: '' }),
        cost(5, { accounting_status: 'Archived' }),
        cost(6, { accounting_status: 'Error', accounting_message: 'Rangur lykill' }),
        cost(7, { issue_date: '2026-01-15' }),
        cost(8, { remaining: -1240, credit_note: true, vat_deductible: 0 }),
      ];
      const seller = await kvitt.account();
      await seller.ok('lock-vat-period', { period: '2026-02' });
      const done = await bring(seller, other.source);
      const { found, new: fresh, left_out, refused } = costsPart(done);
      assert.deepEqual([found, fresh, left_out, refused], [8, 3, 1, 4]);
      const messages = done.remarks.map(({ name, is_refused, message }: any) => [name, is_refused, message]);
      assert.deepEqual(
        messages.map(([name, is_refused]: any) => [name, is_refused]),
        ['Birgir 2', 'Birgir 3', '', 'Birgir 7'].map((name) => [name, true]),
      );
      assert.match(messages[0][2], /vat_24/);
      assert.match(messages[1][2], /type/);
      assert.equal(messages[2][2], 'Field supplier_name is required');
      assert.match(messages[3][2], /locked/);
      const figures = (await allCosts(seller, { sort: 'created_asc' })).map(
        ({
          supplier_name,
          paid_amount,
          remaining,
          accounting_status,
          accounting_message,
          vat_deductible,
        }) => [
          ...[supplier_name, paid_amount, remaining, accounting_status, accounting_message, vat_deductible],
        ],
      );
      assert.deepEqual(figures.sort(), [
        ['Birgir 1', 1240, 0, 'Skipped', '', 100],
        ['Birgir 6', 0, 1240, 'New', 'Rangur lykill', 100],
        ['Birgir 8', 0, -1240, 'Skipped', '', 0],
      ]);
    });

    test('keep their remainder when they are imported from an account that imported them', async () => {
      const first = await kvitt.account();
      await approved(kvitt, first, { amount: 1000, due_date: '2026-03-20' });
      const second = await kvitt.account();
      await bring(second, sourceOf(kvitt, first));
      const third = await kvitt.account();
      await bring(third, sourceOf(kvitt, second));
      const [cost] = await allCosts(third);
      assert.deepEqual([cost.is_imported, cost.paid_amount, cost.remaining], [true, 0, 1000]);
    });
  },
  LOCAL_WEBHOOKS,
);
