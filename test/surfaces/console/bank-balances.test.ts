import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countWrongSums } from '../../../src/kernel/database/running-sums.ts';
import { BANK_SUMS } from '../../../src/modules/bank/running-sums-store.ts';
import { camtStatement, csvStatement, type FileLine } from '../../support/bank-files.ts';
import { openAccount } from '../../support/bank-lines.ts';
import type { Client } from '../../support/client.ts';
import { type ConsoleClient, signInToConsole } from '../../support/console-client.ts';
import { Random } from '../../support/fuzz/random.ts';
import { onBothDatabases } from '../../support/service.ts';

/** A short run by default; a long one is asked for by these. */
const STEPS = Number(process.env.KVITT_BANK_STEPS ?? 30);
const SEED = Number(process.env.KVITT_BANK_SEED ?? 20261119);
const LINES = 60;
const OPENING = 10_000;

interface Line extends FileLine {
  /** The balance before it. */
  before: number;
}

/** What a bank has, with the files that it gives out and what the books know of it. */
class BankBooks {
  readonly all: Line[] = [];
  readonly known = new Set<Line>();
  readonly random: Random;
  /** What payments that lines are tied to brought, and that were reversed since. */
  reversed = 0;
  readonly #seller: Client;
  readonly #account: { guid: string; account_no: string };
  readonly #customer: string;

  constructor(
    seller: Client,
    account: { guid: string; account_no: string },
    customer: string,
    random: Random,
  ) {
    this.random = random;
    this.#seller = seller;
    this.#account = account;
    this.#customer = customer;
    let [day, before] = [1, OPENING];
    for (let n = 0; n < LINES; n += 1) {
      day += random.chance(0.3) ? 1 : 0;
      const amount = (1 + random.below(400)) * (random.chance(0.6) ? 100 : -100);
      const booked_on = `2026-03-${String(day).padStart(2, '0')}`;
      this.all.push({ booked_on, amount, before, text: `Færsla ${n}` });
      before += amount;
    }
  }

  /** Imports some days, of which the last one may be cut, as another kind of file each time. */
  async import(): Promise<void> {
    const { random, all } = this;
    const day = all[random.below(LINES)]?.booked_on;
    const first = all.findIndex(({ booked_on }) => booked_on === day);
    const part = all.slice(first, first + 1 + random.below(12));
    const [{ before }] = part as [Line];
    const { guid: bank_account_guid, account_no } = this.#account;
    const texts = random.below(3);
    const said = part.map((line) => ({
      ...line,
      text: `${texts === 0 ? '' : `Skýring ${texts} `}${line.text}`,
    }));
    const file = random.chance(0.5)
      ? csvStatement(said, { opening: before })
      : camtStatement(said, { account: account_no, opening: before });
    const { lines_new } = await this.#seller.ok('import-bank-statement', { bank_account_guid, file });
    assert.equal(lines_new, part.filter((line) => !this.known.has(line)).length);
    for (const line of part) this.known.add(line);
  }

  async #some(state: string) {
    const lines: any[] = await this.#seller.ok('get-bank-lines', { state, limit: 200 });
    return lines[this.random.below(lines.length)];
  }

  async book(): Promise<void> {
    const line = await this.#some('open');
    if (!line) return;
    const { random } = this;
    const amount = Math.abs(line.amount);
    const other = { type: 'other', code: 'interest' };
    const payment = { type: 'payment', customer_guid: this.#customer, allocations: [] };
    let actions: object[] = [{ ...other, amount }];
    if (line.amount > 0) {
      const kind = random.below(3);
      if (kind === 0)
        actions = [
          { ...payment, amount: amount + 25 },
          { type: 'fee', amount: 25 },
        ];
      if (kind === 1)
        actions = [
          { ...payment, amount: amount - 1 },
          { ...other, amount: 1 },
        ];
      if (kind === 2) {
        const data = {
          customer_guid: this.#customer,
          allocations: [],
          amount,
          paid_on: line.booked_on,
          method_payment: 1,
        };
        const { guid } = await this.#seller.ok('record-payment', { data });
        actions = [{ type: 'settled', payments: [guid] }];
      }
    }
    await this.#seller.ok('book-bank-line', { guid: line.guid, data: { actions } });
  }

  async unbook(): Promise<void> {
    const line = await this.#some('booked');
    if (!line) return;
    const [tied] = line.booking.actions.flatMap(({ payments }: { payments?: string[] }) => payments ?? []);
    const { state } = tied ? await this.#seller.ok('get-payment', { guid: tied }) : { state: 'booked' };
    await this.#seller.ok('unbook-bank-line', { guid: line.guid, data: { reason: 'rangt' } });
    if (state === 'reversed') this.reversed -= line.amount;
  }

  async setAside(): Promise<void> {
    const line = await this.#some('open');
    if (line) await this.#seller.ok('ignore-bank-line', { guid: line.guid, data: { reason: 'annað' } });
  }

  async restore(): Promise<void> {
    const line = await this.#some('ignored');
    if (line) await this.#seller.ok('restore-bank-line', { guid: line.guid });
  }

  /** A payment that a line is only tied to may be reversed by itself. */
  async reverseTied(): Promise<void> {
    const line = await this.#some('booked');
    const [guid] = line?.booking.actions[0].payments ?? [];
    if (!guid || (await this.#seller.ok('get-payment', { guid })).state === 'reversed') return;
    await this.#seller.ok('reverse-payment', { guid, data: { reason: 'rangt' } });
    this.reversed += line.amount;
  }

  /** Every known line, and the sums between runs of them. */
  expected() {
    const known = this.all.filter((line) => this.known.has(line));
    const [first, last] = [known[0], known.at(-1)];
    if (!first || !last) return null;
    let missing = 0;
    for (const [at, line] of known.entries()) {
      const next = known[at + 1];
      if (next) missing += next.before - (line.before + line.amount);
    }
    return { statement: last.before + last.amount, opening: first.before, missing, lines: known.length };
  }
}

onBothDatabases('statements and books', (kvitt) => {
  test(`agree after every random import, booking and unbooking, ${STEPS} times`, async () => {
    const seller = await kvitt.account();
    const consoleClient: ConsoleClient = await signInToConsole(seller);
    const account = await openAccount(seller);
    const customer = await seller.ok('create-customer', { data: { name: 'Kaupandi', output_select: 4 } });
    const random = new Random(SEED, 0);
    const books = new BankBooks(seller, account, customer, random);
    const steps = [
      'import',
      'import',
      'book',
      'book',
      'book',
      'unbook',
      'setAside',
      'restore',
      'reverseTied',
    ] as const;
    let withGaps = 0;
    for (let n = 0; n < STEPS; n += 1) {
      const step = n === 0 ? 'import' : (steps[random.below(steps.length)] ?? 'book');
      await books[step]();
      const [one] = (await consoleClient.ok('compare-bank-accounts')).accounts;
      const expected = books.expected() ?? assert.fail();
      const what = `step ${n}, ${step}`;
      const missing = one.missing.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0);
      assert.deepEqual([one.statement, missing], [expected.statement, expected.missing], what);
      const { books: inBooks, open, ignored, unexplained } = one;
      assert.equal(
        inBooks + open.in + open.out + ignored.amount + missing + books.reversed,
        one.statement,
        what,
      );
      assert.equal(unexplained, books.reversed, what);
      const [listed] = await seller.ok('get-bank-accounts');
      assert.deepEqual(
        [listed.balance, listed.missing, listed.lines_open],
        [one.statement, one.missing, open.count],
      );
      if (missing !== 0) withGaps += 1;
    }
    assert.ok(withGaps > 0, 'no step had a gap');
    const { kernel, accounts } = kvitt.service.engine;
    const owner = await accounts.byUsername(seller.username);
    assert.equal(await countWrongSums(kernel.db, owner?.id ?? 0, BANK_SUMS), 0);
  });
});
