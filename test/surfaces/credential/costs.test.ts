import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { readUbl } from '../../../src/adapters/receipt-reader/ubl.ts';
import { createAgent } from '../../support/agents/agent.ts';
import type { Client } from '../../support/client.ts';
import {
  createCompleteCost,
  createCost,
  decodeXml,
  sendCost,
  tryToApproveCost,
} from '../../support/costs.ts';
import { completeCost, PDF } from '../../support/endpoints/costs.ts';
import { runJobs } from '../../support/jobs.ts';
import { AWKWARD, assertRefused, invalid, type Refusal, required } from '../../support/scenarios.ts';
import { onBothDatabases } from '../../support/service.ts';

const pdf = { name: 'kvittun.pdf', bytes: PDF };
const date = '2026-03-02';

onBothDatabases('costs', (kvitt) => {
  let seller: Client;
  before(async () => {
    kvitt.now = () => new Date('2026-03-05T10:20:30Z');
    seller = await kvitt.account();
  });

  test('creates a new cost from a receipt with only a date', async () => {
    const { status, body } = await sendCost(seller, 'create-cost', { date, description: AWKWARD }, pdf);
    assert.equal(status, 201);
    assert.deepEqual(Object.keys(body), ['status', 'message', 'result', 'queue']);
    assert.deepEqual([body.status, body.queue], [true, false]);
    assert.deepEqual(await seller.ok('get-cost', { guid: body.result }), {
      guid: body.result,
      description: AWKWARD.replace('\n', '\r\n'), // Forms encode line ends in this way.
      supplier_id: '',
      supplier_country: '',
      supplier_name: '',
      amount: 0,
      paid_amount: 0,
      remaining: 0,
      payee_account: '',
      payee_iban: '',
      exported_at: null,
      exported_amount: null,
      first_approved_at: null,
      first_approved_by: '',
      currency: 'ISK',
      exchange_rate: 1,
      vat_AA: 0,
      vat_S: 0,
      vat_charged_by: 'supplier',
      vat_deductible: 100,
      vat_deductible_reason: '',
      cost_code: '',
      how_paid: 0,
      file: PDF.toString('base64'),
      file_name: 'kvittun.pdf',
      file_extension: 'pdf',
      issue_date: date,
      due_date: null,
      issue_date_known: true,
      possible_duplicate: false,
      created_date: '2026-03-05',
      xml: null,
      accounting_status: 'New',
      accounting_message: '',
      updated_timestamp: '2026-03-05 10:20:30',
      project_name: '',
      credit_note: false,
      invoice_number: '',
      show_api: true,
    });
    assert.deepEqual((await runJobs(kvitt)).ran['approve-cost'], undefined);
  });

  test('approves a complete cost automatically, with its XML', async () => {
    const fields = {
      vat_11: 110,
      vat_24: '2160.5',
      description: 'Efni & <vinna>',
      supplier_id: '550123-4520',
    };
    const guid = await createCompleteCost(seller, fields);
    const cost = await seller.ok('get-cost', { guid });
    assert.deepEqual([cost.accounting_status, cost.xml, cost.show_api], ['New', null, true]);
    assert.equal((await runJobs(kvitt)).ran['approve-cost'], 1);
    const approved = await seller.ok('get-cost', { guid });
    assert.deepEqual({ ...approved, xml: null }, { ...cost, accounting_status: 'Created' });
    assert.deepEqual(
      [cost.amount, cost.vat_AA, cost.vat_S, cost.cost_code, cost.how_paid, cost.supplier_id, cost.file],
      [12400, 110, 2160.5, '2093', 3, '5501234520', null],
    );
    const read = readUbl(Buffer.from(decodeXml(approved)))?.fields;
    assert.deepEqual(
      [read?.supplier_name?.value, read?.supplier_id?.value, read?.issue_date?.value, read?.amount?.value],
      ['Efnissalan ehf.', '5501234520', '2026-03-02', '12400.00'],
    );
    assert.deepEqual(
      [read?.vat_11?.value, read?.vat_24?.value, read?.is_credit_note?.value, read?.currency?.value],
      ['110.00', '2160.50', false, 'ISK'],
    );
    assert.equal((await runJobs(kvitt)).ran['approve-cost'], undefined);
  });

  test('keeps a positive amount for a credit note and creates a CreditNote document', async () => {
    const guid = await createCompleteCost(seller, { credit_note: 1, vat_24: 2400 });
    await runJobs(kvitt);
    const cost = await seller.ok('get-cost', { guid });
    assert.deepEqual([cost.amount, cost.credit_note], [12400, true]);
    assert.match(decodeXml(cost), /^<\?xml[^>]*>\n<CreditNote xmlns=/);
  });

  test('keeps the figures in the currency that was sent, with the rate of the day', async () => {
    await kvitt.operator('PUT', '/rates/DKK/2026-02-20', { rate: 19.5 });
    await kvitt.operator('PUT', '/rates/DKK/2026-03-01', { rate: 20.25 });
    const foreign = { currency: 'DKK', amount: '124.004999', vat_24: 24, project_name: ' Sýning ' };
    const cases: [fields: Record<string, unknown>, rate: number][] = [
      [foreign, 20.25],
      [{ ...foreign, date: '2026-02-28' }, 19.5],
      [{ ...foreign, exchange_rate: '21.1234567' }, 21.123457],
      [{ ...foreign, currency: 'JPY', exchange_rate: 0.95 }, 0.95],
      [{ ...foreign, currency: 'ISK', exchange_rate: 5 }, 1],
    ];
    const agent = await createAgent(seller, 'cost');
    for (const [fields, rate] of cases) {
      const { body } = await agent.call('POST', '/costs/advanced', { ...completeCost, ...fields });
      for (const guid of [await createCompleteCost(seller, fields), body.result.guid]) {
        await runJobs(kvitt);
        const cost = await seller.ok('get-cost', { guid });
        assert.deepEqual(
          [
            cost.amount,
            cost.vat_S,
            cost.currency,
            cost.exchange_rate,
            cost.project_name,
            cost.accounting_status,
          ],
          [124, 24, fields.currency, rate, 'Sýning', 'Created'],
        );
        assert.match(decodeXml(cost), new RegExp(`<cbc:DocumentCurrencyCode>${fields.currency}<`));
      }
    }
    const before = await seller.ok('get-count-costs');
    for (const [fields, message] of [
      [{ currency: 'PLN' }, 'No PLN rate is known for 2026-03-02; send exchange_rate (ISK for one PLN)'],
      [
        { currency: 'DKK', date: '2026-02-19' },
        'No DKK rate is known for 2026-02-19; send exchange_rate (ISK for one DKK)',
      ],
      [{ currency: 'XXX' }, /^Field currency must be one of: ISK, EUR/],
      [{ currency: 'DKK', exchange_rate: 0 }, /^Field exchange_rate must be more than 0$/],
      [{ currency: 'DKK', vat_24: 99999 }, /^Field vat_24 must, together with vat_11, be less than/],
    ] as const) {
      const { body } = await sendCost(seller, 'create-cost-adv', { ...completeCost, ...fields });
      if (typeof message === 'string') assert.equal(body.message, message);
      else assert.match(body.message, message);
    }
    assert.equal(await seller.ok('get-count-costs'), before);
  });

  test('does not approve complete costs where the account approves them itself', async () => {
    const approvingAccount = await kvitt.account();
    await kvitt.operator('PATCH', `/accounts/${approvingAccount.username}`, {
      settings: { cost_auto_approve: 0 },
    });
    const guid = await createCompleteCost(approvingAccount);
    await runJobs(kvitt);
    assert.equal((await approvingAccount.ok('get-cost', { guid })).accounting_status, 'New');
    const { status, body } = await tryToApproveCost(kvitt, approvingAccount, guid);
    assert.deepEqual([status, body.accounting_status], [200, 'Created']);
  });

  test('refuses invalid fields by name, and stores nothing', async () => {
    const kennitala = 'must be a valid kennitala of 10 digits';
    const money = 'must be more than 0';
    const codes = /must be one of: 2093, 2153/;
    const rows: Refusal[] = [
      [
        'no day',
        { ...completeCost, date: '2026-02-30' },
        invalid('date', 'must be a real calendar date written as YYYY-MM-DD'),
      ],
      ['nothing to pay', { ...completeCost, amount: 0 }, invalid('amount', money)],
      ['a negative credit note', { ...completeCost, amount: -5, credit_note: 1 }, invalid('amount', money)],
      [
        'words',
        { ...completeCost, amount: 'lots' },
        invalid('amount', 'must be a number, with a point for decimals'),
      ],
      [
        'infinity',
        { ...completeCost, amount: '1e400' },
        invalid('amount', 'must be a number, with a point for decimals'),
      ],
      ['nothing to pay after rounding', { ...completeCost, amount: '0.0049' }, invalid('amount', money)],
      [
        'too much',
        { ...completeCost, amount: '1000000000001' },
        invalid('amount', 'must be between 0.01 and 1000000000000'),
      ],
      [
        'paid in no way',
        { ...completeCost, how_paid: 5 },
        invalid('how_paid', 'must be a whole number from 1 to 4'),
      ],
      [
        'paid half',
        { ...completeCost, how_paid: 1.5 },
        invalid('how_paid', 'must be a whole number from 1 to 4'),
      ],
      ['a blank name', { ...completeCost, supplier_name: '  ' }, required('supplier_name')],
      [
        'a long name',
        { ...completeCost, supplier_name: 'x'.repeat(201) },
        invalid('supplier_name', 'must be at most 200 characters'),
      ],
      [
        'a wrong check digit',
        { ...completeCost, supplier_id: '5501234530' },
        invalid('supplier_id', kennitala),
      ],
      ['no kennitala', { ...completeCost, supplier_id: 'x' }, invalid('supplier_id', kennitala)],
      [
        'VAT below zero',
        { ...completeCost, vat_11: -1 },
        invalid('vat_11', 'must be between 0 and 1000000000000'),
      ],
      [
        'VAT of everything',
        { ...completeCost, vat_24: 12400 },
        invalid('vat_24', 'must, together with vat_11, be less than the amount of 12400'),
      ],
      [
        'VAT together',
        { ...completeCost, vat_24: 6000, vat_11: 7000 },
        invalid('vat_11', 'must, together with vat_24, be less than the amount of 12400'),
      ],
      [
        'a long description',
        { ...completeCost, description: 'x'.repeat(1001) },
        invalid('description', 'must be at most 1000 characters'),
      ],
      [
        'perhaps a credit note',
        { ...completeCost, credit_note: 2 },
        invalid('credit_note', 'must be true or false (1 or 0)'),
      ],
    ];
    const before = await seller.ok('get-count-costs');
    await assertRefused(seller, 'create-cost-adv', rows);
    for (const type of ['Items', '9999', '02093', 'toString']) {
      assert.match((await seller.expectRefusal('create-cost-adv', { ...completeCost, type })).message, codes);
    }
    assert.equal(await seller.ok('get-count-costs'), before);
  });

  test('requires date and file of a receipt without AI', async () => {
    for (const [fields, file, message] of [
      [{}, pdf, 'Field date is required'],
      [{ date: '' }, pdf, 'Field date is required'],
      [{ date: 'today' }, pdf, 'Field date must be a real calendar date written as YYYY-MM-DD'],
      [{ date }, undefined, 'Field file is required'],
      [
        { date, file: 'x' },
        undefined,
        'Field file must be a file, sent as a part of a multipart/form-data body',
      ],
    ] as const) {
      const { status, body } = await sendCost(seller, 'create-cost', fields, file);
      assert.deepEqual([status, body.message], [200, message]);
    }
  });

  test('creates one cost for a repeated Idempotency-Key', async () => {
    const newcomer = await kvitt.account();
    const key = { 'idempotency-key': 'receipt-1' };
    const first = await sendCost(newcomer, 'create-cost', { date }, pdf, key);
    const repeated = await sendCost(newcomer, 'create-cost', { date }, pdf, key);
    assert.deepEqual([repeated.status, repeated.body], [201, first.body]);
    const other = { name: 'kvittun.pdf', bytes: Buffer.concat([PDF, Buffer.from(' ')]) };
    const refusal = await sendCost(newcomer, 'create-cost', { date }, other, key);
    assert.equal(refusal.body.error_code, 'idempotency_key_reused');
    assert.equal(await newcomer.ok('get-count-costs'), 1);
  });

  test('deletes a cost with its file and its job', async () => {
    const guid = await createCost(seller, 'create-cost-adv', completeCost, pdf);
    const { message, result } = await seller.call('delete-cost', { guid });
    assert.deepEqual([message, result], ['The cost is deleted', null]);
    assert.equal((await runJobs(kvitt)).failed, 0);
    for (const endpoint of ['get-cost', 'delete-cost', 'move-cost-to-new']) {
      assert.equal((await seller.expectRefusal(endpoint, { guid })).message, 'No cost found', endpoint);
    }
  });

  test('lets one of many concurrent changes of a cost succeed', async () => {
    const guid = await createCompleteCost(seller);
    const approvals = await Promise.all([1, 2, 3].map(() => tryToApproveCost(kvitt, seller, guid)));
    assert.deepEqual(approvals.map(({ status }) => status).sort(), [200, 409, 409]);
    const data = { accounting_status: 'Posted' };
    const updates = await Promise.all([1, 2, 3].map(() => seller.call('update-cost', { guid, data })));
    assert.deepEqual(updates.map(({ status }) => status).sort(), [false, false, true]);
  });
});
