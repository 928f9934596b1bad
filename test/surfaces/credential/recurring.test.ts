import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays, addMonthsAnchored } from '../../../src/domain/values/dates.ts';
import { issueRecurring } from '../../../src/jobs/recurring.ts';
import { openEngine } from '../../../src/service.ts';
import { type Client, line } from '../../support/client.ts';
import { testConfig } from '../../support/databases.ts';
import { onBothDatabases, type TestService } from '../../support/service.ts';

const customer = { name: 'Áskrifandi', output_select: 4, registration_no: '5501234520' };

function template(fields: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    recurring_name: 'Hýsing',
    recurring_interval: 'monthly',
    recurring_start_date: '2026-01-31',
    amount: 1240,
    currency: 'ISK',
    settlement_date: 14,
    customer,
    items: [line()],
    ...fields,
  };
}

const runOnDay = (kvitt: TestService, today: string) => kvitt.operator('POST', '/jobs/run', { today });
const listIssued = async (seller: Client): Promise<string[]> =>
  (await seller.ok('get-invoices', { sort: 'date_asc' })).map(({ issue_date }: any) => issue_date);

onBothDatabases('recurring invoices', (kvitt) => {
  test('issues invoices on the scheduled dates, with the same payment terms', async () => {
    const seller = await kvitt.account();
    const data = template({
      issue_date: '2026-01-01',
      due_date: '2026-01-11',
      settlement_date: '2026-01-21',
    });
    const guid = await seller.ok('create-recurring-invoice', { data });
    await runOnDay(kvitt, '2026-01-30');
    assert.deepEqual(await listIssued(seller), []);
    for (const day of ['2026-01-31', '2026-02-01', '2026-02-28', '2026-03-30', '2026-03-31'])
      await runOnDay(kvitt, day);
    assert.deepEqual(await listIssued(seller), ['2026-01-31', '2026-02-28', '2026-03-31']);
    const [first] = await seller.ok('get-invoices', { sort: 'date_asc', limit: 1 });
    assert.deepEqual([first.due_date, first.settlement_date], ['2026-02-10', '2026-02-20']);
    const read = await seller.ok('get-recurring-invoice', { guid });
    assert.deepEqual([read.status, read.next_date, read.invoice_count], ['active', '2026-04-30', 3]);
  });

  test('states the invoiced period, where the template has one, also on the credit note', async () => {
    const seller = await kvitt.account({ address: 'Hafnarstræti 12', zip: '600', city: 'Akureyri' });
    const buyer = { ...customer, address: 'Hafnarbraut 30', zip: '780', city: 'Höfn' };
    for (const recurring_period of ['ahead', 'behind', undefined]) {
      const data = template({ customer: buyer, recurring_max_invoice: 1, recurring_period });
      const guid = await seller.ok('create-recurring-invoice', { data });
      const read = await seller.ok('get-recurring-invoice', { guid });
      assert.equal(read.recurring_period, recurring_period ?? '');
    }
    await runOnDay(kvitt, '2026-02-01');
    const issued = await seller.ok('get-invoices', { sort: 'date_asc' });
    const credit = await seller.ok('create-invoice', {
      data: { type: 'credit', amount: 1240, settlement_date: '2099-03-01', ref_invoice_guid: issued[0].guid },
    });
    const periods: unknown[] = [];
    for (const guid of [...issued.map((one: { guid: string }) => one.guid), credit]) {
      const xml = Buffer.from((await seller.ok('get-invoice-xml', { guid })).file, 'base64').toString();
      periods.push([...xml.matchAll(/<cbc:(?:StartDate|EndDate)>([^<]*)/g)].map(([, day]) => day).join(' '));
    }
    const [ahead, behind] = ['2026-01-31 2026-02-27', '2025-12-31 2026-01-30'];
    assert.deepEqual([...periods.slice(0, 3)].sort(), ['', behind, ahead].sort());
    assert.equal(periods[3], periods[0], 'a credit note is for the time of its invoice');
    const wrong = template({ recurring_period: 'now' });
    assert.match(
      (await seller.expectRefusal('create-recurring-invoice', { data: wrong })).message,
      /recurring_period must be one of: ahead, behind/,
    );
  });

  test('uses the final due date as the due date when only that is sent, as on an invoice', async () => {
    const seller = await kvitt.account();
    const fields = { recurring_start_date: '2026-01-31', settlement_date: '2026-01-31' };
    const days = async (sent: object) => {
      const guid = await seller.ok('create-recurring-invoice', { data: template({ ...fields, ...sent }) });
      const { due_date, settlement_date } = await seller.ok('get-recurring-invoice', { guid });
      return [due_date, settlement_date];
    };
    assert.deepEqual(await days({}), [0, 0]);
    assert.deepEqual(await days({ settlement_date: '2026-02-10' }), [0, 10]);
    assert.deepEqual(await days({ settlement_date: 10 }), [3, 10], "days are beside the customer's own");
    assert.deepEqual(await days({ settlement_date: 2 }), [2, 2]);
    assert.deepEqual(await days({ settlement_date: undefined }), [3, 7]);
  });

  for (const spelling of ['yearly', 'annually', 'annuall']) {
    test(`the interval ${spelling} is read back as yearly`, async () => {
      const seller = await kvitt.account();
      const guid = await seller.ok('create-recurring-invoice', {
        data: template({ recurring_interval: spelling }),
      });
      assert.equal((await seller.ok('get-recurring-invoice', { guid })).recurring_interval, 'yearly');
    });
  }

  test('ends after the last occurrence', async () => {
    const seller = await kvitt.account();
    const data = template({
      recurring_interval: 'weekly',
      recurring_start_date: '2026-03-02',
      recurring_max_invoice: 2,
    });
    const guid = await seller.ok('create-recurring-invoice', { data });
    for (const day of ['2026-03-02', '2026-03-09', '2026-03-16']) await runOnDay(kvitt, day);
    assert.deepEqual(await listIssued(seller), ['2026-03-02', '2026-03-09']);
    const read = await seller.ok('get-recurring-invoice', { guid });
    assert.deepEqual([read.status, read.next_date], ['finished', null]);
  });

  test('issues up to three missed invoices dated today; a fourth pauses the template', async () => {
    const seller = await kvitt.account();
    await seller.ok('create-recurring-invoice', { data: template() });
    await runOnDay(kvitt, '2026-04-29');
    assert.deepEqual(await listIssued(seller), ['2026-04-29', '2026-04-29', '2026-04-29']);
    const other = await kvitt.account();
    const guid = await other.ok('create-recurring-invoice', { data: template() });
    await runOnDay(kvitt, '2026-04-30');
    assert.deepEqual(await listIssued(other), []);
    const paused = await other.ok('get-recurring-invoice', { guid });
    assert.equal(paused.status, 'paused');
    assert.match(paused.status_reason, /^4 invoices are overdue to be made/);
    kvitt.now = () => new Date('2026-05-02T10:00:00Z');
    await other.ok('resume-recurring-invoice', { guid });
    kvitt.resetClock();
    assert.equal((await other.ok('get-recurring-invoice', { guid })).next_date, '2026-05-31');
    await runOnDay(kvitt, '2026-05-31');
    assert.deepEqual(await listIssued(other), ['2026-05-31']);
  });

  test('changes the fields that are sent; the schedule is fixed once an invoice was issued', async () => {
    const seller = await kvitt.account();
    const guid = await seller.ok('create-recurring-invoice', {
      data: template({ recurring_max_invoice: 5 }),
    });
    const change = (data: object) => seller.expectRefusal('update-recurring-invoice', { guid, data });
    const read = () => seller.ok('get-recurring-invoice', { guid });
    await seller.ok('update-recurring-invoice', {
      guid,
      data: { recurring_name: 'Vefhýsing', recurring_start_date: '2026-02-01', recurring_max_invoice: '' },
    });
    const before = await read();
    assert.deepEqual(
      [before.recurring_name, before.next_date, before.recurring_max_invoice, before.amount],
      ['Vefhýsing', '2026-02-01', null, 1240],
    );
    await runOnDay(kvitt, '2026-02-01');
    const items = [line({ unit_price: 2000 })];
    assert.equal((await change({ items, amount: 2481 })).error_code, 'amount_mismatch');
    await seller.ok('update-recurring-invoice', { guid, data: { items, amount: 2480 } });
    for (const fixed of [{ recurring_interval: 'weekly' }, { recurring_start_date: '2026-02-02' }])
      assert.match((await change(fixed)).message, /cannot be changed after the first invoice/);
    assert.match((await change({ recurring_max_invoice: 1 })).message, /from 2 to 10000/);
    assert.match((await change({ recurring_interval: 'daily' })).message, /must be one of/);
    await seller.ok('update-recurring-invoice', {
      guid,
      data: { recurring_interval: 'monthly', recurring_start_date: '2026-02-01' },
    });
    await runOnDay(kvitt, '2026-03-01');
    const amounts = (await seller.ok('get-invoices', { sort: 'date_asc' })).map(({ amount }: any) => amount);
    assert.deepEqual(amounts, [1240, 2480]);
    const other = await kvitt.account();
    const foreign = await other.expectRefusal('update-recurring-invoice', {
      guid,
      data: { recurring_name: 'x' },
    });
    assert.equal(foreign.error_code, 'recurring_invoice_not_found');
    await seller.ok('stop-recurring-invoice', { guid });
    assert.equal((await change({ recurring_name: 'x' })).error_code, 'recurring_locked');
  });

  test('can get a new start date after skipped dates, while no invoice was issued', async () => {
    const seller = await kvitt.account();
    kvitt.now = () => new Date('2026-03-02T12:00:00Z');
    try {
      const data = template({ recurring_start_date: '2025-10-31', recurring_max_invoice: 6 });
      const guid = await seller.ok('create-recurring-invoice', { data });
      await runOnDay(kvitt, '2026-03-02');
      await seller.ok('resume-recurring-invoice', { guid });
      const read = async () => {
        const { status, next_date, invoice_count } = await seller.ok('get-recurring-invoice', { guid });
        return [status, next_date, invoice_count];
      };
      assert.deepEqual(await read(), ['active', '2026-03-31', 0]);
      await seller.ok('update-recurring-invoice', { guid, data: { recurring_name: 'Vefur' } });
      assert.deepEqual(await read(), ['active', '2026-03-31', 0], 'the schedule stays');
      const changes = { recurring_start_date: '2026-04-15', recurring_max_invoice: 2 };
      await seller.ok('update-recurring-invoice', { guid, data: changes });
      for (const day of ['2026-03-31', '2026-04-15', '2026-05-15', '2026-06-15']) await runOnDay(kvitt, day);
      assert.deepEqual(await listIssued(seller), ['2026-04-15', '2026-05-15']);
      assert.deepEqual((await read())[0], 'finished');
    } finally {
      kvitt.resetClock();
    }
  });

  test('stops a template once', async () => {
    const seller = await kvitt.account();
    const guid = await seller.ok('create-recurring-invoice', { data: template() });
    await seller.ok('stop-recurring-invoice', { guid });
    await runOnDay(kvitt, '2026-01-31');
    assert.deepEqual(await listIssued(seller), []);
    assert.equal(
      (await seller.expectRefusal('stop-recurring-invoice', { guid })).error_code,
      'recurring_locked',
    );
    assert.equal(
      (await seller.expectRefusal('resume-recurring-invoice', { guid })).error_code,
      'recurring_locked',
    );
  });

  test('pauses a template with the reason when its invoice cannot be issued', async () => {
    const seller = await kvitt.account();
    const guid = await seller.ok('create-recurring-invoice', { data: template({ currency: 'PLN' }) });
    await runOnDay(kvitt, '2026-01-31');
    const { status, status_reason } = await seller.ok('get-recurring-invoice', { guid });
    assert.equal(status, 'paused');
    assert.match(status_reason, /^No PLN rate is known for 2026-01-31/);
  });

  test('uses the current customer profile, or the stored one if configured', async () => {
    const seller = await kvitt.account();
    for (const recurring_link_national of [1, 0]) {
      await seller.ok('create-recurring-invoice', { data: template({ recurring_link_national }) });
    }
    const [profile] = await seller.ok('get-customers');
    await seller.ok('update-customer', { guid: profile.guid, data: { name: 'Nýtt nafn' } });
    await runOnDay(kvitt, '2026-01-31');
    const names = (await seller.ok('get-invoices')).map(({ customer: { name } }: any) => name);
    assert.deepEqual(names.sort(), ['Nýtt nafn', 'Áskrifandi']);
  });

  test('requires a customer, with the field name of an invoice', async () => {
    const seller = await kvitt.account();
    const { message } = await seller.expectRefusal('create-recurring-invoice', {
      data: template({ customer: undefined }),
    });
    assert.equal(message, 'Field customer is required');
  });

  test('refuses an account without the subscription', async () => {
    const seller = await kvitt.account({ subscriptions: ['webservice'] });
    const { error_code } = await seller.expectRefusal('create-recurring-invoice', { data: template() });
    assert.equal(error_code, 'subscription_required');
  });
});

onBothDatabases('two years of recurring invoices', (kvitt, kind) => {
  test('are issued despite an error in another account, which is reported at the end', async () => {
    const [failingSeller, seller] = [await kvitt.account(), await kvitt.account()];
    for (const one of [failingSeller, seller]) await one.ok('create-recurring-invoice', { data: template() });
    const { kernel, accounts } = kvitt.service.engine;
    const failingAccount = await accounts.byUsername(failingSeller.username);
    const load = async (id: number) => {
      if (id === failingAccount?.id) throw new Error('trouble');
      return accounts.byId(id);
    };
    await assert.rejects(issueRecurring(kernel, new Date('2026-01-31T12:00:00Z'), load), /^Error: trouble$/);
    assert.deepEqual([await listIssued(failingSeller), await listIssued(seller)], [[], ['2026-01-31']]);
  });

  test('are issued once each on the right dates, although the job is interrupted again and again', async () => {
    const seller = await kvitt.account();
    await seller.ok('create-recurring-invoice', { data: template() });
    const { kernel, accounts } = kvitt.service.engine;
    const { query } = kernel.db;
    let statements = 0;
    let crashes = 0;
    kernel.db.query = ((...args: any[]) => {
      statements += 1;
      if (statements % 7 === 0) {
        crashes += 1;
        return Promise.reject(new Error('cut off'));
      }
      return (query as any).apply(kernel.db, args);
    }) as typeof query;
    for (let day = '2026-01-25'; day <= '2028-02-05'; day = addDays(day, 1)) {
      for (const time of ['08', '12']) {
        const now = new Date(`${day}T${time}:00:00Z`);
        await issueRecurring(kernel, now, (id) => accounts.byId(id)).catch(() => {});
      }
    }
    kernel.db.query = query;
    assert.ok(crashes > 100, `${crashes} crashes`);
    const expected = Array.from({ length: 25 }, (_, n) => addMonthsAnchored('2026-01-31', n));
    assert.deepEqual(await listIssued(seller), expected);
    const numbers = (await seller.ok('get-invoices', { sort: 'created_asc' })).map(({ number }: any) =>
      Number(number),
    );
    assert.deepEqual(
      numbers,
      expected.map((_, n) => n + 1),
    );
  });

  if (kind === 'embedded') return;
  test('are issued once each when three nodes run the job concurrently', async () => {
    const seller = await kvitt.account();
    for (let n = 0; n < 20; n += 1) await seller.ok('create-recurring-invoice', { data: template() });
    const log = { info: () => {}, warn: () => {}, error: () => {} };
    const others = await Promise.all(
      [1, 2].map(() => openEngine(testConfig(kvitt.database.env), { log, clock: () => kvitt.now() })),
    );
    const nodes = [kvitt.service.engine, ...others];
    for (const day of ['2026-01-31', '2026-02-28', '2026-03-31']) {
      await Promise.all(nodes.map(({ jobs }) => jobs.runDue(new Date(`${day}T12:00:00Z`))));
    }
    await Promise.all(others.map((engine) => engine.close()));
    const days = Map.groupBy(await listIssued(seller), (day) => day);
    assert.deepEqual(
      [...days].map(([day, all]) => [day, all.length]),
      [
        ['2026-01-31', 20],
        ['2026-02-28', 20],
        ['2026-03-31', 20],
      ],
    );
  });
});
