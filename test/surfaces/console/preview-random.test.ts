import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { type Client, invoice, line } from '../../support/client.ts';
import { signInToConsole } from '../../support/console-client.ts';
import { ConsoleOperations } from '../../support/console-operations.ts';
import {
  bodyFor,
  type Fixtures,
  KNOWN_KENNITALA,
  type RandomBody,
  randomBody,
} from '../../support/random-bodies.ts';
import { uploadFile } from '../../support/requests.ts';
import { TestService } from '../../support/service.ts';
import { openTaskAccount } from '../../support/tasks.ts';
import { UNKNOWN_GUID } from '../../support/unknown-guid.ts';

const BATCHES = 5;
const BODIES = 50;
/** Every so many bodies are sent as the browser does; the others are given to the same operations. */
const BY_REQUEST = 10;

/** Accounts that refuse for different reasons: with all plans, without any, and one that cannot send e-invoices. */
const SELLERS: Record<string, unknown>[] = [
  {},
  {},
  {},
  {},
  {},
  {},
  { subscriptions: ['webservice', 'task'] },
  { address: '', zip: '', bank_account: '' },
];

/** Codes that the writes must have refused with; otherwise the generator misses invalid bodies. */
const CODES = [
  'amount_mismatch',
  'credit_refused',
  'customer_not_found',
  'einvoice_refused',
  'exchange_rate_missing',
  'field_invalid',
  'field_required',
  'figures_refused',
  'file_in_use',
  'file_not_found',
  'flags_conflict',
  'item_inactive',
  'item_not_found',
  'subscription_required',
  'task_not_found',
  'task_nothing_to_bill',
  'task_running',
];

/** What a body is sent as: an invoice, a new document, or a change of the last document of its kind. */
const USES = [
  ...['invoice', 'invoice', 'invoice', 'invoice', 'invoice', 'invoice'],
  ...['new order', 'new draft', 'new quote', 'changed order', 'changed draft', 'changed quote'],
];

describe('previews and writes agree on random bodies (postgres)', () => {
  const kvitt = new TestService();
  before(async () => {
    await kvitt.start('postgres');
    kvitt.now = () => new Date('2026-03-10T12:00:00Z');
    await kvitt.operator('PUT', '/rates/EUR/2026-01-01', { rate: 150 });
  });
  after(() => kvitt.stop());

  test('a preview has no problems exactly when the write succeeds; otherwise both name the same problems', async () => {
    const otherAccount = await kvitt.account();
    const foreign = await foreignRecords(otherAccount);
    const outcomes = new Map<string, number>();
    await Promise.all(
      SELLERS.map(async (fields, lane) => {
        const seller = await kvitt.account(fields);
        const [consoleClient, operations] = [
          await signInToConsole(seller),
          new ConsoleOperations(kvitt, seller),
        ];
        const account = await fixtures(seller, foreign);
        const saved = new Map<string, string>();
        const compareAll = async (bodies: RandomBody[]) => {
          for (const [nth, body] of bodies.entries()) {
            const console = nth % BY_REQUEST === 0 ? consoleClient : operations;
            const outcome = await compare(console, account, saved, body);
            outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
          }
        };
        const batch = fc.array(randomBody, { minLength: BODIES, maxLength: BODIES });
        // Each body changes the state that the next one meets, so shrinking a failure would not reproduce it.
        await fc.assert(fc.asyncProperty(batch, compareAll), {
          numRuns: BATCHES,
          seed: lane + 1,
          endOnFailure: true,
        });
      }),
    );
    const total = [...outcomes.values()].reduce((sum, count) => sum + count, 0);
    assert.equal(total, SELLERS.length * BATCHES * BODIES);
    for (const outcome of ['issued', 'saved']) {
      const count = outcomes.get(outcome) ?? 0;
      assert.ok(count > total / 16, `only ${count} of ${total} were ${outcome}`);
    }
    assert.deepEqual(
      CODES.filter((code) => !outcomes.has(code)),
      [],
      'nothing was refused for these',
    );
  });
});

/** Sends the body to the preview and to the write, and returns the outcome of the write. `saved`: the last document of each kind. */
async function compare(
  console: Pick<ConsoleOperations, 'call'>,
  account: Fixtures,
  saved: Map<string, string>,
  random: RandomBody,
): Promise<string> {
  const { preview: previews, write, kind, wrap } = operationsFor(random, saved);
  const { type, ...body } = bodyFor(account, kind ? { ...random, type: 'invoice' } : random);
  const withoutAmount = kind ? body : { ...body, type };
  const sent = random.amount === 'right' ? withoutAmount : { ...withoutAmount, amount: random.amount };
  const preview = await console.call(previews, kind ? { kind, ...wrap(sent, true) } : sent);
  const amount = 'amount' in sent ? sent.amount : amountOf(preview.body);
  const written = await console.call(write, wrap({ ...sent, amount }));
  const refusals = written.status === 200 ? [] : written.body.problems;
  // Where a field cannot even be parsed, the write also names what the rules refuse of the others.
  const { problems } = preview.body;
  const compared = preview.status === 200 ? refusals : refusals.slice(0, problems.length);
  assert.deepEqual(problems, compared, JSON.stringify({ write, ...sent, amount }));
  assert.ok(written.status < 500 && preview.status < 500, written.body.message);
  if (written.status !== 200) return written.body.error;
  if (kind) saved.set(kind, written.body.guid);
  else account.invoices.push(written.body.guid);
  return kind ? 'saved' : 'issued';
}

type Wrap = (data: object, isPreview?: true) => object;

function operationsFor(random: RandomBody, saved: ReadonlyMap<string, string>) {
  const [how, kind = ''] = (USES[random.pick % USES.length] ?? '').split(' ');
  const guid = how === 'changed' ? saved.get(kind) : undefined;
  if (!kind) {
    const wrap: Wrap = (data) => data;
    return { preview: 'preview-invoice', write: 'create-invoice', kind: null, wrap };
  }
  const noun = kind === 'quote' ? kind : `${kind}-invoice`;
  const wrap: Wrap = (data, isPreview) => (guid ? { guid, data } : isPreview ? { data } : data);
  return { preview: 'preview-document', write: `${guid ? 'update' : 'create'}-${noun}`, kind, wrap };
}

/** The amount to send; zero where the preview's amount is too large for create-invoice to parse. */
function amountOf({ amount = 0 }: { amount?: number }): number {
  return Math.abs(amount) < 1e12 ? amount : 0;
}

interface ForeignRecords {
  item: string;
  customer: string;
  task: string;
  file: string;
  invoice: string;
}

async function uploadText(seller: Client): Promise<string> {
  const { body } = await uploadFile(seller, 'texti.txt', 'texti');
  return body.result;
}

async function foreignRecords(otherAccount: Client): Promise<ForeignRecords> {
  const shop = await openTaskAccount(Promise.resolve(otherAccount));
  const data = { description: 'Ráðgjöf', uom: 'HUR', tax: 'S', unit_price: 15000 };
  return {
    item: await otherAccount.ok('create-item', { data }),
    customer: shop.customer,
    task: await shop.createLoggedTask(),
    file: await uploadText(otherAccount),
    invoice: await otherAccount.ok('create-invoice', { data: invoice() }),
  };
}

async function fixtures(seller: Client, foreign: ForeignRecords): Promise<Fixtures> {
  const item = (data: object) =>
    seller.ok('create-item', {
      data: { description: 'Vara', uom: 'C62', tax: 'S', unit_price: 1000, ...data },
    });
  const customer = (data: object) =>
    seller.ok('create-customer', { data: { name: 'Kaupandi ehf.', output_select: 4, ...data } });
  const address = { address: 'Hafnarbraut 30', zip: '780', city: 'Höfn' };
  const einvoice = { output_select: 2, email: 'k@example.is', trading_partner_id: KNOWN_KENNITALA };
  const shop = await openTaskAccount(Promise.resolve(seller));
  const billed = await shop.createLoggedTask();
  const running = await shop.createTask();
  const items = {
    pieces: await item({}),
    hours: await item({ uom: 'HUR', tax: 'AA' }),
    inactive: await item({ active: 0 }),
    foreign: foreign.item,
    unknown: UNKNOWN_GUID,
  };
  const used = await uploadText(seller);
  const free = await Promise.all(Array.from({ length: 4 }, () => uploadText(seller)));
  await seller.ok('start-task', { guid: running });
  const lines = [line({ item_number: 'NEW-1', uom: 'HUR', tax: 'Z', unit_price: 500 })];
  const task = { ...lines[0], task_guid: billed };
  const whole = { amount: 500, items: lines };
  const credited = await seller.ok('create-invoice', { data: invoice(whole) });
  return {
    items,
    customers: {
      paper: await customer({}),
      known: await customer({ registration_no: KNOWN_KENNITALA }),
      mailed: await customer({ output_select: 3, email: 'k@example.is', due_date: 10, settlement_date: 20 }),
      einvoice: await customer({ ...einvoice, ...address }),
      'einvoice-lacking': await customer(einvoice),
      exempt: await customer({ tax_exempt: 1 }),
      foreign: foreign.customer,
      unknown: UNKNOWN_GUID,
    },
    tasks: {
      logged: [
        await shop.createLoggedTask(),
        await shop.createLoggedTask(),
        await shop.createLoggedTask(),
        await shop.createLoggedTask(),
      ],
      empty: [await shop.createTask()],
      running: [running],
      billed: [billed],
      foreign: [foreign.task],
      unknown: [UNKNOWN_GUID],
    },
    files: { free, used: [used], foreign: [foreign.file], unknown: [UNKNOWN_GUID] },
    invoices: [
      await seller.ok('create-invoice', { data: invoice({ ...whole, items: [task], files: used }) }),
      await seller.ok('create-invoice', { data: invoice({ ...whole, save: 1 }) }),
      await seller.ok('create-invoice', { data: invoice({ ...whole, mark_paid: 1 }) }),
      credited,
      await seller.ok('create-invoice', {
        data: { type: 'credit', settlement_date: '2099-12-31', ref_invoice_guid: credited, amount: 500 },
      }),
      foreign.invoice,
    ],
  };
}
