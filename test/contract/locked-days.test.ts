import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { z } from 'zod';
import { requiredScope } from '../../src/kernel/access/access.ts';
import type { WriteOperation } from '../../src/kernel/operations/operation.ts';
import { createCostAdv } from '../../src/modules/costs/create-cost.ts';
import { createInvoice } from '../../src/modules/invoices/issue/create-invoice.ts';
import { doPaidInvoice } from '../../src/modules/payments/do-paid-invoice.ts';
import { recordPayment } from '../../src/modules/payments/record-payment.ts';
import { routes as agentRoutes } from '../../src/surfaces/agent/routes.ts';
import { operations } from '../../src/surfaces/console/routes.ts';
import { undoableOperations } from '../../src/surfaces/console/undoable.ts';
import { routes } from '../../src/surfaces/credential/routes.ts';
import { type Agent, createAgent } from '../support/agents/agent.ts';
import { AGENT_CASES, methodOf, pathOf, templateOf } from '../support/agents/cases.ts';
import { type Client, invoice, line } from '../support/client.ts';
import { ConsoleClient, signInToConsole } from '../support/console-client.ts';
import { ENDPOINTS } from '../support/endpoints/all.ts';
import { openBooks, renewBooks } from '../support/endpoints/books.ts';
import type { Books, Fields } from '../support/endpoints/case.ts';
import { completeCost } from '../support/endpoints/costs.ts';
import { LockedBooks } from '../support/locked-books.ts';
import { McpClient } from '../support/mcp.ts';
import { basicAuth } from '../support/requests.ts';
import { buy, openSale } from '../support/sales.ts';
import { onBothDatabases } from '../support/service.ts';

type Write = WriteOperation<unknown, unknown, unknown>;

interface LockedRecords extends Books {
  /** An invoice without VAT that does not say why. */
  unstated: string;
  /** A selling page with an unpaid order. */
  sale: string;
  orderNumber: string;
}

interface Call {
  name: string;
  operation: Write;
  sent: (books: LockedRecords) => Fields;
}

const INSIDE = '2026-03-02';
const csv = (text: string) => Buffer.from(text).toString('base64');

/** Bodies that book by a locked day, of operations whose case in the table of endpoints books nothing. */
const BOOKING: Readonly<Record<string, (books: LockedRecords) => Fields>> = {
  'update-cost': ({ approvedCost: guid }) => ({ guid, data: { accounting_status: 'Skipped' } }),
  'delete-cost': ({ approvedCost: guid }) => ({ guid }),
  'decide-vat-kind': ({ unstated: guid }) => ({
    data: { vat_kind: 'zero_rated', records: [{ kind: 'invoice', guid }] },
  }),
  'import-records': () => ({
    kind: 'costs',
    file_name: 'a.csv',
    file: csv(`supplier_name;invoice_number;date;amount\nEfnissalan;77;${INSIDE};1240\n`),
  }),
  'approve-cost': ({ cost: guid }) => ({ guid }),
  'release-order': ({ sale: guid, orderNumber: invoice_number }) => ({ guid, invoice_number }),
};

/** What changes the journal of locked days and is not refused. None of it changes a box of the return. */
const CHANGES_JOURNAL: Readonly<Record<string, string>> = {
  'allocate-payment': 'what a payment settles moves between a customer and the credit of the customer',
  'book-bank-line': 'the bank reports the money: it is recorded with its day of value',
  'update-journal-accounts': 'the same entries on other accounts',
};

const isWrite = (operation: unknown): operation is Write => Object(operation).kind === 'write';
const templateOfRoute = ({ method, path }: { method: string; path: string }) =>
  `${method} ${path.replaceAll(/:\w+/g, '{guid}')}`;

/** The code and message of a refusal, as each surface has it, also of one document or record; null where the call was taken. */
function refusalIn(answer: any): { code: string; message: string } | null {
  const { result = {}, refused = [] } = answer;
  const [alone] = Array.isArray(result) ? result : (result?.invoices ?? refused);
  const about = alone && 'problems' in alone ? alone.problems[0] : (alone ?? answer);
  const code = about.error_code ?? about.error ?? about.code;
  return code && about.status !== true ? { code, message: about.message } : null;
}

/** The input of an operation, a part of which the credential API encodes as `data`. */
function toInput({ input }: Write, { data, ...fields }: Fields): Fields {
  const { properties = {} } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  if (data === undefined) return fields;
  return 'data' in properties ? { ...fields, data } : { ...fields, ...(data as Fields) };
}

const asText = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value));
const hasFile = (fields: Fields) => Object.values(fields).some((value) => value instanceof File);

function toForm(fields: Fields): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    form.set(name, value instanceof File ? value : asText(value));
  return form;
}

/** Fields with a file as a form, others as they are. */
const toBody = (fields: Fields) => (hasFile(fields) ? toForm(fields) : fields);

onBothDatabases('a locked day', (kvitt) => {
  let seller: Client;
  let agent: Agent;
  let mcp: McpClient;
  let owner: ConsoleClient;
  let accountant: ConsoleClient;
  let books: LockedRecords;
  let locked: LockedBooks;

  before(async () => {
    LockedBooks.setClock(kvitt);
    seller = await kvitt.account({ email: 'owner@example.is' });
    agent = await createAgent(seller);
    mcp = new McpClient(kvitt.url, { authorization: `Bearer ${agent.token}` });
    owner = await signInToConsole(seller);
    accountant = await signInAccountant();
    const unstated = await seller.ok('create-invoice', {
      data: invoice({ amount: 1000, items: [line({ tax: 'Z' })] }),
    });
    const { guid: sale } = await openSale(seller);
    const { invoice_number: orderNumber } = await buy(seller, sale);
    books = { ...(await openBooks(seller)), unstated, sale, orderNumber };
    locked = await LockedBooks.of(kvitt, seller);
  });

  async function signInAccountant(): Promise<ConsoleClient> {
    const username = `accountant-${seller.username}`;
    await kvitt.service.engine.kernel.db.transaction((tx) =>
      tx.script(`insert into people (account_id, guid, username, role, password_hash, created_at)
        select account_id, gen_random_uuid(), '${username}', 'accountant', password_hash, now()
        from people where username = '${seller.username}'`),
    );
    return new ConsoleClient(kvitt.url).signIn({ username });
  }

  /** Sends a call. Whatever it answers, nothing may have changed in the locked days. */
  async function attempt({ name, operation, sent }: Call, send: (fields: Fields) => Promise<any>) {
    const fields = sent(books);
    const answer = await send(fields);
    const refusal = refusalIn(answer);
    const { boxes, rows } = await locked.changes();
    assert.equal(boxes, false, `${name} has changed a VAT return that is locked`);
    if (!(operation.name in CHANGES_JOURNAL)) assert.deepEqual(rows, [], name);
    if (operation.books) {
      assert.equal(refusal?.code, 'period_locked', `${name}: ${JSON.stringify(answer).slice(0, 500)}`);
      assert.match(refusal.message, /first open date is 2026-05-01/, name);
      return;
    }
    assert.equal(refusal, null, `${name}: ${JSON.stringify(refusal)}`);
    await locked.whileOpen(async () => {
      books = { ...books, ...(await renewBooks(seller, books, fields)) };
    });
  }

  const CALLS: readonly Call[] = ENDPOINTS.filter(({ writes }) => writes).map(({ path, good }) => {
    const operation = routes.find((route) => route.path === path)?.operation;
    assert.ok(isWrite(operation), path);
    return { name: path, operation, sent: BOOKING[operation.name] ?? good };
  });

  describe('is kept by every write of the credential API', () => {
    for (const call of CALLS)
      test(call.name, () =>
        attempt(call, async (fields) => {
          const path = `${kvitt.url}/api/v1/${call.name}`;
          const sent = { method: 'POST', body: toForm(fields), headers: basicAuth(seller) };
          return (await fetch(path, sent)).json();
        }),
      );
  });

  describe('is kept by every write of the agent API', () => {
    for (const one of AGENT_CASES.filter((one) => methodOf(one) !== 'GET'))
      test(one.call, async () => {
        const route = agentRoutes.find((route) => templateOfRoute(route) === templateOf(one));
        const operation = route?.operation;
        assert.ok(isWrite(operation));
        const target = one.call.endsWith('/end') ? { ...books, task: books.running } : books;
        // Of a record that a path names, the body that books has only the rest.
        const { guid, ...booking } = BOOKING[operation.name]?.(books) ?? {};
        const path = guid ? pathOf(one, books).replace(/[^/]+$/, String(guid)) : pathOf(one, target);
        const body = Object.keys(booking).length > 0 ? booking : one.body?.(target);
        const sent = () => ({ path, ...body });
        await attempt({ name: one.call, operation, sent }, async () => {
          return (await agent.call(methodOf(one), path, body && toBody(body))).body;
        });
      });
    test('compact bodies', async () => {
      const items = [{ description: 'Ráðgjöf', qty: 2, price: 15000 }];
      const body = { client_kennitala: books.kennitala, client_name: 'K ehf.', items, issue_date: INSIDE };
      const compact = agentRoutes.find(
        ({ method, path }) => method === 'POST' && path === '/invoices',
      )?.compact;
      assert.ok(isWrite(compact));
      const call = { name: 'compact', operation: compact, sent: () => body };
      await attempt(call, async () => (await agent.call('POST', '/invoices', body)).body);
    });
  });

  const BOOKS = CALLS.filter(({ operation }) => operation.books);

  describe('is kept by MCP', () => {
    const call = async (name: string, args: Fields) => (await mcp.callTool(name, args)).structuredContent;
    for (const one of BOOKS.filter(
      ({ name, operation }) => requiredScope(operation.access) !== null && name !== 'create-cost',
    ))
      test(`operation_call of ${one.name}`, () =>
        attempt(one, ({ file: _file, ...fields }) =>
          call('operation_call', { operation: one.operation.name, input: toInput(one.operation, fields) }),
        ));
    const TOOLS: Readonly<Record<string, readonly [operation: Write, args: () => Fields]>> = {
      invoice_create: [createInvoice, () => invoice()],
      invoice_credit: [createInvoice, () => ({ guid: books.invoice })],
      invoice_mark_paid: [doPaidInvoice, () => ({ guid: books.invoice })],
      payment_record: [
        recordPayment,
        () => ({ amount: 10, paid_on: INSIDE, allocations: [{ invoice_guid: books.invoice }] }),
      ],
      cost_create: [createCostAdv, () => completeCost],
    };
    for (const [name, [operation, sent]] of Object.entries(TOOLS))
      test(name, () => attempt({ name, operation, sent }, (args) => call(name, args)));
  });

  describe('is kept by the console', () => {
    test('for many records at once, by an accountant', async () => {
      let tried = 0;
      for (const [name, operation] of undoableOperations()) {
        const sent = BOOKING[name] ?? CALLS.find((one) => one.operation.name === name)?.sent;
        if (!isWrite(operation) || !operation.books || !sent) continue;
        if (!operation.access.roles?.includes('accountant')) continue;
        const { guid = 'x', ...input } = toInput(operation, sent(books));
        const many = { operation: name, guids: [guid], input };
        await attempt(
          { name, operation, sent: () => many },
          async () => (await accountant.call('run-many', many)).body,
        );
        tried += 1;
      }
      assert.ok(tried > 5, String(tried));
    });

    for (const [name, operation] of Object.entries(operations).filter(
      ([, one]) => 'books' in one && one.books,
    )) {
      test(name, async () => {
        assert.ok(isWrite(operation));
        const sent = BOOKING[name] ?? CALLS.find((one) => one.operation.name === name)?.sent;
        assert.ok(sent, name);
        await attempt(
          { name, operation, sent: () => sent(books) },
          async (fields) => (await owner.call(name, toBody(toInput(operation, fields)))).body,
        );
      });
    }
  });
});
