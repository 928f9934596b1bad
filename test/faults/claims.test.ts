import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { cancelClaim, changeClaim, sendClaim } from '../../src/jobs/claims.ts';
import { followClaims } from '../../src/jobs/follow-claims.ts';
import type { JobHandler } from '../../src/kernel/jobs/job-runner.ts';
import type { JobCaller } from '../../src/kernel/operations/caller.ts';
import type { JobKind } from '../../src/kernel/operations/job-kinds.ts';
import type { Kernel } from '../../src/kernel/operations/kernel.ts';
import { type Bank, BankUnavailable, type ClaimOrder } from '../../src/kernel/ports/ports.ts';
import { createInvoiceWithClaim, fetchBankClaims } from '../support/claims.ts';
import { type Client, line } from '../support/client.ts';
import { creditInvoice } from '../support/credits.ts';
import { JobQueue } from '../support/job-queue.ts';
import { runJobs } from '../support/jobs.ts';
import { onBothDatabases } from '../support/service.ts';

const HANDLERS = { 'send-claim': sendClaim, 'change-claim': changeClaim, 'cancel-claim': cancelClaim };
const NO_CHARGES = { capitalGainsTax: '0', otherDefaultCosts: '0', defaultCharge: '0', defaultInterest: '0' };
const NOW = new Date('2026-03-02T10:00:00Z');

/** What goes wrong before the job finally succeeds. */
const INTERRUPTIONS = [
  'nothing',
  'the node crashes before its request reaches the bank',
  'the node crashes after the bank has executed its request',
  'the job runs twice',
  'three nodes run the job at once',
] as const;

/** The bank of a node that crashes at its nth request, before or after the bank executes it. */
function crashAtRequest(bank: Bank, nth: number, isExecuted: boolean): Bank {
  let requests = 0;
  const crashing =
    <Args extends unknown[], T>(call: (...args: Args) => Promise<T>) =>
    async (...args: Args): Promise<T> => {
      requests += 1;
      if (requests < nth) return call(...args);
      if (isExecuted) await call(...args);
      throw new Error('the node has crashed');
    };
  return {
    createClaim: crashing(bank.createClaim.bind(bank)),
    changeClaim: crashing(bank.changeClaim.bind(bank)),
    cancelClaim: crashing(bank.cancelClaim.bind(bank)),
    openClaims: crashing(bank.openClaims.bind(bank)),
    readClaim: crashing(bank.readClaim.bind(bank)),
  };
}

onBothDatabases('claim jobs that are interrupted', (kvitt) => {
  let kernel: Kernel;
  let queue: JobQueue;
  let seller: Client;
  let caller: JobCaller;
  before(() => {
    kernel = kvitt.service.engine.kernel;
    queue = new JobQueue(kvitt.service.engine);
    kvitt.now = () => NOW;
  });
  beforeEach(async () => {
    await queue.clear();
    seller = await kvitt.account();
    const account = await kvitt.service.engine.accounts.byUsername(seller.username);
    caller = { by: 'job', account, via: 'job', ip: '', requestId: 'test', now: NOW };
  });

  const job =
    (kind: keyof typeof HANDLERS, guid: string, attempts = 1) =>
    (node: Kernel) => {
      const handle = HANDLERS[kind] as JobHandler<JobKind>;
      return handle(node, { id: 0, kind, payload: { invoice_guid: guid }, attempts, caller });
    };
  const follow = async (node: Kernel) => {
    await followClaims(node, NOW, (id) => kvitt.service.engine.accounts.byId(id));
  };
  const createSentClaim = async (fields: object = {}) => {
    const guid = await createInvoiceWithClaim(seller, fields);
    await job('send-claim', guid)(kernel);
    return { guid, claimId: (await seller.ok('get-invoice', { guid })).claim_id as string };
  };
  const payAtBank = (claimId: string, amount?: string) =>
    kvitt.service.engine.adapters.sandboxes.bank?.pay(claimId, {
      paidOn: '2026-03-03',
      ...NO_CHARGES,
      amount,
    });

  /** Prepares an invoice and returns it with the job to run. */
  type Start = () => Promise<{ guid: string; work: (node: Kernel) => Promise<unknown> }>;
  type End = [invoice: string, claim: string, bank: string | null, amount: string | null];

  const rows: [what: string, start: Start, end: End][] = [
    [
      'creates a claim',
      async () => {
        const guid = await createInvoiceWithClaim(seller);
        return { guid, work: job('send-claim', guid) };
      },
      ['Sent', 'sent', 'unpaid', '1240.00'],
    ],
    [
      'lowers a claim',
      async () => {
        const { guid } = await createSentClaim();
        await creditInvoice(seller, guid, 'one');
        return { guid, work: job('change-claim', guid) };
      },
      ['Sent', 'sent', 'unpaid', '620.00'],
    ],
    [
      'cancels a claim',
      async () => {
        const { guid } = await createSentClaim();
        await creditInvoice(seller, guid, 'rest', 1240);
        return { guid, work: job('cancel-claim', guid) };
      },
      ['Cancelled', 'cancel', 'cancelled', '1240.00'],
    ],
    [
      'cancels a claim that was paid',
      async () => {
        const { guid, claimId } = await createSentClaim();
        await creditInvoice(seller, guid, 'rest', 1240);
        await payAtBank(claimId);
        return { guid, work: job('cancel-claim', guid) };
      },
      ['Cancelled', 'paid', 'paid', '1240.00'],
    ],
    [
      'records a payment',
      async () => {
        const { guid, claimId } = await createSentClaim();
        await payAtBank(claimId);
        return { guid, work: follow };
      },
      ['Paid', 'paid', 'paid', '1240.00'],
    ],
    [
      'records three payments of a claim',
      async () => {
        const { guid, claimId } = await createSentClaim();
        for (const amount of ['400', '400', undefined]) await payAtBank(claimId, amount);
        return { guid, work: follow };
      },
      ['Paid', 'paid', 'paid', '1240.00'],
    ],
    [
      'records two parts of an open claim',
      async () => {
        const { guid, claimId } = await createSentClaim();
        for (const amount of ['400', '400']) await payAtBank(claimId, amount);
        return { guid, work: follow };
      },
      ['Sent', 'sent', 'unpaid', '1240.00'],
    ],
    [
      'cancels a claim of which a part was paid',
      async () => {
        const { guid, claimId } = await createSentClaim();
        await payAtBank(claimId, '400');
        await creditInvoice(seller, guid, 'rest', 1240);
        return { guid, work: job('cancel-claim', guid) };
      },
      ['Cancelled', 'cancel', 'cancelled', '1240.00'],
    ],
    [
      'records a refusal by the payer',
      async () => {
        const { guid, claimId } = await createSentClaim();
        await kvitt.service.engine.adapters.sandboxes.bank?.cancel(claimId);
        return { guid, work: follow };
      },
      ['Sent', 'cancel', 'cancelled', '1240.00'],
    ],
  ];

  async function readEnd(guid: string): Promise<End> {
    const { status, claim_status } = await seller.ok('get-invoice', { guid });
    const claims = await fetchBankClaims(kvitt, seller);
    assert.ok(claims.length <= 1, 'the bank has two claims for one invoice');
    return [status, claim_status, claims[0]?.status ?? null, claims[0]?.payload.amount ?? null];
  }

  /** What the bank has received of the claim is booked, each payment once. */
  async function assertBookedOnce(guid: string): Promise<void> {
    const [claim] = await fetchBankClaims(kvitt, seller);
    const paid: { transactionAmount: string }[] = [...claim.parts, ...(claim.payment ? [claim.payment] : [])];
    const booked: { received: number; source: string }[] = await seller.ok('get-payments', {});
    assert.deepEqual(
      booked.map(({ received }) => received).sort(),
      paid.map(({ transactionAmount }) => Number(transactionAmount)).sort(),
    );
    const { bank_transaction_amount } = await seller.ok('get-invoice', { guid });
    assert.equal(
      bank_transaction_amount,
      booked.reduce((all, { received }) => all + received, 0),
    );
  }

  async function interrupt(
    interruption: (typeof INTERRUPTIONS)[number],
    work: (node: Kernel) => Promise<unknown>,
  ) {
    if (interruption === 'the job runs twice') await work(kernel);
    if (interruption === 'three nodes run the job at once')
      await Promise.all([1, 2, 3].map(() => work(kernel)));
    if (!interruption.includes('crashes')) return;
    for (const nth of [1, 2, 3]) {
      const bank = crashAtRequest(kernel.ports.bank, nth, interruption.includes('after the bank'));
      await work({ ...kernel, ports: { ...kernel.ports, bank } }).catch(() => {});
    }
  }

  for (const [title, start, expected] of rows) {
    for (const interruption of INTERRUPTIONS) {
      test(`${title} once; interruption: ${interruption}`, async () => {
        const { guid, work } = await start();
        await interrupt(interruption, work);
        await work(kernel);
        assert.deepEqual(await readEnd(guid), expected);
        await assertBookedOnce(guid);
        const { claim_message } = await seller.ok('get-invoice', { guid });
        assert.doesNotMatch(claim_message, /crashed/);
      });
    }
  }

  const settlements: [how: string, settle: (guid: string) => Promise<unknown>, end: End][] = [
    ['paid by hand', (guid) => seller.ok('do-paid-invoice', { guid }), ['Paid', '', 'cancelled', '1240.00']],
    [
      'credited in full',
      (guid) => creditInvoice(seller, guid, 'rest', 1240),
      ['Cancelled', '', 'cancelled', '1240.00'],
    ],
  ];
  for (const [how, settle, expected] of settlements) {
    for (const jobEnd of ['retried', 'deleted'] as const) {
      test(`cancels a claim that only the bank knows when its invoice is ${how}, and its job is ${jobEnd}`, async () => {
        const guid = await createInvoiceWithClaim(seller);
        const bank = crashAtRequest(kernel.ports.bank, 1, true);
        await assert.rejects(job('send-claim', guid)({ ...kernel, ports: { ...kernel.ports, bank } }));
        await settle(guid);
        assert.deepEqual((await readEnd(guid)).slice(2), ['unpaid', '1240.00']);
        if (jobEnd === 'retried') await job('send-claim', guid)(kernel);
        else {
          await queue.deleteKind('send-claim');
          await runJobs(kvitt);
        }
        assert.deepEqual(await readEnd(guid), expected);
      });
    }

    test(`cancels a claim that the bank creates after our timeout when its invoice is ${how}`, async () => {
      const guid = await createInvoiceWithClaim(seller);
      const { bank } = kernel.ports;
      const orders: ClaimOrder[] = [];
      const slow = crashAtRequest(bank, 99, true);
      slow.createClaim = async (order) => {
        orders.push(order);
        throw new BankUnavailable('The bank did not answer within 15 seconds');
      };
      await assert.rejects(job('send-claim', guid)({ ...kernel, ports: { ...kernel.ports, bank: slow } }));
      await settle(guid);
      await job('cancel-claim', guid)(kernel);
      // The bank has no claim to cancel yet, but it may still create one.
      for (const attempts of [2, 3])
        await assert.rejects(job('send-claim', guid, attempts)(kernel), /may still be making the claim/);
      assert.deepEqual(await fetchBankClaims(kvitt, seller), []);
      await bank.createClaim(orders[0] as ClaimOrder);
      assert.deepEqual((await readEnd(guid)).slice(2), ['unpaid', '1240.00']);
      await job('send-claim', guid, 4)(kernel);
      assert.deepEqual(await readEnd(guid), expected);
    });

    test(`stops looking for a claim that the bank never created when its invoice is ${how}`, async () => {
      const guid = await createInvoiceWithClaim(seller);
      await settle(guid);
      await job('send-claim', guid)(kernel);
      await assert.rejects(job('send-claim', guid, 8)(kernel), /may still be making the claim/);
      await job('send-claim', guid, 9)(kernel);
      assert.deepEqual(await fetchBankClaims(kvitt, seller), []);
    });

    test(`records the payment of a claim that only the bank knows when its invoice is ${how}`, async () => {
      const guid = await createInvoiceWithClaim(seller);
      const bank = crashAtRequest(kernel.ports.bank, 1, true);
      await assert.rejects(job('send-claim', guid)({ ...kernel, ports: { ...kernel.ports, bank } }));
      const [{ claim_id }] = await fetchBankClaims(kvitt, seller);
      await payAtBank(claim_id);
      await settle(guid);
      await runJobs(kvitt);
      const invoice = await seller.ok('get-invoice', { guid });
      assert.deepEqual(await readEnd(guid), [expected[0], 'paid', 'paid', '1240.00']);
      assert.equal(invoice.claim_id, claim_id);
      assert.match(invoice.claim_message, /already settled; 1240\.00 of it is credit of the customer now/);
      assert.deepEqual(await queue.readJobs(), []);
    });
  }

  test('lowers a claim when a credit note is created while the bank creates the claim', async () => {
    const guid = await createInvoiceWithClaim(seller);
    const { bank } = kernel.ports;
    const slow = crashAtRequest(bank, 99, true);
    slow.createClaim = async (order) => {
      const id = await bank.createClaim(order);
      await creditInvoice(seller, guid, 'one');
      return id;
    };
    await job('send-claim', guid)({ ...kernel, ports: { ...kernel.ports, bank: slow } });
    await runJobs(kvitt);
    assert.deepEqual(await readEnd(guid), ['Sent', 'sent', 'unpaid', '620.00']);
  });

  test('does not let a delayed change of a claim overwrite a newer one', async () => {
    const items = [line({ item_number: 'A', qty: 3, unit_price: 500 })];
    const { guid } = await createSentClaim({ amount: 1860, items });
    await creditInvoice(seller, guid, 'one');
    const { bank } = kernel.ports;
    const slow = crashAtRequest(bank, 99, true);
    let isFirst = true;
    slow.changeClaim = async (accountId, claimId, amount) => {
      if (isFirst) {
        isFirst = false;
        await creditInvoice(seller, guid, 'one');
        await job('change-claim', guid)(kernel);
        assert.deepEqual((await readEnd(guid)).slice(2), ['unpaid', '620.00']);
      }
      return bank.changeClaim(accountId, claimId, amount);
    };
    await job('change-claim', guid)({ ...kernel, ports: { ...kernel.ports, bank: slow } });
    assert.deepEqual(await readEnd(guid), ['Sent', 'sent', 'unpaid', '620.00']);
  });
});
