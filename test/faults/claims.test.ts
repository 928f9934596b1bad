import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { cancelClaim, changeClaim, sendClaim } from '../../src/jobs/claims.ts';
import { followClaims } from '../../src/jobs/follow-claims.ts';
import type { Caller } from '../../src/kernel/context.ts';
import type { Kernel } from '../../src/kernel/execute.ts';
import type { JobKind } from '../../src/kernel/jobs/job-kinds.ts';
import type { JobHandler } from '../../src/kernel/jobs/job-runner.ts';
import { type Bank, BankUnavailable, type ClaimOrder } from '../../src/kernel/ports/ports.ts';
import { createInvoiceWithClaim, creditInvoice, fetchBankClaims } from '../support/claims.ts';
import { type Client, line } from '../support/client.ts';
import { JobQueue } from '../support/job-queue.ts';
import { onBothDatabases } from '../support/service.ts';

const HANDLERS = { 'send-claim': sendClaim, 'change-claim': changeClaim, 'cancel-claim': cancelClaim };
const NOTHING = { capitalGainsTax: '0', otherDefaultCosts: '0', defaultCharge: '0', defaultInterest: '0' };
const NOW = new Date('2026-03-02T10:00:00Z');

/** How the work is disturbed before it is done in the end. */
const DISTURBANCES = [
  'nothing happens',
  'the node dies before the bank hears it',
  'the node dies when the bank has done it',
  'it is done twice',
  'three nodes do it at once',
] as const;

/** The bank of a node that dies at its nth word to the bank, before or after it is heard. */
function dying(bank: Bank, word: number, heard: boolean): Bank {
  let spoken = 0;
  const mortal =
    <Args extends unknown[], T>(call: (...args: Args) => Promise<T>) =>
    async (...args: Args): Promise<T> => {
      spoken += 1;
      if (spoken < word) return call(...args);
      if (heard) await call(...args);
      throw new Error('the node is dead');
    };
  return {
    createClaim: mortal(bank.createClaim.bind(bank)),
    changeClaim: mortal(bank.changeClaim.bind(bank)),
    cancelClaim: mortal(bank.cancelClaim.bind(bank)),
    openClaims: mortal(bank.openClaims.bind(bank)),
    readClaim: mortal(bank.readClaim.bind(bank)),
  };
}

onBothDatabases('work with the bank that is disturbed', (kvitt) => {
  let kernel: Kernel;
  let queue: JobQueue;
  let seller: Client;
  let caller: Caller;
  before(() => {
    kernel = kvitt.service.engine.kernel;
    queue = new JobQueue(kvitt.service.engine);
    kvitt.now = () => NOW;
  });
  beforeEach(async () => {
    await queue.clear();
    seller = await kvitt.account();
    const account = await kvitt.service.engine.accounts.byUsername(seller.username);
    caller = { account, via: 'job', ip: '', requestId: 'test', now: NOW };
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
  const sent = async (fields: object = {}) => {
    const guid = await createInvoiceWithClaim(seller, fields);
    await job('send-claim', guid)(kernel);
    return { guid, claimId: (await seller.ok('get-invoice', { guid })).claim_id as string };
  };
  const payUnheard = (claimId: string) =>
    kvitt.service.engine.adapters.sandboxes.bank?.pay(claimId, { paidOn: '2026-03-03', ...NOTHING });

  /** Brings an invoice to where the work begins; answers it with the work. */
  type Start = () => Promise<{ guid: string; work: (node: Kernel) => Promise<unknown> }>;
  type End = [invoice: string, claim: string, bank: string | null, amount: string | null];

  const rows: [what: string, start: Start, end: End][] = [
    [
      'a claim is made',
      async () => {
        const guid = await createInvoiceWithClaim(seller);
        return { guid, work: job('send-claim', guid) };
      },
      ['Sent', 'sent', 'unpaid', '1240.00'],
    ],
    [
      'a claim is lowered',
      async () => {
        const { guid } = await sent();
        await creditInvoice(seller, guid, 'one');
        return { guid, work: job('change-claim', guid) };
      },
      ['Sent', 'sent', 'unpaid', '620.00'],
    ],
    [
      'a claim is cancelled',
      async () => {
        const { guid } = await sent();
        await creditInvoice(seller, guid, 'rest', 1240);
        return { guid, work: job('cancel-claim', guid) };
      },
      ['Cancelled', 'cancel', 'cancelled', '1240.00'],
    ],
    [
      'a claim is cancelled that was paid',
      async () => {
        const { guid, claimId } = await sent();
        await creditInvoice(seller, guid, 'rest', 1240);
        await payUnheard(claimId);
        return { guid, work: job('cancel-claim', guid) };
      },
      ['Cancelled', 'paid', 'paid', '1240.00'],
    ],
    [
      'a payment is heard of',
      async () => {
        const { guid, claimId } = await sent();
        await payUnheard(claimId);
        return { guid, work: follow };
      },
      ['Paid', 'paid', 'paid', '1240.00'],
    ],
    [
      'a refusal by the payer is heard of',
      async () => {
        const { guid, claimId } = await sent();
        await kvitt.service.engine.adapters.sandboxes.bank?.cancel(claimId);
        return { guid, work: follow };
      },
      ['Sent', 'cancel', 'cancelled', '1240.00'],
    ],
  ];

  async function end(guid: string): Promise<End> {
    const { status, claim_status } = await seller.ok('get-invoice', { guid });
    const claims = await fetchBankClaims(kvitt, seller);
    assert.ok(claims.length <= 1, 'the bank has two claims for one invoice');
    return [status, claim_status, claims[0]?.status ?? null, claims[0]?.payload.amount ?? null];
  }

  async function disturb(
    disturbance: (typeof DISTURBANCES)[number],
    work: (node: Kernel) => Promise<unknown>,
  ) {
    if (disturbance === 'it is done twice') await work(kernel);
    if (disturbance === 'three nodes do it at once') await Promise.all([1, 2, 3].map(() => work(kernel)));
    if (!disturbance.includes('dies')) return;
    for (const word of [1, 2]) {
      const bank = dying(kernel.ports.bank, word, disturbance.includes('has done'));
      await work({ ...kernel, ports: { ...kernel.ports, bank } }).catch(() => {});
    }
  }

  for (const [what, start, expected] of rows) {
    for (const disturbance of DISTURBANCES) {
      test(`${what}, once, when ${disturbance}`, async () => {
        const { guid, work } = await start();
        await disturb(disturbance, work);
        await work(kernel);
        assert.deepEqual(await end(guid), expected);
        const { claim_message } = await seller.ok('get-invoice', { guid });
        assert.doesNotMatch(claim_message, /dead/);
      });
    }
  }

  const settled: [how: string, settle: (guid: string) => Promise<unknown>, end: End][] = [
    ['paid by hand', (guid) => seller.ok('do-paid-invoice', { guid }), ['Paid', '', 'cancelled', '1240.00']],
    [
      'credited in full',
      (guid) => creditInvoice(seller, guid, 'rest', 1240),
      ['Cancelled', '', 'cancelled', '1240.00'],
    ],
  ];
  for (const [how, settle, expected] of settled) {
    for (const lost of ['tried again', 'given up'] as const) {
      test(`a claim of which only the bank knows is cancelled when its invoice is ${how}, its job ${lost}`, async () => {
        const guid = await createInvoiceWithClaim(seller);
        const bank = dying(kernel.ports.bank, 1, true);
        await assert.rejects(job('send-claim', guid)({ ...kernel, ports: { ...kernel.ports, bank } }));
        await settle(guid);
        assert.deepEqual((await end(guid)).slice(2), ['unpaid', '1240.00']);
        if (lost === 'tried again') await job('send-claim', guid)(kernel);
        else {
          await queue.deleteKind('send-claim');
          await kvitt.operator('POST', '/jobs/run', {});
        }
        assert.deepEqual(await end(guid), expected);
      });
    }

    test(`a claim that the bank makes long after we stopped waiting is cancelled when its invoice is ${how}`, async () => {
      const guid = await createInvoiceWithClaim(seller);
      const { bank } = kernel.ports;
      const told: ClaimOrder[] = [];
      const slow = dying(bank, 99, true);
      slow.createClaim = async (order) => {
        told.push(order);
        throw new BankUnavailable('The bank did not answer within 15 seconds');
      };
      await assert.rejects(job('send-claim', guid)({ ...kernel, ports: { ...kernel.ports, bank: slow } }));
      await settle(guid);
      await job('cancel-claim', guid)(kernel);
      // Nothing is there to be cancelled yet, and that is not the last word.
      for (const attempts of [2, 3])
        await assert.rejects(job('send-claim', guid, attempts)(kernel), /may still be making the claim/);
      assert.deepEqual(await fetchBankClaims(kvitt, seller), []);
      await bank.createClaim(told[0] as ClaimOrder);
      assert.deepEqual((await end(guid)).slice(2), ['unpaid', '1240.00']);
      await job('send-claim', guid, 4)(kernel);
      assert.deepEqual(await end(guid), expected);
    });

    test(`a claim that the bank never made is not looked for for ever when its invoice is ${how}`, async () => {
      const guid = await createInvoiceWithClaim(seller);
      await settle(guid);
      await job('send-claim', guid)(kernel);
      await assert.rejects(job('send-claim', guid, 8)(kernel), /may still be making the claim/);
      await job('send-claim', guid, 9)(kernel);
      assert.deepEqual(await fetchBankClaims(kvitt, seller), []);
    });

    test(`a claim of which only the bank knows, and which is paid, is not lost when its invoice is ${how}`, async () => {
      const guid = await createInvoiceWithClaim(seller);
      const bank = dying(kernel.ports.bank, 1, true);
      await assert.rejects(job('send-claim', guid)({ ...kernel, ports: { ...kernel.ports, bank } }));
      const [{ claim_id }] = await fetchBankClaims(kvitt, seller);
      await payUnheard(claim_id);
      await settle(guid);
      await kvitt.operator('POST', '/jobs/run', {});
      const invoice = await seller.ok('get-invoice', { guid });
      assert.deepEqual(await end(guid), [expected[0], 'paid', 'paid', '1240.00']);
      assert.equal(invoice.claim_id, claim_id);
      assert.match(invoice.claim_message, /already settled: refund 1430\.50 to the payer$/);
      assert.deepEqual(await queue.readJobs(), []);
    });
  }

  test('a credit note that is made while the bank makes the claim lowers it all the same', async () => {
    const guid = await createInvoiceWithClaim(seller);
    const { bank } = kernel.ports;
    const slow = dying(bank, 99, true);
    slow.createClaim = async (order) => {
      const id = await bank.createClaim(order);
      await creditInvoice(seller, guid, 'one');
      return id;
    };
    await job('send-claim', guid)({ ...kernel, ports: { ...kernel.ports, bank: slow } });
    await kvitt.operator('POST', '/jobs/run', {});
    assert.deepEqual(await end(guid), ['Sent', 'sent', 'unpaid', '620.00']);
  });

  test('an older word to the bank does not undo a newer one', async () => {
    const items = [line({ item_number: 'A', qty: 3, unit_price: 500 })];
    const { guid } = await sent({ amount: 1860, items });
    await creditInvoice(seller, guid, 'one');
    const { bank } = kernel.ports;
    const slow = dying(bank, 99, true);
    let isFirst = true;
    slow.changeClaim = async (accountId, claimId, amount) => {
      if (isFirst) {
        isFirst = false;
        await creditInvoice(seller, guid, 'one');
        await job('change-claim', guid)(kernel);
        assert.deepEqual((await end(guid)).slice(2), ['unpaid', '620.00']);
      }
      return bank.changeClaim(accountId, claimId, amount);
    };
    await job('change-claim', guid)({ ...kernel, ports: { ...kernel.ports, bank: slow } });
    assert.deepEqual(await end(guid), ['Sent', 'sent', 'unpaid', '620.00']);
  });
});
