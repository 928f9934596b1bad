import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Client } from '../../support/client.ts';
import { createCompleteCost, createCost, decodeXml, tryToApproveCost } from '../../support/costs.ts';
import { PDF } from '../../support/endpoints/costs.ts';
import { runJobs } from '../../support/jobs.ts';
import { onBothDatabases } from '../../support/service.ts';

const pdf = { name: 'kvittun.pdf', bytes: PDF };
const date = '2026-03-02';

onBothDatabases('approval of costs', (kvitt) => {
  let seller: Client;
  before(async () => {
    kvitt.now = () => new Date('2026-03-05T10:20:30Z');
    seller = await kvitt.account();
  });

  test('lets the operator correct a receipt with either set of names and approve it', async () => {
    const outputNames = {
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
    const inputNames = {
      date: '2026-02-27',
      amount: 1110,
      vat_11: 110,
      vat_24: 0,
      type: '2333',
      how_paid: 2,
      supplier_name: 'Hótel',
    };
    for (const corrections of [outputNames, inputNames]) {
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

  test('approves a cost without code or way of payment only where the approver says so', async () => {
    const given = { amount: 100, supplier_name: 'A' };
    const guid = await createCost(seller, 'create-cost', { date, project_name: 'Sýning' }, pdf);
    const before = await seller.ok('get-cost', { guid });
    assert.equal(before.project_name, 'Sýning');
    for (const [corrections, missing] of [
      [given, 'cost_code and how_paid'],
      [{ ...given, allow_missing: false }, 'cost_code and how_paid'],
      [{ ...given, how_paid: 2 }, 'cost_code'],
      [{ ...given, cost_code: '2333', allow_missing: 0 }, 'how_paid'],
    ] as const) {
      const { status, body } = await tryToApproveCost(kvitt, seller, guid, corrections);
      const instead = 'send what is missing, or allow_missing: true to approve it without';
      const message = `This cost has no ${missing}; ${instead}`;
      assert.deepEqual([status, body], [422, { error: 'cost_incomplete', message }]);
    }
    assert.deepEqual(await seller.ok('get-cost', { guid }), before);
    const { body } = await tryToApproveCost(kvitt, seller, guid, { ...given, allow_missing: true });
    assert.deepEqual([body.accounting_status, body.cost_code, body.how_paid], ['Created', '', 0]);
    const wrong = await createCost(seller, 'create-cost', { date }, pdf);
    const refused = await tryToApproveCost(kvitt, seller, wrong, { ...given, allow_missing: 'yes' });
    assert.equal(refused.body.message, 'Field allow_missing must be true or false (1 or 0)');
  });

  test('takes the rate of the day of a foreign receipt, or the one that is sent', async () => {
    await kvitt.operator('PUT', '/rates/SEK/2026-02-01', { rate: 13.5 });
    const fields = { amount: 100, supplier_name: 'A', how_paid: 2, type: '2333' };
    for (const [corrections, rate, country] of [
      [{ currency: 'SEK', supplier_country: 'se' }, 13.5, 'SE'],
      [{ currency: 'SEK' }, 13.5],
      [{ currency: 'SEK', exchange_rate: 14 }, 14],
      [{ currency: 'SEK', date: '2026-01-31' }, null],
      [{ currency: 'ISK' }, 1],
    ] as const) {
      const guid = await createCost(seller, 'create-cost', { date }, pdf);
      const { body } = await tryToApproveCost(kvitt, seller, guid, { ...fields, ...corrections });
      assert.deepEqual([body.currency, body.exchange_rate], [corrections.currency, rate]);
      assert.equal(body.supplier_country, country ?? '');
      if (country)
        assert.match(
          decodeXml(body),
          /CustomizationID>urn:cen.eu:en16931:2017<[\s\S]*IdentificationCode>SE</,
        );
    }
  });

  test('refuses an approval with missing or invalid values, and changes nothing', async () => {
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
        { amount: 100, supplier_name: 'A', supplier_country: 'XX' },
        422,
        'field_invalid',
        'Field supplier_country must be the code of a country in two letters, as DE',
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
    const otherAccount = await kvitt.account();
    for (const [account, title] of [
      [otherAccount, guid],
      [seller, 'x'],
    ] as const) {
      const answer = await tryToApproveCost(kvitt, account, title);
      assert.deepEqual(
        [answer.status, answer.body],
        [404, { error: 'cost_not_found', message: 'No cost found' }],
      );
    }
  });

  test('creates the XML again when a cost is approved again after a move to New', async () => {
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
});
