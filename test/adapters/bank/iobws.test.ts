import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, test } from 'node:test';
import { httpTransport } from '../../../src/adapters/bank/http-transport.ts';
import type { IobwsBank } from '../../../src/adapters/bank/iobws.ts';
import type { ClaimPayment } from '../../../src/kernel/ports/ports.ts';
import { type Answer, failed, refused } from '../../support/bank-server.ts';
import { ID, ORDER, serveBank } from './iobws-bank.ts';

const SPAN = { claimantId: ORDER.payeeKennitala, from: '2026-03-01', to: '2026-03-31' };

describe('IOBWS client', () => {
  const { server, connect } = serveBank();
  let bank: IobwsBank;
  beforeEach(() => {
    bank = connect();
  });
  const calls = () => server.requests.map(({ name }) => name);

  test('sends all fields of a claim in the schema of IOBWS', async () => {
    assert.equal(await bank.createClaim(ORDER), ID);
    const [{ name, body, headers }] = server.requests as [(typeof server.requests)[0]];
    assert.deepEqual(
      [name, headers.authorization, headers['x-idempotency-key']],
      ['createClaim', 'Bearer a token', ORDER.invoiceGuid],
    );
    assert.deepEqual(body, {
      claimKey: { claimantId: '5501234520', account: '010166345678', dueDate: '2026-03-16' },
      payorId: '0101302989',
      templateCode: 'K01',
      amount: 1240,
      currency: 'ISK',
      reference: '12345678',
      billNumber: '2345678',
      finalDueDate: '2026-03-23',
      paymentFee: { printingFee: 190.5, paperlessFee: 190.5 },
      defaultInterest: { referenceDate: 'DueDate', baseAmountType: 'Amount', baseTimeType: '360' },
      isOutOfSequencePaymentAllowed: true,
      isPartialPaymentAllowed: false,
      claimType: 'NormalClaim',
    });
  });

  for (const version of ['3.2', undefined] as const) {
    const how = version ? 'as it is configured' : 'as it finds out with its first call';
    test(`speaks version 3.2, ${how}`, async () => {
      server.version = '3.2';
      bank = connect({ version });
      assert.equal(await bank.createClaim(ORDER), ID);
      assert.equal(server.claims.get(ID).expirationDate, '2030-12-31');
      assert.equal(await bank.changeClaim(7, ID, '500.50'), 'changed');
      assert.deepEqual(await bank.openClaims(7, SPAN), new Set([ID]));
      server.payPart(ID, 100);
      assert.equal(await bank.changeClaim(7, ID, '400.00'), 'part_paid');
      assert.equal((await bank.readClaim(7, ID)).open, '400.50');
      assert.equal(await bank.cancelClaim(7, ID), 'cancelled');
      assert.equal(calls().filter((name) => name === 'getTemplateList').length, version ? 0 : 1);
      assert.ok(!calls().includes(''), 'every call is of the standard');
    });
  }

  test('finds out that a bank serves version 3.1, once it answers', async () => {
    bank = connect({ version: undefined });
    server.before = () => ({ status: 503 });
    await assert.rejects(bank.createClaim(ORDER), /not available just now/);
    server.before = () => null;
    assert.equal(await bank.createClaim(ORDER), ID);
    assert.equal(await bank.changeClaim(7, ID, '500.50'), 'changed');
    const asked = server.requests.filter(({ url }) => url.startsWith('/v1/templates'));
    assert.equal(asked.length, 2);
  });

  test('uses the template of the account and the interest of the installation', async () => {
    await connect({ defaultInterest: 12.5 }).createClaim({ ...ORDER, templateCode: 'S77' });
    const { templateCode, defaultInterest } = server.claims.get(ID);
    assert.deepEqual([templateCode, defaultInterest.percentage], ['S77', 12.5]);
  });

  test('repeats the request id on a retry, and changes it for other content', async () => {
    await bank.createClaim(ORDER);
    await bank.createClaim(ORDER);
    await bank.createClaim({ ...ORDER, amount: '620.00' });
    const ids = server.requests
      .filter(({ name }) => name === 'createClaim')
      .map(({ requestId }) => requestId);
    assert.equal(ids.length, 3);
    assert.equal(new Set(ids).size, 2);
    assert.equal(ids[0], ids[1]);
  });

  test('creates one claim if the response is lost, and lowers it if the amount was lowered since', async () => {
    server.after = () => 'hang up';
    await assert.rejects(bank.createClaim(ORDER), /^Error: The bank could not be reached: /);
    server.after = () => null;
    assert.equal(await bank.createClaim({ ...ORDER, amount: '620.00' }), ID);
    assert.deepEqual([server.claims.size, server.claims.get(ID).amount], [1, 620]);
  });

  for (const other of [{ reference: '99345678' }, { payerKennitala: '5501234520' }]) {
    const [title] = Object.keys(other);
    test(`leaves a foreign claim with another ${title} and the same number alone`, async () => {
      await bank.createClaim({ ...ORDER, ...other });
      const before = structuredClone(server.claims);
      await assert.rejects(bank.createClaim(ORDER), /another claim under .*, which is not for this invoice/);
      assert.equal(await bank.cancelClaim(7, ID, ORDER), 'unknown');
      assert.deepEqual(server.claims, before);
      assert.equal(await bank.cancelClaim(7, ID, { ...ORDER, ...other }), 'cancelled');
    });
  }

  const outcomes: [state: string, cancelled: string, changed: string][] = [
    ['Unpaid', 'cancelled', 'changed'],
    ['Cancelled', 'cancelled', 'cancelled'],
    ['Paid', 'paid', 'paid'],
    ['unknown', 'unknown', 'unknown'],
  ];
  for (const [state, cancelled, changed] of outcomes) {
    test(`returns the state if a claim that is ${state} is cancelled or changed`, async () => {
      const prepare = async () => {
        server.claims.clear();
        if (state === 'unknown') return;
        await bank.createClaim(ORDER);
        server.claims.get(ID).claimStatus = state;
      };
      await prepare();
      assert.equal(await bank.cancelClaim(7, ID), cancelled);
      await prepare();
      assert.equal(await bank.changeClaim(7, ID, '500.50'), changed);
      assert.equal(
        server.claims.get(ID)?.amount,
        changed === 'unknown' ? undefined : changed === 'changed' ? 500.5 : 1240,
      );
    });
  }

  test('finds open claims over all pages', async () => {
    await bank.createClaim({ ...ORDER, reference: '1' });
    const first = server.claims.get(server.idOf('1'));
    for (let number = 2; number <= 1203; number++) {
      const account = `010166${String(number).padStart(6, '0')}`;
      const id = `${ORDER.payeeKennitala}${account}+20260316`;
      const claim = { ...first, claimKey: { ...first.claimKey, account }, reference: String(number) };
      server.claims.set(id, claim);
    }
    server.claims.get(server.idOf('3')).claimStatus = 'Paid';
    server.claims.get(server.idOf('4')).claimStatus = 'Cancelled';
    server.requests.length = 0;
    const open = await bank.openClaims(7, SPAN);
    assert.equal(open.size, 1201);
    assert.ok(open.has(server.idOf('1203')) && !open.has(server.idOf('3')) && !open.has(server.idOf('4')));
    assert.deepEqual(calls(), ['getClaims', 'getClaims', 'getClaims']);
    assert.deepEqual(await bank.openClaims(7, { ...SPAN, to: '2026-03-15' }), new Set());
  });

  const late = {
    depositedAmount: 2382.93,
    totalAmountPaid: 2384.03,
    capitalGainsTax: 1.1,
    otherDefaultCostsAmountPaid: 20.2,
    defaultChargeAmountPaid: 900,
    defaultInterestAmountPaid: 33.33,
  };
  const PAID: ClaimPayment = {
    key: ID,
    paidOn: '2026-03-10',
    principal: '1240.00',
    capitalGainsTax: '1.10',
    otherDefaultCosts: '20.20',
    defaultCharge: '900.00',
    defaultInterest: '33.33',
    transactionAmount: '2382.93',
  };
  const part = (fields: object) => ({
    ...PAID,
    paidOn: '2026-03-08',
    capitalGainsTax: '0.00',
    otherDefaultCosts: '0.00',
    defaultCharge: '0.00',
    defaultInterest: '0.00',
    ...fields,
  });
  const PART = part({
    key: `${ID}/2026-03-10T10:30:00.000Z/1000.00`,
    principal: '1000.00',
    transactionAmount: '1000.00',
  });
  const REST: ClaimPayment = { ...PAID, principal: '240.00', transactionAmount: '1382.93' };
  const feeds: [what: string, prepare: () => void, payments: ClaimPayment[], status?: string][] = [
    ['paid', () => server.pay(ID, late), [PAID]],
    ['paid, twice in the feed', () => [1, 2].map(() => server.pay(ID, late)), [PAID]],
    [
      'paid, twice in the feed with another booking day',
      () => ['2026-03-09', '2026-03-10'].map((bookingDate) => server.pay(ID, { ...late, bookingDate })),
      [PAID],
    ],
    [
      'paid in two parts, the first one reported twice',
      () => {
        for (const _ of [1, 2]) server.payPart(ID, 1000, { valueDate: '2026-03-08' });
        server.pay(ID, { ...late, amount: 240, depositedAmount: 1382.93 });
      },
      [PART, REST],
    ],
    [
      'paid in two parts, told on two pages, the whole of the claim beside each',
      () => {
        server.perPage = 1;
        server.payPart(ID, 1000, { amount: 1240, valueDate: '2026-03-08' });
        server.pay(ID, { ...late, depositedAmount: 1382.93, totalAmountPaid: 1384.03 });
      },
      [PART, REST],
    ],
    [
      'paid, with what was paid of the claim itself left out',
      () => server.pay(ID, { ...late, amount: undefined }),
      [PAID],
    ],
    [
      'paid after it was lowered at the bank',
      () => {
        Object.assign(server.claims.get(ID), { amount: 500 });
        server.pay(ID, late);
      },
      [{ ...PAID, principal: '500.00' }],
    ],
    [
      'paid, with what was deposited left out',
      () => server.pay(ID, { ...late, depositedAmount: undefined }),
      [PAID],
    ],
    [
      'paid, with nulls and blanks for what the bank does not know',
      () => {
        const unsaid = { depositedAmount: null, noticeChargeAmountPaid: null, paymentType: null };
        server.pay(ID, { ...late, ...unsaid, valueDate: '', bookingDate: '2026-03-12T00:00:00' });
        Object.assign(server.claims.get(ID), { closingDate: null });
      },
      [PAID],
    ],
    [
      'paid, with a time behind the day',
      () => server.pay(ID, { ...late, valueDate: '2026-03-10T00:00:00' }),
      [PAID],
    ],
    [
      'paid, but not in the feed yet',
      () => Object.assign(server.claims.get(ID), { claimStatus: 'Paid' }),
      [],
      'settling',
    ],
    [
      'paid, but only a part is in the feed',
      () => {
        server.payPart(ID, 1000, { valueDate: '2026-03-08' });
        Object.assign(server.claims.get(ID), { claimStatus: 'Paid' });
      },
      [PART],
      'settling',
    ],
    [
      'paid in two parts that its bank calls parts both',
      () => {
        server.payPart(ID, 1000, { valueDate: '2026-03-08' });
        server.payPart(ID, 240, { valueDate: '2026-03-08' });
        Object.assign(server.claims.get(ID), { claimStatus: 'Paid' });
      },
      [
        PART,
        part({
          ...PART,
          key: PART.key.replace('1000', '240'),
          principal: '240.00',
          transactionAmount: '240.00',
        }),
      ],
    ],
    [
      'paid in two equal parts of one day, whose time the bank does not say',
      () => {
        for (const _ of [1, 2])
          server.payPart(ID, 500, { transactionTimestamp: '2026-03-08T00:00:00Z', valueDate: null });
        server.pay(ID, { ...late, amount: 240, depositedAmount: 1382.93, totalAmountPaid: 1384.03 });
      },
      ['', '/2']
        .map((nth) => ({
          ...PART,
          key: `${ID}/2026-03-08T00:00:00Z/500.00${nth}`,
          principal: '500.00',
          transactionAmount: '500.00',
        }))
        .concat(REST),
    ],
    [
      'paid with more than it is for',
      () => server.pay(ID, { ...late, amount: 1300, depositedAmount: 2442.93, totalAmountPaid: 2444.03 }),
      [{ ...PAID, principal: '1300.00', transactionAmount: '2442.93' }],
    ],
    [
      'open, and a part of it was paid, which costs and fee took first',
      () =>
        server.payPart(ID, 800, {
          amount: undefined,
          noticeChargeAmountPaid: 190.5,
          defaultInterestAmountPaid: 33.33,
          valueDate: '2026-03-08',
        }),
      [
        part({
          key: `${ID}/2026-03-10T10:30:00.000Z/800.00`,
          principal: '576.17',
          defaultInterest: '33.33',
          transactionAmount: '800.00',
        }),
      ],
      'unpaid',
    ],
    [
      'cancelled after a part of it was paid',
      () => {
        server.payPart(ID, 1000, { valueDate: '2026-03-08' });
        Object.assign(server.claims.get(ID), { claimStatus: 'Cancelled', isPartiallyPaid: undefined });
      },
      [PART],
      'cancelled',
    ],
  ];
  for (const [title, prepare, payments, status = 'paid'] of feeds) {
    test(`reads a claim that is ${title}`, async () => {
      await bank.createClaim(ORDER);
      prepare();
      const open = status === 'unpaid' ? '663.83' : '0.00';
      assert.deepEqual(await bank.readClaim(7, ID), { status, payments, open });
    });
  }

  test('keeps the key of a part payment when the bank has booked it and more was paid', async () => {
    await bank.createClaim(ORDER);
    server.payPart(ID, 400, { bookingDate: '', valueDate: '' });
    const [first] = (await bank.readClaim(7, ID)).payments;
    Object.assign(server.transactions.get(ID)?.[0], { bookingDate: '2026-03-11', valueDate: '2026-03-10' });
    server.payPart(ID, 400, { transactionTimestamp: '2026-03-10T10:30:01.000Z' });
    const keys = (await bank.readClaim(7, ID)).payments.map(({ key }) => key);
    assert.equal(keys[0], first?.key);
    assert.equal(new Set(keys).size, 2);
  });

  test('reads pages of payments that shift while they are read', async () => {
    await bank.createClaim(ORDER);
    server.perPage = 2;
    const times = [1, 2, 3, 4].map((n) => `2026-03-0${n}T10:00:00Z`);
    for (const transactionTimestamp of times) server.payPart(ID, 100, { transactionTimestamp });
    const feed = server.transactions.get(ID) ?? [];
    let pagesRead = 0;
    server.before = ({ name }) => {
      // The newest payment comes first, and arrives after the first page was read.
      if (name === 'getClaimTransactions' && ++pagesRead === 2)
        feed.unshift({ ...feed[0], transactionTimestamp: '2026-03-05T10:00:00Z' });
      return null;
    };
    const { payments, open } = await bank.readClaim(7, ID);
    assert.deepEqual([payments.length, open], [5, '740.00']);
    assert.equal(new Set(payments.map(({ key }) => key)).size, 5);
  });

  test('does not list a claim among the unpaid ones of which a part was paid', async () => {
    await bank.createClaim(ORDER);
    assert.deepEqual(await bank.openClaims(7, SPAN), new Set([ID]));
    server.payPart(ID, 400);
    assert.deepEqual(await bank.openClaims(7, SPAN), new Set());
    assert.equal(await bank.changeClaim(7, ID, '500.00'), 'part_paid');
    assert.equal(server.claims.get(ID).amount, 1240);
    server.before = ({ name }) => (name === 'patchClaim' ? failed(ID, 'CLAIM_OTHERS', 'no') : null);
    assert.equal(await bank.cancelClaim(7, ID), 'part_paid');
    server.claims.get(ID).isPartiallyPaid = false;
    await assert.rejects(bank.cancelClaim(7, ID), /refused the claim \(CLAIM_OTHERS, no\)/);
  });

  const ignorant: [what: string, answer: Answer][] = [
    ['404', refused(404, 'RESOURCE_UNKNOWN', 'no such claim')],
    [
      '404 and messages',
      { status: 404, body: { messages: [{ category: 'ERROR', code: 'RESOURCE_UNKNOWN' }] } },
    ],
    ['400', refused(400, 'RESOURCE_UNKNOWN', 'no such claim')],
    [
      '404 and a further error',
      { status: 404, body: { type: 'about:blank', additionalErrors: [{ code: 'RESOURCE_UNKNOWN' }] } },
    ],
  ];
  for (const [title, answer] of ignorant) {
    test(`treats ${title} as an unknown claim`, async () => {
      server.before = () => answer;
      assert.equal((await bank.readClaim(7, ID)).status, 'unknown');
      assert.equal(await bank.cancelClaim(7, ID), 'unknown');
    });
  }

  test('does not treat a forbidden claim as unknown', async () => {
    server.before = () => refused(403, 'RESOURCE_UNKNOWN', 'not yours');
    await assert.rejects(bank.cancelClaim(7, ID), /HTTP 403, RESOURCE_UNKNOWN, not yours/);
  });

  test('distinguishes unpaid, cancelled and unknown claims', async () => {
    assert.deepEqual(await bank.readClaim(7, ID), { status: 'unknown', payments: [], open: '0.00' });
    await bank.createClaim(ORDER);
    assert.deepEqual(await bank.readClaim(7, ID), { status: 'unpaid', payments: [], open: '1240.00' });
    server.claims.get(ID).claimStatus = 'Cancelled';
    assert.deepEqual(await bank.readClaim(7, ID), { status: 'cancelled', payments: [], open: '0.00' });
  });

  test('reads the token file for every call', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'kvitt-token-'));
    try {
      const tokenFile = join(dir, 'token');
      const filed = connect({ send: httpTransport({ token: undefined, tokenFile }) });
      for (const token of ['first', 'second']) {
        writeFileSync(tokenFile, `${token}\n`);
        await filed.readClaim(7, ID);
      }
      const sent = server.requests.map(({ headers }) => headers.authorization);
      assert.deepEqual(sent, ['Bearer first', 'Bearer second']);
    } finally {
      rmSync(dir, { recursive: true });
    }
  });
});
