import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { BankServer } from '../support/bank-server.ts';
import { createInvoiceWithClaim } from '../support/claims.ts';
import { Client, createAccount } from '../support/client.ts';
import { creditInvoice } from '../support/credits.ts';
import { migratedDatabase, OPERATOR_TOKEN, type TestDatabase } from '../support/databases.ts';
import { type NodeProcess, startNode } from '../support/node-process.ts';

describe('a node that is killed when the bank has executed its request (postgres)', () => {
  const server = new BankServer();
  let database: TestDatabase;
  let url: string;
  let node: NodeProcess;
  let seller: Client;

  before(async () => {
    database = await migratedDatabase('postgres');
    url = await server.start();
    await start();
    const { username, apiKey } = await createAccount(node.url);
    seller = new Client(node.url, username, apiKey);
  });
  after(async () => {
    await node.crash();
    await server.stop();
    await database.drop();
  });

  async function start(): Promise<void> {
    node = await startNode({ ...database.env, KVITT_BANK_URL: url, KVITT_BANK_TEMPLATE: 'K01' });
    if (seller) seller = new Client(node.url, seller.username, seller.apiKey);
  }

  async function runJobs(): Promise<number> {
    const response = await fetch(`${node.url}/operator/jobs/run`, {
      method: 'POST',
      headers: { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'application/json' },
      body: '{}',
    });
    return ((await response.json()) as { failed: number }).failed;
  }

  /** Ends the leases of the killed node, which otherwise block its jobs for minutes. */
  async function expireLeases(): Promise<void> {
    const db = new pg.Client({ connectionString: database.env.DATABASE_URL });
    await db.connect();
    await db.query('update jobs set leased_until = null');
    await db.end();
  }

  const cases: [
    word: string,
    prepare: (guid: string) => Promise<unknown>,
    expected: [invoice: string, claim: string, bank: string, amount: number],
  ][] = [
    ['createClaim', async () => {}, ['Sent', 'sent', 'Unpaid', 1240]],
    [
      'patchClaim',
      async (guid) => {
        await runJobs();
        await creditInvoice(seller, guid, 'one');
      },
      ['Sent', 'sent', 'Unpaid', 620],
    ],
    [
      'patchClaim',
      async (guid) => {
        await runJobs();
        await creditInvoice(seller, guid, 'rest', 1240);
      },
      ['Cancelled', 'cancel', 'Cancelled', 1240],
    ],
    [
      'getClaimTransactions',
      async (guid) => {
        await runJobs();
        server.pay((await seller.ok('get-invoice', { guid })).claim_id);
      },
      ['Paid', 'paid', 'Paid', 1240],
    ],
    [
      'getClaimTransactions',
      async (guid) => {
        await runJobs();
        const { claim_id } = await seller.ok('get-invoice', { guid });
        for (const amount of [400, 500]) server.payPart(claim_id, amount);
      },
      ['Sent', 'sent', 'Unpaid', 1240],
    ],
  ];
  for (const [operation, prepare, expected] of cases) {
    test(`continues after a crash in ${operation} and ends with invoice ${expected[0]} and claim ${expected[1]}`, async () => {
      server.reset();
      const guid = await createInvoiceWithClaim(seller, {
        due_date: '2099-03-16',
        settlement_date: '2099-03-23',
      });
      await prepare(guid);
      server.after = async ({ name }) => {
        if (name !== operation) return null;
        await node.crash();
        return 'hang up';
      };
      await assert.rejects(runJobs());
      await node.exited;
      server.after = () => null;
      await start();
      await expireLeases();
      assert.equal(await runJobs(), 0);
      const { status, claim_status, claim_id, claim_message } = await seller.ok('get-invoice', { guid });
      assert.equal(server.claims.size, 1);
      const { claimStatus, amount } = server.claims.get(claim_id);
      assert.deepEqual([status, claim_status, claimStatus, amount, claim_message], [...expected, '']);
      const booked: unknown[] = await seller.ok('get-payments', { invoice_guid: guid });
      assert.equal(booked.length, server.transactions.get(claim_id)?.length ?? 0);
    });
  }
});
