import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { EmbeddedBank } from '../../../src/adapters/bank/embedded.ts';
import { embeddedBankTransport } from '../../../src/adapters/bank/embedded-transport.ts';
import { IobwsBank } from '../../../src/adapters/bank/iobws.ts';
import { CLAIMS_VERSIONS, type ClaimsVersion } from '../../../src/domain/invoices/claims.ts';
import type { ClaimOrder } from '../../../src/kernel/ports/ports.ts';
import { heldToStandard } from '../../support/bank-api.ts';
import { onBothDatabases } from '../../support/service.ts';

const NOTHING = { capitalGainsTax: '0', otherDefaultCosts: '0', defaultCharge: '0', defaultInterest: '0' };

for (const version of CLAIMS_VERSIONS) testVersion(version);

function testVersion(version: ClaimsVersion): void {
  onBothDatabases(`embedded bank, IOBWS Claims ${version}`, (kvitt) => {
    let books: EmbeddedBank;
    let bank: IobwsBank;
    let accounts: [first: number, second: number];
    let created = 0;

    before(async () => {
      const { kernel, accounts: accountCache } = kvitt.service.engine;
      books = new EmbeddedBank(kernel.db);
      bank = new IobwsBank({
        send: heldToStandard(embeddedBankTransport(books, version), version),
        url: 'http://embedded.bank',
        timeoutMs: 10_000,
        template: '001',
        defaultInterest: 8,
        version,
      });
      const ids = async () => (await accountCache.byUsername((await kvitt.account()).username)).id;
      accounts = [await ids(), await ids()];
    });

    function order(fields: Partial<ClaimOrder> = {}): ClaimOrder {
      created += 1;
      return {
        accountId: accounts[0],
        invoiceGuid: kvitt.service.engine.kernel.newGuid(),
        payerKennitala: '0101302989',
        payeeKennitala: '5501234520',
        bankAccount: '010126123456',
        amount: '1240.00',
        currency: 'ISK',
        dueDate: '2026-03-16',
        finalDueDate: '2026-03-23',
        reference: String(created),
        paymentFee: '190.50',
        templateCode: null,
        ...fields,
      };
    }

    test('follows the IOBWS schema through the whole life of a claim', async () => {
      const [account] = accounts;
      const [open, paid, cancelled] = [order(), order(), order()];
      const ids = [open, paid, cancelled].map((one) => bank.createClaim(one));
      const [openId = '', paidId = '', cancelledId = ''] = await Promise.all(ids);
      assert.equal(await bank.createClaim(open), openId);
      assert.equal(await bank.changeClaim(account, openId, '620.00'), 'changed');
      await books.pay(paidId, { paidOn: '2026-03-10', ...NOTHING, capitalGainsTax: '1.10' });
      assert.equal(await bank.cancelClaim(account, cancelledId), 'cancelled');

      const none = { payments: [], open: '0.00' };
      assert.deepEqual(await bank.readClaim(account, openId), {
        status: 'unpaid',
        payments: [],
        open: '620.00',
      });
      assert.deepEqual(await bank.readClaim(account, cancelledId), { status: 'cancelled', ...none });
      const unknown = await bank.readClaim(account, '5501234520010166999999+20260316');
      assert.deepEqual(unknown, { status: 'unknown', ...none });
      const payment = {
        key: paidId,
        paidOn: '2026-03-10',
        principal: '1240.00',
        capitalGainsTax: '1.10',
        otherDefaultCosts: '0.00',
        defaultCharge: '0.00',
        defaultInterest: '0.00',
        transactionAmount: '1429.40',
      };
      assert.deepEqual(await bank.readClaim(account, paidId), {
        status: 'paid',
        payments: [payment],
        open: '0.00',
      });
      const span = { claimantId: open.payeeKennitala, from: '2026-03-16', to: '2026-03-16' };
      assert.deepEqual(await bank.openClaims(account, span), new Set([openId]));

      for (const [id, outcome] of [
        [paidId, 'paid'],
        [cancelledId, 'cancelled'],
        ['5501234520010166999999+20260316', 'unknown'],
      ] as const) {
        assert.equal(await bank.changeClaim(account, id, '1.00'), outcome);
        assert.equal(await bank.cancelClaim(account, id), outcome);
      }
    });

    test('takes a claim in parts: costs and interest first, the claim last, and what is too much with it', async () => {
      const [account] = accounts;
      const one = order();
      const id = await bank.createClaim(one);
      const pay = (amount: string | undefined, costs: object = {}) =>
        books.pay(id, { paidOn: '2026-03-10', ...NOTHING, ...costs, amount });
      const unpaid = { accountId: account, status: 'unpaid' };
      // 900 of the charge are due: 300 of it, then the rest with interest and the fee, then the claim.
      assert.deepEqual(await pay('300', { defaultCharge: '900' }), unpaid);
      assert.deepEqual(await pay('900', { defaultInterest: '33.33', capitalGainsTax: '7.33' }), unpaid);
      assert.equal(await bank.changeClaim(account, id, '500.00'), 'part_paid');
      assert.deepEqual(await pay('900'), unpaid);
      const open = await bank.readClaim(account, id);
      const figures = open.payments.map((part) => [
        part.defaultCharge,
        part.defaultInterest,
        part.principal,
        part.transactionAmount,
      ]);
      assert.deepEqual(
        [open.status, open.open, figures],
        [
          'unpaid',
          '263.83',
          [
            ['300.00', '0.00', '0.00', '300.00'],
            ['600.00', '33.33', '76.17', '892.67'],
            ['0.00', '0.00', '900.00', '900.00'],
          ],
        ],
      );
      assert.deepEqual(await pay('300'), { accountId: account, status: 'paid' });
      const paid = await bank.readClaim(account, id);
      assert.deepEqual(
        [paid.status, paid.payments.at(-1)?.principal, paid.payments.at(-1)?.key],
        ['paid', '300.00', id],
      );
      assert.equal(new Set(paid.payments.map(({ key }) => key)).size, 4);
      assert.equal(await pay('1'), null);
    });

    test('takes claims in another currency from version 3.2 on, and refuses them before', async () => {
      const inEuros = order({ currency: 'EUR', amount: '124.37', paymentFee: '1.50' });
      const creating = bank.createClaim(inEuros);
      if (version === '3.1') {
        await assert.rejects(creating, /CLAIM_OTHERS, Claims are collected in ISK only/);
        assert.equal(await books.findFor(accounts[0], inEuros.invoiceGuid), null);
        return;
      }
      const id = await creating;
      await books.pay(id, { paidOn: '2026-03-10', ...NOTHING, amount: '51.50' });
      const { payments, open } = await bank.readClaim(accounts[0], id);
      assert.deepEqual([payments.map(({ principal }) => principal), open], [['50.00'], '74.37']);
      await books.pay(id, { paidOn: '2026-03-11', ...NOTHING, rate: '151.2', defaultInterest: '1.1' });
      const { payments: both, status } = await bank.readClaim(accounts[0], id);
      const { principal, defaultInterest, transactionAmount, isk } = both.at(-1) ?? {};
      assert.deepEqual(
        [status, principal, defaultInterest, transactionAmount, isk],
        ['paid', '74.37', '166.00', '11411.00', { rate: '151.2', principal: '11245.00' }],
      );
    });

    test('refuses unknown requests with the status and codes of IOBWS', async () => {
      const ask = embeddedBankTransport(books, version);
      const requestId = '99391c7e-ad88-49ec-a2ad-99ddcb1f7721';
      const span = 'dateFrom=2026-03-01&dateTo=2026-03-31';
      const rows: [method: string, path: string, body: object | null, status: number, code: string][] = [
        ['GET', `/v1/claims?${span}&dateType=ClosingDate`, null, 400, 'PARAMETER_NOT_SUPPORTED'],
        ['GET', `/v1/claims?${span}&payorId=0101302989`, null, 400, 'PARAMETER_NOT_SUPPORTED'],
        ['GET', `/v1/claims?${span}&status=Lost`, null, 400, 'FORMAT_ERROR'],
        ['GET', '/v1/claims?dateFrom=2026-03-01', null, 400, 'FORMAT_ERROR'],
        ['POST', '/v1/claims', { amount: 'much' }, 400, 'FORMAT_ERROR'],
        ['GET', '/v1/claims/5501234520010166999999+20260316', null, 404, 'RESOURCE_UNKNOWN'],
        ['GET', '/v1/batches', null, 405, 'SERVICE_INVALID'],
      ];
      for (const [method, path, body, status, code] of rows) {
        const request = new Request(`http://embedded.bank${path}`, {
          method,
          headers: { 'x-request-id': requestId },
          ...(body && { body: JSON.stringify(body) }),
        });
        const answer = await ask(accounts[0], request);
        const { headers } = answer;
        assert.deepEqual(
          [
            answer.status,
            ((await answer.json()) as { code: string }).code,
            headers.get('content-type'),
            headers.get('x-request-id'),
          ],
          [status, code, 'application/problem+json', requestId],
          path,
        );
      }
      const unnamed = await ask(accounts[0], new Request(`http://embedded.bank/v1/claims?${span}`));
      assert.deepEqual(
        [unnamed.status, ((await unnamed.json()) as { code: string }).code],
        [400, 'FORMAT_ERROR'],
      );
    });

    test('lists the claims of the given claimant', async () => {
      const mine = order({ dueDate: '2026-05-16', finalDueDate: '2026-05-23' });
      const id = await bank.createClaim(mine);
      const span = { from: '2026-05-16', to: '2026-05-16' };
      const of = (claimantId: string) => bank.openClaims(accounts[0], { claimantId, ...span });
      assert.deepEqual(await of(mine.payeeKennitala), new Set([id]));
      assert.deepEqual(await of('4608922099'), new Set());
    });

    test('separates claims of two accounts with the same kennitala', async () => {
      const [first, second] = accounts;
      const one = order({ dueDate: '2026-04-16', finalDueDate: '2026-04-23' });
      const other = { ...order(one), accountId: second, invoiceGuid: kvitt.service.engine.kernel.newGuid() };
      const [mine, theirs] = [await bank.createClaim(one), await bank.createClaim(other)];
      assert.notEqual(mine, theirs);
      assert.equal(await bank.createClaim(other), theirs);
      await books.pay(theirs, { paidOn: '2026-03-10', ...NOTHING });
      assert.equal((await bank.readClaim(second, theirs)).status, 'paid');
      assert.equal((await bank.readClaim(second, mine)).status, 'paid'); // The key identifies the same claim.
      assert.equal((await bank.readClaim(first, mine)).status, 'unpaid');
      assert.equal((await bank.readClaim(first, theirs)).status, 'unknown');
    });

    test('creates one claim for concurrent requests', async () => {
      const one = order();
      const ids = await Promise.all([1, 2, 3, 4].map(() => bank.createClaim(one)));
      assert.equal(new Set(ids).size, 1);
      const stored = (await books.list(accounts[0])).filter(
        ({ invoice_guid }) => invoice_guid === one.invoiceGuid,
      );
      assert.equal(stored.length, 1);
    });
  });
}
