import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { requiredScope } from '../../src/kernel/access/access.ts';
import { sql } from '../../src/kernel/database/sql.ts';
import type { Operation } from '../../src/kernel/operations/operation.ts';
import { routes as agentRoutes } from '../../src/surfaces/agent/routes.ts';
import { routes } from '../../src/surfaces/credential/routes.ts';
import { callAgent } from '../support/agents/agent.ts';
import { AGENT_CASES, methodOf, pathOf, templateOf } from '../support/agents/cases.ts';
import { randomBodies } from '../support/changed-bodies.ts';
import type { Client } from '../support/client.ts';
import { DatabaseDigest } from '../support/database-digest.ts';
import { ENDPOINTS } from '../support/endpoints/all.ts';
import { openBooks, renewBooks } from '../support/endpoints/books.ts';
import type { Books } from '../support/endpoints/case.ts';
import { Random } from '../support/fuzz/random.ts';
import { request } from '../support/http-request.ts';
import { basicAuth } from '../support/requests.ts';
import { select } from '../support/select.ts';
import { onBothDatabases } from '../support/service.ts';

const WRITES = ENDPOINTS.filter(({ writes }) => writes);
const AGENT_WRITES = AGENT_CASES.filter((one) => methodOf(one) !== 'GET');
/** The compact bodies, which run operations of their own. */
const COMPACT = ['/invoices', '/quotes'].map((path) => ({
  path,
  body: ({ kennitala }: Books) => ({
    client_kennitala: kennitala,
    client_name: 'Kaupandi ehf.',
    items: [{ description: 'Ráðgjöf', qty: 2, price: 15000 }],
  }),
}));
const GUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

interface Answer {
  status: number;
  headers: Headers;
  body: any;
}
type Fields = Record<string, unknown>;
type Send = (headers: Record<string, string>) => Promise<Answer>;
/** Sends a body of the test's choice. */
type SendBody = (body: Fields | undefined, headers: Record<string, string>) => Promise<Answer>;

const SEED = 16;

test('every write of both surfaces is in the tables of this test', () => {
  const writes = routes.filter(({ operation }) => operation.kind === 'write');
  assert.deepEqual(WRITES.map(({ path }) => path).sort(), writes.map(({ path }) => path).sort());
  const agentWrites = agentRoutes.filter(
    ({ operation }) => operation.kind === 'write' && requiredScope(operation.access) !== null,
  );
  assert.deepEqual(AGENT_WRITES.map(templateOf).sort(), agentWrites.map(templateOfRoute).sort());
});

onBothDatabases('a dry run', (kvitt) => {
  let seller: Client;
  let digest: DatabaseDigest;
  let books: Books;
  const db = () => kvitt.service.engine.kernel.db;

  before(async () => {
    const now = kvitt.now();
    kvitt.now = () => now;
    seller = await kvitt.account();
    digest = await DatabaseDigest.of(db());
    books = await openBooks(seller);
  });

  async function countRehearsals(): Promise<number> {
    const [row] = await select<{ count: number }>(
      db(),
      sql`select count(*) from audit_log where outcome = 'dry_run'`,
    );
    return row?.count ?? 0;
  }

  const sellerId = () => sql`(select account_id from accounts where username = ${seller.username})`;

  async function newestEvent(): Promise<number> {
    const [row] = await select<{ last: number }>(
      db(),
      sql`select coalesce(max(last), 0) as last from event_counters where account_id = ${sellerId()}`,
    );
    return row?.last ?? 0;
  }

  async function eventsAfter(position: number): Promise<string[]> {
    const rows = await select<{ type: string }>(
      db(),
      sql`select type from events where account_id = ${sellerId()} and position > ${position} order by position`,
    );
    return [...new Set(rows.map(({ type }) => type))];
  }

  /** Rehearses a call twice, then makes it; the rehearsals keep nothing and predict its answer. */
  async function predicts(name: string, operation: Operation | undefined, send: Send): Promise<void> {
    const before = await digest.read();
    const audited = await countRehearsals();
    const key = { 'idempotency-key': `dry-run-${name.replaceAll(/\W/g, '-')}` };
    const rehearsed = await send({ 'kvitt-dry-run': '1', ...key });
    const again = await send({ 'kvitt-dry-run': 'yes' });
    assert.deepEqual(await digest.read(), before, `${name} left something behind`);
    assert.equal(await countRehearsals(), audited + 2, name);
    assert.equal(rehearsed.headers.get('kvitt-dry-run'), '1', name);
    const newest = await newestEvent();
    const real = await send(key);
    assert.equal(real.body.status, true, `${name}: ${real.body.message}`);
    assert.equal(real.headers.get('kvitt-dry-run'), null, name);
    assert.equal(rehearsed.status, real.status, name);
    const { dry_run, would, ...answer } = rehearsed.body;
    assert.equal(dry_run, true, `${name}: ${JSON.stringify(rehearsed.body)}`);
    assert.deepEqual(would.events, await eventsAfter(newest), name);
    checkEffect(name, operation, 'kind' in would);
    assert.deepEqual(fixed(answer), fixed(real.body, answer), name);
    assert.deepEqual(fixed(again.body), fixed(rehearsed.body), name);
    const replayed = await send({ 'kvitt-dry-run': '1', ...key });
    const { dry_run: isDry, would: nothing, ...stored } = replayed.body;
    assert.deepEqual([isDry, nothing], [true, { events: [] }], name);
    assert.deepEqual(stored, real.body, name);
  }

  interface Target {
    name: string;
    good: Fields | undefined;
    send: SendBody;
  }

  /** Every write of both surfaces, on records of their own. */
  async function targets(): Promise<Target[]> {
    const [books, agentBooks] = [await openBooks(seller), await openBooks(seller)];
    return [
      ...WRITES.map(({ path, good }) => ({ name: path, good: good(books), send: sendForm(path) })),
      ...AGENT_WRITES.map((one) => ({
        name: one.call,
        good: one.body?.(agentBooks),
        send: sendTo(methodOf(one), pathOf(one, agentBooks)),
      })),
      ...COMPACT.map(({ path, body }) => ({
        name: `compact ${path}`,
        good: body(agentBooks),
        send: sendTo('POST', path),
      })),
    ].filter(({ good }) => good && Object.keys(good).length > 0);
  }

  const sendForm =
    (path: string): SendBody =>
    async (body = {}, headers) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(body))
        if (value instanceof File) form.set(name, value);
        else form.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
      const response = await request(`${kvitt.url}/api/v1/${path}`, {
        method: 'POST',
        body: form,
        headers: { ...basicAuth(seller), ...headers },
      });
      return { status: response.status, headers: response.headers, body: response.json() };
    };

  const sendTo =
    (method: string, path: string): SendBody =>
    (body, headers) => {
      const hasFile = Object.values(body ?? {}).some((value) => value instanceof File);
      const form = hasFile ? new FormData() : null;
      for (const [name, value] of Object.entries(form ? (body ?? {}) : {})) form?.set(name, value as File);
      return callAgent(kvitt.url, method, path, form ?? body, { ...basicAuth(seller), ...headers });
    };

  test('of random bodies, valid and invalid, keeps nothing and predicts the answer of every write', async () => {
    const calls = (await targets()).flatMap(({ name, good = {}, send }, stream) =>
      randomBodies(good, new Random(SEED, stream)).map((body) => ({
        sent: `${name} ${JSON.stringify(body)}`.slice(0, 2000),
        send: (headers: Record<string, string>) => send(body, headers),
      })),
    );
    const before = await digest.read();
    for (const { send } of calls) await send({ 'kvitt-dry-run': '1' });
    const { audit_log: _audited, ...after } = await digest.read();
    const { audit_log: _before, ...same } = before;
    assert.deepEqual(after, same);
    const outcomes = { done: 0, refused: 0 };
    for (const { sent, send } of calls) {
      const rehearsal = await send({ 'kvitt-dry-run': '1' });
      const real = await send({});
      const { dry_run: _dry, would: _would, ...answer } = rehearsal.body;
      assert.equal(rehearsal.status, real.status, `${sent}: ${JSON.stringify([rehearsal.body, real.body])}`);
      assert.deepEqual(fixed(answer), fixed(real.body, answer), sent);
      assert.equal(rehearsal.headers.get('kvitt-dry-run'), '1', sent);
      outcomes[real.body.status === true ? 'done' : 'refused'] += 1;
    }
    assert.ok(outcomes.done > 15 && outcomes.refused > 50, JSON.stringify(outcomes));
  });

  describe('of the credential API', () => {
    for (const { path, good } of WRITES)
      test(`${path} keeps nothing and predicts the answer`, async () => {
        const fields = good(books);
        const operation = routes.find((route) => route.path === path)?.operation;
        await predicts(path, operation, (headers) => sendForm(path)(fields, headers));
        books = await renewBooks(seller, books, fields);
      });
  });

  describe('of the agent API', () => {
    for (const one of AGENT_WRITES)
      test(`${one.call} keeps nothing and predicts the answer`, async () => {
        const target = one.call.endsWith('/end') ? { ...books, task: books.running } : books;
        const [path, sent] = [pathOf(one, target), one.body?.(target)];
        const route = agentRoutes.find((route) => templateOfRoute(route) === templateOf(one));
        await predicts(one.call, route?.operation, (headers) => sendTo(methodOf(one), path)(sent, headers));
        books = await renewBooks(seller, books, { path, ...sent });
      });
    for (const { path, body } of COMPACT)
      test(`POST ${path} with a compact body keeps nothing and predicts the answer`, async () => {
        const sent = body(books);
        const route = agentRoutes.find((one) => one.method === 'POST' && one.path === path);
        await predicts(`compact ${path}`, route?.compact, (headers) => sendTo('POST', path)(sent, headers));
      });
  });
});

function templateOfRoute({ method, path }: { method: string; path: string }): string {
  return `${method} ${path.replaceAll(/:\w+/g, '{guid}')}`;
}

/** A write that programs may call says what it would do. */
function checkEffect(name: string, operation: Operation | undefined, hasEffect: boolean): void {
  if (operation?.kind !== 'write') assert.fail(`${name} has no operation`);
  if (requiredScope(operation.access) !== null) assert.ok(hasEffect, `${name} does not describe its effect`);
}

/**
 * The answer without what a rehearsal cannot know: guids and ids of new records, the rows of the audit log, and how the tax
 * office lets a return be paid. `like`:
 * an answer of a rehearsal, whose nulls stand for any id.
 */
function fixed(value: any, like?: any): any {
  if (like === null && (typeof value === 'number' || GUID.test(value) || /^whsec_/.test(value))) return null;
  if (Array.isArray(value)) return value.map((one, at) => fixed(one, like?.[at]));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !['action_id', 'number', 'ocr', 'claim_no'].includes(name))
      .map(([name, one]) => [name, fixed(one, like?.[name])]),
  );
}
