import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { readUbl } from '../../../src/adapters/receipt-reader/ubl.ts';
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

  test('a receipt becomes a new cost at once, of which only the date is known', async () => {
    const { status, body } = await sendCost(seller, 'create-cost', { date, description: AWKWARD }, pdf);
    assert.equal(status, 201);
    assert.deepEqual(Object.keys(body), ['status', 'message', 'result', 'queue']);
    assert.deepEqual([body.status, body.queue], [true, false]);
    assert.deepEqual(await seller.ok('get-cost', { guid: body.result }), {
      guid: body.result,
      description: AWKWARD.replace('\n', '\r\n'), // As forms have it.
      supplier_id: '',
      supplier_name: '',
      amount: 0,
      currency: 'ISK',
      vat_AA: 0,
      vat_S: 0,
      cost_code: '',
      how_paid: 0,
      file: PDF.toString('base64'),
      file_name: 'kvittun.pdf',
      file_extension: 'pdf',
      issue_date: date,
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

  test('a complete cost is approved by itself, with its XML', async () => {
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

  test('a credit note keeps a positive amount and becomes a CreditNote', async () => {
    const guid = await createCompleteCost(seller, { credit_note: 1, vat_24: 2400 });
    await runJobs(kvitt);
    const cost = await seller.ok('get-cost', { guid });
    assert.deepEqual([cost.amount, cost.credit_note], [12400, true]);
    assert.match(decodeXml(cost), /^<\?xml[^>]*>\n<CreditNote xmlns=/);
  });

  test('an account may want to approve complete costs itself', async () => {
    const careful = await kvitt.account();
    await kvitt.operator('PATCH', `/accounts/${careful.username}`, { settings: { cost_auto_approve: 0 } });
    const guid = await createCompleteCost(careful);
    await runJobs(kvitt);
    assert.equal((await careful.ok('get-cost', { guid })).accounting_status, 'New');
    const { status, body } = await tryToApproveCost(kvitt, careful, guid);
    assert.deepEqual([status, body.accounting_status], [200, 'Created']);
  });

  test('what is wrong is refused by name, and nothing is stored', async () => {
    const kennitala = 'must be a valid kennitala of 10 digits';
    const money = 'must be between 0.01 and 1000000000000';
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
      [
        'three decimals',
        { ...completeCost, amount: '1.234' },
        invalid('amount', 'must have at most 2 decimals'),
      ],
      ['too much', { ...completeCost, amount: '1000000000001' }, invalid('amount', money)],
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
      assert.match((await seller.refused('create-cost-adv', { ...completeCost, type })).message, codes);
    }
    assert.equal(await seller.ok('get-count-costs'), before);
  });

  test('a receipt without AI needs its date and its file', async () => {
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

  test('a cost that is sent twice with a key is made once', async () => {
    const fresh = await kvitt.account();
    const key = { 'idempotency-key': 'receipt-1' };
    const first = await sendCost(fresh, 'create-cost', { date }, pdf, key);
    const again = await sendCost(fresh, 'create-cost', { date }, pdf, key);
    assert.deepEqual([again.status, again.body], [201, first.body]);
    const other = { name: 'kvittun.pdf', bytes: Buffer.concat([PDF, Buffer.from(' ')]) };
    const refused = await sendCost(fresh, 'create-cost', { date }, other, key);
    assert.equal(refused.body.error_code, 'idempotency_key_reused');
    assert.equal(await fresh.ok('get-count-costs'), 1);
  });

  test('the operator puts a receipt right under either names, and hands it over', async () => {
    const shownNames = {
      issue_date: '2026-02-27',
      amount: 1110,
      currency: 'EUR',
      vat_AA: 110,
      vat_S: 0,
      cost_code: '2333',
      how_paid: 2,
      supplier_name: 'Hotel Abroad',
      invoice_number: 'A-1',
      project_name: 'Sýning',
    };
    const createNames = {
      date: '2026-02-27',
      amount: 1110,
      vat_11: 110,
      vat_24: 0,
      type: '2333',
      how_paid: 2,
      supplier_name: 'Hótel',
    };
    for (const corrections of [shownNames, createNames]) {
      const guid = await createCost(seller, 'create-cost', { date }, pdf);
      const { status, body } = await tryToApproveCost(kvitt, seller, guid, corrections);
      assert.equal(status, 200, body.message);
      assert.deepEqual(body, await seller.ok('get-cost', { guid }));
      assert.deepEqual(
        [
          body.accounting_status,
          body.issue_date,
          body.amount,
          body.vat_AA,
          body.vat_S,
          body.cost_code,
          body.how_paid,
        ],
        ['Created', '2026-02-27', 1110, 110, 0, '2333', 2],
      );
      assert.match(decodeXml(body), /<cbc:AccountingCost>2333</);
    }
    const [listed] = await seller.ok('get-costs', { from_date: '2026-02-27', to_date: '2026-02-27' });
    assert.equal(listed.issue_date, '2026-02-27', 'it is found under its new date');
  });

  test('approval is refused for what is missing or wrong, and changes nothing', async () => {
    const guid = await createCost(seller, 'create-cost', { date }, pdf);
    const before = await seller.ok('get-cost', { guid });
    for (const [corrections, status, error, message] of [
      [{}, 422, 'field_required', 'Field amount is required'],
      [{ amount: 100 }, 422, 'field_required', 'Field supplier_name is required'],
      [{ amount: 'x' }, 422, 'field_invalid', 'Field amount must be a number, with a point for decimals'],
      [
        { amount: 100, supplier_id: '1' },
        422,
        'field_invalid',
        'Field supplier_id must be a valid kennitala of 10 digits',
      ],
      [
        { amount: 100, supplier_name: 'A', vat_S: 100 },
        422,
        'field_invalid',
        'Field vat_24 must, together with vat_11, be less than the amount of 100',
      ],
      [
        { date: '2026-01-01', issue_date: '2026-01-02' },
        422,
        'flags_conflict',
        'Fields issue_date and date are the same thing; send one of them',
      ],
    ] as const) {
      const answer = await tryToApproveCost(kvitt, seller, guid, corrections);
      assert.deepEqual([answer.status, answer.body], [status, { error, message }]);
    }
    assert.deepEqual(await seller.ok('get-cost', { guid }), before);
    const stranger = await kvitt.account();
    for (const [who, what] of [
      [stranger, guid],
      [seller, 'x'],
    ] as const) {
      const answer = await tryToApproveCost(kvitt, who, what);
      assert.deepEqual(
        [answer.status, answer.body],
        [404, { error: 'cost_not_found', message: 'No cost found' }],
      );
    }
  });

  test('approving anew after a move to New makes the XML anew', async () => {
    const guid = await createCompleteCost(seller, { vat_24: 2400 });
    await tryToApproveCost(kvitt, seller, guid);
    await seller.ok('update-cost', {
      guid,
      data: { accounting_status: 'Error', accounting_message: 'Wrong sum' },
    });
    assert.equal(await seller.ok('move-cost-to-new', { guid }), guid);
    const opened = await seller.ok('get-cost', { guid });
    assert.deepEqual(
      [opened.accounting_status, opened.xml, opened.accounting_message],
      ['New', null, 'Wrong sum'],
    );
    await runJobs(kvitt);
    assert.equal(
      (await seller.ok('get-cost', { guid })).accounting_status,
      'New',
      'it waits for a person now',
    );
    const { body } = await tryToApproveCost(kvitt, seller, guid, { amount: 124, vat_24: 24 });
    assert.deepEqual([body.accounting_status, body.accounting_message, body.amount], ['Created', '', 124]);
    assert.match(decodeXml(body), />124\.00</);
    assert.doesNotMatch(decodeXml(body), /12400/);
  });

  test('a deleted cost is gone with its file and its job', async () => {
    const guid = await createCost(seller, 'create-cost-adv', completeCost, pdf);
    const { message, result } = await seller.call('delete-cost', { guid });
    assert.deepEqual([message, result], ['The cost is deleted', null]);
    assert.equal((await runJobs(kvitt)).failed, 0);
    for (const endpoint of ['get-cost', 'delete-cost', 'move-cost-to-new']) {
      assert.equal((await seller.refused(endpoint, { guid })).message, 'No cost found', endpoint);
    }
  });

  test('of many who change a cost at once, one succeeds', async () => {
    const guid = await createCompleteCost(seller);
    const approvals = await Promise.all([1, 2, 3].map(() => tryToApproveCost(kvitt, seller, guid)));
    assert.deepEqual(approvals.map(({ status }) => status).sort(), [200, 409, 409]);
    const data = { accounting_status: 'Posted' };
    const updates = await Promise.all([1, 2, 3].map(() => seller.call('update-cost', { guid, data })));
    assert.deepEqual(updates.map(({ status }) => status).sort(), [false, false, true]);
  });
});
