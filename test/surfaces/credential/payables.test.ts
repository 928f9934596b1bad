import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvStatement, type FileLine, nextAccountNo } from '../../support/bank-files.ts';
import type { Client } from '../../support/client.ts';
import { signInToConsole } from '../../support/console-client.ts';
import { createCompleteCost, createCost, tryToApproveCost } from '../../support/costs.ts';
import { completeCost } from '../../support/endpoints/costs.ts';
import { seededRandom } from '../../support/random-books.ts';
import { onBothDatabases, type TestService } from '../../support/service.ts';

const DAY = '2026-03-16';

async function openAccount(seller: Client, fields: object = {}): Promise<string> {
  const data = { name: 'Velta', account_no: nextAccountNo(), ...fields };
  return (await seller.ok('create-bank-account', { data })).guid;
}

/** Imports one line and returns it. */
async function receive(seller: Client, amount: number, account: string, line: Partial<FileLine> = {}) {
  const text = `Færsla ${nextAccountNo()}`;
  const file = csvStatement([{ booked_on: DAY, amount, text, ...line }]);
  await seller.ok('import-bank-statement', { bank_account_guid: account, file });
  const [received] = await seller.ok('get-bank-lines', { bank_account_guid: account, search: text });
  return received;
}

/** An approved cost on account. */
async function owe(kvitt: TestService, seller: Client, fields: object): Promise<string> {
  const guid = await createCompleteCost(seller, { how_paid: 1, ...fields });
  const { status, body } = await tryToApproveCost(kvitt, seller, guid);
  assert.equal(status, 200, body.message);
  return guid;
}

const bookCost = (seller: Client, guid: string, actions: object[]) =>
  seller.ok('book-bank-line', { guid, data: { actions } });

const unbook = (seller: Client, guid: string) =>
  seller.ok('unbook-bank-line', { guid, data: { reason: 'Röng færsla' } });

async function figuresOf(seller: Client, guid: string) {
  const { due_date, paid_amount, remaining } = await seller.ok('get-cost', { guid });
  return [due_date, paid_amount, remaining];
}

async function payable(seller: Client, fields: object = {}) {
  const listed = await seller.ok('get-costs', { payable: 1, limit: 1000, ...fields });
  const { length } = listed;
  assert.equal(await seller.ok('get-count-costs', { payable: 1 }), length);
  return listed.map(({ description }: any) => description).join('');
}

onBothDatabases('costs that are to be paid', (kvitt) => {
  test('are listed by due date once they are approved, until lines of the bank have paid them', async () => {
    const seller = await kvitt.account();
    const a = await owe(kvitt, seller, { description: 'a', amount: 1000, due_date: '2026-04-10' });
    await owe(kvitt, seller, { description: 'b', amount: 2000, due_date: '2026-03-20' });
    await owe(kvitt, seller, { description: 'c', amount: 3000, date: '2026-03-25' });
    await owe(kvitt, seller, { description: 'd', amount: 400, due_date: '2026-04-01', credit_note: 1 });
    const card = await owe(kvitt, seller, { description: 'e', amount: 500, how_paid: 3 });
    await owe(kvitt, seller, { description: 'f', amount: 500, how_paid: 3, due_date: '2026-05-01' });
    await createCompleteCost(seller, { description: 'g', how_paid: 1 });
    assert.equal(await payable(seller), 'bcdaf');
    assert.equal(await payable(seller, { sort: 'due_desc' }), 'fadcb');
    assert.deepEqual(await figuresOf(seller, card), [null, 500, 0]);
    const desk = await signInToConsole(seller);
    const found = async (fields: object) => {
      const { rows, payable: toPay, count } = await desk.ok('find-costs', fields);
      return [rows.map(({ description }: any) => description).join(''), toPay, count];
    };
    assert.deepEqual(await found({ payable: 1 }), ['bcdaf', 5, 5]);
    assert.deepEqual(await found({ state: 'New' }), ['g', 5, 1]);
    assert.deepEqual(await found({ state: 'New', payable: 1 }), ['', 5, 0]);

    const account = await openAccount(seller);
    const [first, second] = [await receive(seller, -300, account), await receive(seller, -700, account)];
    await bookCost(seller, first.guid, [{ type: 'cost', cost_guid: a, amount: 300 }]);
    assert.deepEqual(await figuresOf(seller, a), ['2026-04-10', 300, 700]);
    const { proposals } = await seller.ok('get-bank-line', { guid: second.guid });
    assert.deepEqual(proposals[0].actions, [{ type: 'cost', cost_guid: a, amount: 700 }]);
    await seller.ok('book-bank-line', { guid: second.guid, data: { proposal: 0 } });
    assert.deepEqual(await figuresOf(seller, a), ['2026-04-10', 1000, 0]);
    assert.equal(await payable(seller), 'bcdf');
    await unbook(seller, first.guid);
    assert.deepEqual(await figuresOf(seller, a), ['2026-04-10', 700, 300]);
    assert.equal(await payable(seller), 'bcdaf');
  });

  test('take their due date from the call that creates, approves or imports them', async () => {
    const seller = await kvitt.account();
    const pdf = { name: 'a.pdf', bytes: '%PDF-1.7\n%%EOF' };
    const created = { date: '2026-03-01', due_date: '2026-03-15' };
    const guid = await createCost(seller, 'create-cost', created, pdf);
    assert.deepEqual(await figuresOf(seller, guid), ['2026-03-15', 0, 0]);
    const approval = { amount: 1000, supplier_name: 'Birgir hf.', type: '2093', how_paid: 1 };
    await tryToApproveCost(kvitt, seller, guid, { ...approval, due_date: '2026-03-31' });
    assert.deepEqual(await figuresOf(seller, guid), ['2026-03-31', 0, 1000]);
    const file = Buffer.from('Birgir;Dags;Gjalddagi;Upphæð\nBirgir hf.;02.03.2026;16.04.2026;5000\n');
    await seller.ok('import-records', { kind: 'costs', file_name: 'a.csv', file: file.toString('base64') });
    const [imported] = await seller.ok('get-costs', { accounting_status: 'New' });
    assert.equal(imported.due_date, '2026-04-16');
    for (const due_date of ['soon', '2026-02-30']) {
      const refused = await seller.expectRefusal('create-cost-adv', { ...completeCost, due_date });
      assert.match(refused.message ?? '', /due_date/);
    }
  });

  test('have the account of the supplier as it was sent, and the next cost proposes it', async () => {
    const seller = await kvitt.account();
    const iban = 'IS140159260076545510730339';
    const payee = async (guid: string) => {
      const { payee_account, payee_iban } = await seller.ok('get-cost', { guid });
      return [payee_account, payee_iban];
    };
    const sent = await owe(kvitt, seller, { payee_account: '133-26-12345' });
    assert.deepEqual(await payee(sent), ['013326012345', '']);
    const abroad = await owe(kvitt, seller, { payee_iban: 'DE89 3704 0044 0532 0130 00' });
    assert.deepEqual(await payee(abroad), ['', 'DE89370400440532013000']);
    const refused: [fields: object, message: RegExp][] = [
      [{ payee_account: '12' }, /payee_account must be the twelve digits/],
      [{ payee_iban: 'DE88370400440532013000' }, /payee_iban must be an IBAN/],
      [{ payee_account: '0133-26-012345', payee_iban: iban }, /payee_iban must be the IBAN of the account/],
    ];
    for (const [fields, message] of refused)
      assert.match(
        (await seller.expectRefusal('create-cost-adv', { ...completeCost, ...fields })).message ?? '',
        message,
      );
    await seller.ok('move-cost-to-new', { guid: sent });
    assert.equal((await tryToApproveCost(kvitt, seller, sent, { amount: 700 })).status, 200);
    assert.deepEqual(await payee(sent), ['013326012345', '']);
    await seller.ok('move-cost-to-new', { guid: sent });
    assert.equal((await tryToApproveCost(kvitt, seller, sent, { payee_iban: iban })).status, 200);
    assert.deepEqual(await payee(sent), ['015926007654', iban]);
    await seller.ok('delete-cost', { guid: abroad });
    const next = await createCompleteCost(seller, {});
    const desk = await signInToConsole(seller);
    const { last_booked } = await desk.ok('find-similar-costs', { guid: next });
    assert.deepEqual([last_booked.payee_account, last_booked.payee_iban], ['015926007654', iban]);
  });

  test('are exported once for the bank, on the account of the cost or of the supplier', async () => {
    const seller = await kvitt.account();
    const bank_account_guid = await openAccount(seller);
    const supplier = { supplier_name: 'Birgir hf.', supplier_id: '5510730339', due_date: '2026-03-30' };
    const known = await owe(kvitt, seller, { ...supplier, amount: 1000, payee_account: '0159-26-007654' });
    const remembered = await owe(kvitt, seller, { ...supplier, amount: 500, due_date: '2026-03-01' });
    const forged = { payee_account: '0133-26-000001', date: '2026-02-01' };
    const changed = await owe(kvitt, seller, { ...supplier, ...forged, amount: 300 });
    const unknown = await owe(kvitt, seller, {
      amount: 70,
      supplier_name: 'Annar',
      supplier_id: '5902697199',
    });
    const fresh = await createCompleteCost(seller, { how_paid: 1 });
    const cost_guids = [known, remembered, changed, unknown, fresh];
    const call = { bank_account_guid, cost_guids };
    const exported = async (fields: object = {}, beside: object = {}) => {
      const { costs, file, ...facts } = await seller.ok('export-payables', {
        data: { ...call, ...fields },
        ...beside,
      });
      const rows = costs.map((one: any) => [one.left_out, one.pay_on, one.account_changed]);
      return { facts, rows, text: file && Buffer.from(file, 'base64').toString() };
    };
    const expected = [
      ['', '2026-03-30', false],
      ['', TODAY, false],
      ['', '2026-03-30', true],
      ['no_account', null, false],
      ['not_approved', null, false],
    ];
    assert.deepEqual((await exported({}, { dry_run: true })).rows, expected);
    const { exported_at: before } = await seller.ok('get-cost', { guid: known });
    assert.equal(before, null);
    const first = await exported();
    assert.deepEqual(first.rows, expected);
    assert.deepEqual([first.facts.count, first.facts.totals], [3, [{ currency: 'ISK', amount: 1800 }]]);
    assert.match(first.text, /pain\.001\.001\.09/);
    assert.equal(first.text.split('<IBAN>IS140159260076545510730339<').length, 3);
    const { exported_at, exported_amount, remaining } = await seller.ok('get-cost', { guid: remembered });
    assert.deepEqual([exported_at !== null, exported_amount, remaining], [true, 500, 500]);

    const again = await exported();
    assert.deepEqual([again.facts.count, again.text], [0, null]);
    assert.deepEqual(
      again.rows.map(([leftOut]: string[]) => leftOut),
      ['exported', 'exported', 'exported', 'no_account', 'not_approved'],
    );
    const csv = await exported({ again: 1, format: 'csv', pay_on: '2026-04-02', cost_guids: [known] });
    assert.equal(
      csv.text.split('\r\n')[1],
      '2026-04-02;015926007654;IS140159260076545510730339;5510730339;Birgir hf.;1000.00;ISK;',
    );
    const refusals: [fields: object, code: string][] = [
      [{ pay_on: '2026-03-16' }, 'field_invalid'],
      [{ cost_guids: [known, '018f3b1e-0000-7000-8000-000000000000'] }, 'cost_not_found'],
      [{ bank_account_guid: '018f3b1e-0000-7000-8000-000000000000' }, 'bank_account_not_found'],
      [{ cost_guids: [] }, 'field_required'],
    ];
    for (const [fields, code] of refusals)
      assert.equal(
        (await seller.expectRefusal('export-payables', { data: { ...call, ...fields } })).error_code,
        code,
      );
  });

  test('are paid in another currency by what the line says, and are never paid twice over', async () => {
    const seller = await kvitt.account();
    const euros = { amount: 100, currency: 'EUR', exchange_rate: 150, due_date: '2026-03-20' };
    const cost_guid = await owe(kvitt, seller, { description: 'a', ...euros });
    const account = await openAccount(seller);
    const part = await receive(seller, -6200, account);
    const cost = { type: 'cost', cost_guid, amount: 6200 };
    const over = { guid: part.guid, data: { actions: [{ ...cost, cost_amount: 101 }] } };
    assert.match((await seller.expectRefusal('book-bank-line', over)).message ?? '', /100\.00 EUR/);
    await bookCost(seller, part.guid, [{ ...cost, cost_amount: 40 }]);
    assert.deepEqual(await figuresOf(seller, cost_guid), ['2026-03-20', 40, 60]);
    const rest = await receive(seller, -9100, account);
    const booked = await bookCost(seller, rest.guid, [{ ...cost, amount: 9100 }]);
    assert.deepEqual(booked.booking.actions, [{ ...cost, amount: 9100, cost_amount: 60 }]);
    assert.deepEqual(await figuresOf(seller, cost_guid), ['2026-03-20', 100, 0]);
    await unbook(seller, part.guid);
    assert.deepEqual(await figuresOf(seller, cost_guid), ['2026-03-20', 60, 40]);
    const again = await receive(seller, -100, account);
    const twice = await owe(kvitt, seller, { description: 'b', amount: 60 });
    const halves = [50, 50].map((amount) => ({ type: 'cost', cost_guid: twice, amount }));
    const refused = { guid: again.guid, data: { actions: halves } };
    assert.equal((await seller.expectRefusal('book-bank-line', refused)).error_code, 'cost_exceeded');
    const same = [
      { type: 'cost', cost_guid: twice, amount: 60, cost_amount: 50 },
      { type: 'fee', amount: 40 },
    ];
    const unequal = { guid: again.guid, data: { actions: same } };
    assert.equal((await seller.expectRefusal('book-bank-line', unequal)).error_code, 'field_invalid');
  });

  test('are not deleted, and not approved for less, while a line has paid them', async () => {
    const seller = await kvitt.account();
    const guid = await owe(kvitt, seller, { amount: 1000 });
    const account = await openAccount(seller);
    const line = await receive(seller, -800, account);
    await bookCost(seller, line.guid, [{ type: 'cost', cost_guid: guid, amount: 800 }]);
    assert.equal((await seller.expectRefusal('delete-cost', { guid })).error_code, 'cost_paid');
    await seller.ok('move-cost-to-new', { guid });
    for (const changed of [{ amount: 799 }, { currency: 'EUR', exchange_rate: 150 }, { credit_note: true }])
      assert.match(
        (await tryToApproveCost(kvitt, seller, guid, changed)).body.message ?? '',
        /paid 800\.00 ISK/,
      );
    assert.equal((await tryToApproveCost(kvitt, seller, guid, { amount: 800 })).status, 200);
    assert.deepEqual(await figuresOf(seller, guid), [null, 800, 0]);
    await unbook(seller, line.guid);
    await seller.ok('delete-cost', { guid });
  });

  test('agree with an independent ledger of random books in figures, list and ages', async () => {
    const seller = await kvitt.account();
    const books = new RandomCosts(kvitt, seller, await openAccount(seller));
    for (let step = 1; step <= STEPS; step += 1) {
      await books.step();
      if (step % 10 === 0) await books.compare();
    }
  });
});

/** A longer run, and another one, by hand. */
const STEPS = Number(process.env.KVITT_PAYABLE_STEPS ?? 40);
const SEED = Number(process.env.KVITT_PAYABLE_SEED ?? 20260316);
const TODAY = '2026-03-17';

interface OwnCost {
  guid: string;
  amount: number;
  rate: number;
  date: string;
  due: string | null;
  isCredit: boolean;
  isApproved: boolean;
  howPaid: number;
  supplier: string;
}

interface OwnBooking {
  line: string;
  day: string;
  parts: { cost: OwnCost; amount: number }[];
}

/** Creates, approves, books and unbooks at random, and keeps a ledger that knows nothing of the service. Figures are whole. */
class RandomCosts {
  readonly #random = seededRandom(SEED);
  readonly #kvitt: TestService;
  readonly #seller: Client;
  readonly #account: string;
  readonly #costs: OwnCost[] = [];
  #bookings: OwnBooking[] = [];

  constructor(kvitt: TestService, seller: Client, account: string) {
    this.#kvitt = kvitt;
    this.#seller = seller;
    this.#account = account;
  }

  async step(): Promise<void> {
    const chance = this.#random();
    if (chance < 0.4 || this.#costs.length < 4) await this.#buy();
    else if (chance < 0.85 || this.#bookings.length === 0) await this.#pay();
    else {
      const at = this.#whole(0, this.#bookings.length - 1);
      await unbook(this.#seller, this.#bookings[at]?.line ?? '');
      this.#bookings = this.#bookings.filter((_, index) => index !== at);
    }
  }

  async #buy(): Promise<void> {
    const isForeign = this.#random() < 0.3;
    const cost = {
      amount: this.#whole(10, 5000),
      rate: isForeign ? this.#whole(100, 160) : 1,
      date: this.#day(),
      due: this.#random() < 0.7 ? this.#day() : null,
      isCredit: this.#random() < 0.25,
      howPaid: this.#whole(1, 4),
      supplier: this.#random() < 0.5 ? 'Birgir hf.' : 'Efnissalan ehf.',
      isApproved: this.#random() < 0.8,
    };
    const guid = await createCompleteCost(this.#seller, {
      date: cost.date,
      amount: cost.amount,
      how_paid: cost.howPaid,
      supplier_name: cost.supplier,
      supplier_id: cost.supplier === 'Birgir hf.' ? '5501234520' : '5902697199',
      ...(isForeign && { currency: 'EUR', exchange_rate: cost.rate }),
      ...(cost.due !== null && { due_date: cost.due }),
      ...(cost.isCredit && { credit_note: 1 }),
    });
    if (cost.isApproved) await tryToApproveCost(this.#kvitt, this.#seller, guid);
    this.#costs.push({ guid, ...cost });
  }

  /** One line for up to three costs; a part that is too much is refused, and nothing of the line is booked. */
  async #pay(): Promise<void> {
    const isCredit = this.#random() < 0.25;
    const chosen = this.#costs.filter((one) => one.isCredit === isCredit).slice(-this.#whole(1, 3));
    if (chosen.length === 0) return;
    const parts = chosen.map((cost) => ({ cost, amount: this.#whole(1, Math.ceil(cost.amount * 0.7)) }));
    const actions = parts.map(({ cost, amount }) => ({
      type: 'cost',
      cost_guid: cost.guid,
      amount: amount * cost.rate + (cost.rate === 1 ? 0 : 7),
      ...(cost.rate !== 1 && { cost_amount: amount }),
    }));
    const total = actions.reduce((sum, { amount }) => sum + amount, 0);
    const day = this.#day();
    const { guid: line } = await receive(this.#seller, isCredit ? total : -total, this.#account, {
      booked_on: day,
    });
    const call = { guid: line, data: { actions } };
    if (parts.some(({ cost, amount }) => amount > cost.amount - this.#paidOf(cost))) {
      const refused = await this.#seller.expectRefusal('book-bank-line', call);
      assert.equal(refused.error_code, 'cost_exceeded');
      return;
    }
    await this.#seller.ok('book-bank-line', call);
    this.#bookings.push({ line, day, parts });
  }

  async compare(): Promise<void> {
    const listed = await this.#seller.ok('get-costs', { limit: 1000 });
    const actual = listed.map((one: any) => [one.guid, one.due_date, one.paid_amount, one.remaining]);
    const expected = this.#costs.map((one) => {
      const paid = this.#isPaidAtPurchase(one) ? one.amount : this.#paidOf(one);
      const sign = one.isCredit ? -1 : 1;
      return [one.guid, one.due, sign * paid + 0, sign * (one.amount - paid) + 0];
    });
    assert.deepEqual(sorted(actual), sorted(expected));
    const payables = await this.#seller.ok('get-costs', { payable: 1, limit: 1000 });
    const owed = this.#costs.filter(
      (one) => one.isApproved && !this.#isPaidAtPurchase(one) && this.#paidOf(one) < one.amount,
    );
    const days = owed.map((one) => one.due ?? one.date).sort();
    assert.deepEqual(
      payables.map((one: any) => one.due_date ?? one.issue_date),
      days,
    );
    assert.deepEqual(payables.map(({ guid }: any) => guid).sort(), owed.map(({ guid }) => guid).sort());
    for (const day of [TODAY, this.#day(), this.#day()]) await this.#compareAges(day);
  }

  async #compareAges(day: string): Promise<void> {
    const { total, rows } = await this.#seller.ok('get-aged-payables', { as_of: day });
    assert.deepEqual([total.bands, total.credit, total.total, total.without_rate], this.#agesOf(day, null));
    for (const one of rows)
      assert.deepEqual([one.bands, one.credit, one.total, one.without_rate], this.#agesOf(day, one.supplier));
  }

  #agesOf(day: string, supplier: string | null) {
    const bands = [0, 0, 0, 0, 0];
    let credit = 0;
    for (const one of this.#costs) {
      if (!one.isApproved || this.#isPaidAtPurchase(one) || (supplier && one.supplier !== supplier)) continue;
      const rest = ((one.date <= day ? one.amount : 0) - this.#paidOf(one, day)) * one.rate;
      const late = (Date.parse(day) - Date.parse(one.due ?? one.date)) / 86_400_000;
      const band = [0, 30, 60, 90, Number.POSITIVE_INFINITY].findIndex((most) => late <= most);
      if (one.isCredit) credit -= rest;
      else if (rest < 0) credit += rest;
      else bands[band] = (bands[band] ?? 0) + rest;
    }
    return [bands, credit + 0, bands.reduce((sum, one) => sum + one, credit) + 0, 0];
  }

  #isPaidAtPurchase({ howPaid, due }: OwnCost): boolean {
    return howPaid >= 2 && due === null;
  }

  #paidOf(cost: OwnCost, until = '9999-12-31'): number {
    const parts = this.#bookings.filter(({ day }) => day <= until).flatMap((one) => one.parts);
    return parts.filter((one) => one.cost === cost).reduce((sum, { amount }) => sum + amount, 0);
  }

  #day(): string {
    return new Date(Date.parse('2025-11-15') + this.#whole(0, 122) * 86_400_000).toISOString().slice(0, 10);
  }

  #whole(from: number, to: number): number {
    return from + Math.floor(this.#random() * (to - from + 1));
  }
}

function sorted(rows: unknown[][]): unknown[][] {
  return rows.toSorted((a, b) => String(a[0]).localeCompare(String(b[0])));
}
