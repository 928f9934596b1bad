import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { csvStatement, type FileLine, nextAccountNo } from '../support/bank-files.ts';
import { type Client, createAccount } from '../support/client.ts';
import { signInToConsole } from '../support/console-client.ts';
import {
  type DatabaseKind,
  migratedDatabase,
  OPERATOR_TOKEN,
  type TestDatabase,
} from '../support/databases.ts';
import { findFreePort } from '../support/free-port.ts';
import { Random } from '../support/fuzz/random.ts';
import { type NodeProcess, startNode } from '../support/node-process.ts';

/** A short run by default; a long one is asked for by these. */
const ROUNDS = Number(process.env.KVITT_BANK_CRASHES ?? 2);
const SEED = Number(process.env.KVITT_BANK_SEED ?? 20261118);
const MAX_MADE = 12;
const CALLS = 6;
const FILE_LINES = 60;

for (const kind of ['postgres', 'embedded'] satisfies DatabaseKind[])
  describe(`a node that is killed while it fetches, imports, books and unbooks (${kind})`, () => {
    const account_no = nextAccountNo();
    const random = new Random(SEED, kind === 'postgres' ? 0 : 1);
    let database: TestDatabase;
    let port: number;
    let node: NodeProcess;
    let seller: Client;
    let bankAccount: string;
    let fileAccount: string;
    let customer: string;
    /** How many calls were not answered when a node was killed, and in how many rounds some were not. */
    let [interrupted, hits] = [0, 0];
    /** The statements that were imported, or were about to be, one of each day. */
    const files: FileLine[][] = [];
    /** What the bank has, in hundredths. */
    const made: number[] = [];

    before(async () => {
      database = await migratedDatabase(kind);
      port = await findFreePort();
      node = await startNode(database.env, { port });
      seller = await createAccount(node.url);
      const account = { name: 'Velta', account_no, connection: 'bank' };
      bankAccount = (await seller.ok('create-bank-account', { data: account })).guid;
      const byFile = { name: 'Skrár', account_no: nextAccountNo() };
      fileAccount = (await seller.ok('create-bank-account', { data: byFile })).guid;
      customer = await seller.ok('create-customer', { data: { name: 'Kaupandi', output_select: 4 } });
    });
    after(async () => {
      await node.crash();
      await database.drop();
    });

    async function operator(path: string, body: unknown): Promise<unknown> {
      const response = await fetch(`${node.url}/operator${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      assert.equal(response.status, 200);
      return response.json();
    }
    const fetchLines = () => operator('/jobs/run', { today: '2026-03-31' });

    /** The bank books transactions, some of them on earlier days than it has reported. */
    async function bookAtBank(): Promise<void> {
      const amounts = Array.from(
        { length: 1 + random.below(MAX_MADE) },
        () => random.below(2_000_000) - 800_000,
      );
      const nonzero = amounts.filter((amount) => amount !== 0);
      const transactions = nonzero.map((amount) => ({
        amount: amount / 100,
        text: random.chance(0.3) ? 'Þjónustugjald' : `Færsla ${random.below(5)}`,
        booked_on: `2026-03-${String(1 + random.below(28)).padStart(2, '0')}`,
      }));
      await operator(`/sandbox/bank/${account_no}/transactions`, transactions);
      made.push(...nonzero);
    }

    /** The statement of the next day. */
    function nextFile(): void {
      const booked_on = new Date(Date.UTC(2026, 0, 1 + files.length)).toISOString().slice(0, 10);
      files.push(
        Array.from({ length: FILE_LINES }, (_, at) => ({
          booked_on,
          amount: random.below(2000) - 800,
          text: `Lína ${at}`,
        })).filter(({ amount }) => amount !== 0),
      );
    }

    const sumOf = (lines: readonly { amount: number }[]) =>
      lines.reduce((all, { amount }) => all + amount, 0);

    function importLast(): Promise<any> {
      const [last = []] = files.slice(-1);
      const opening = sumOf(files.slice(0, -1).flat());
      const file = csvStatement(last, { opening });
      return seller.ok('import-bank-statement', { data: { bank_account_guid: fileAccount, file } });
    }

    /** Starts calls of all kinds at once, and kills the node when it has answered some of them. */
    async function killAtWork(): Promise<void> {
      const lines: { guid: string; amount: number; state: string }[] = await seller.ok('get-bank-lines');
      const calls = [fetchLines(), importLast(), ...Array.from({ length: CALLS }, () => bookOrUnbook(lines))];
      const settled = Promise.allSettled(calls);
      await Promise.race([settled, answersOf(calls, 1 + random.below(CALLS - 2))]);
      await node.crash();
      const unanswered = (await settled).filter(({ status }) => status === 'rejected').length;
      interrupted += unanswered;
      if (unanswered > 0) hits += 1;
      node = await startNode(database.env, { port });
    }

    /** Ends when so many of the calls are answered: the node is then at work on the others. */
    function answersOf(calls: readonly Promise<unknown>[], count: number): Promise<void> {
      const reached = Promise.withResolvers<void>();
      let answered = 0;
      const onAnswer = () => {
        answered += 1;
        if (answered === count) reached.resolve();
      };
      for (const call of calls) call.then(onAnswer, () => {});
      return reached.promise;
    }

    function bookOrUnbook(
      lines: readonly { guid: string; amount: number; state: string }[],
    ): Promise<unknown> {
      const line = lines[random.below(lines.length)];
      if (!line) return fetchLines();
      const { guid, amount, state } = line;
      if (state === 'booked') return seller.call('unbook-bank-line', { guid, data: { reason: 'rangt' } });
      const actions =
        amount > 0 && random.chance(0.6)
          ? [{ type: 'payment', customer_guid: customer, amount }]
          : [{ type: 'other', code: 'interest', amount: Math.abs(amount) }];
      return seller.call('book-bank-line', { guid, data: { actions } });
    }

    /** The bank, the lines and the books say the same, whatever was in the middle of being done. */
    async function assertEqualBalances(isFetched: boolean): Promise<void> {
      const { accounts } = await (await signInToConsole(seller)).ok('compare-bank-accounts');
      const of = (guid: string) => accounts.find((one: { guid: string }) => one.guid === guid);
      const { statement, unexplained } = of(bankAccount);
      const byFile = of(fileAccount);
      assert.deepEqual([byFile.unexplained ?? 0, byFile.missing], [0, []]);
      const stored: object[] = await seller.ok('get-bank-lines', {
        bank_account_guid: fileAccount,
      });
      const whole =
        isFetched || stored.length > files.slice(0, -1).flat().length ? files : files.slice(0, -1);
      assert.equal(stored.length, whole.flat().length, 'a file is stored as a whole or not at all');
      assert.equal(byFile.statement ?? 0, sumOf(whole.flat()));
      const lines: { amount: number; booking: object | null; state: string }[] = await seller.ok(
        'get-bank-lines',
        { bank_account_guid: bankAccount },
      );
      const sum = lines.reduce((all, { amount }) => all + Math.round(amount * 100), 0);
      assert.equal(unexplained ?? 0, 0);
      assert.equal(Math.round((statement ?? 0) * 100), sum);
      for (const { state, booking } of lines) assert.equal(booking !== null, state === 'booked');
      if (!isFetched) return;
      assert.equal(lines.length, made.length);
      assert.equal(
        sum,
        made.reduce((all, amount) => all + amount, 0),
      );
    }

    test(`ends with statements that equal the books, after ${ROUNDS} kills`, async (t) => {
      for (let round = 0; round < ROUNDS; round += 1) {
        await bookAtBank();
        nextFile();
        await killAtWork();
        await assertEqualBalances(false);
        await fetchLines();
        await importLast();
        await assertEqualBalances(true);
      }
      t.diagnostic(`${hits} of ${ROUNDS} kills left ${interrupted} calls without an answer`);
      assert.ok(interrupted > 0, `${ROUNDS} kills left ${interrupted} calls without an answer`);
    });
  });
