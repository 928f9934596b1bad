import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { fields as en } from '../../src/domain/texts/fields-en.ts';
import { fields as is } from '../../src/domain/texts/fields-is.ts';
import { requiredScope } from '../../src/kernel/access/access.ts';
import { SCOPES } from '../../src/kernel/access/scopes.ts';
import { compile, type Sql } from '../../src/kernel/database/sql.ts';
import { describeEffect, effectDigest } from '../../src/kernel/effects/describe-effect.ts';
import { previewWrite } from '../../src/kernel/execute.ts';
import { Failure } from '../../src/kernel/failures/failure.ts';
import { UploadedFile } from '../../src/kernel/fields/uploaded-file.ts';
import type { Caller } from '../../src/kernel/operations/caller.ts';
import type { Kernel } from '../../src/kernel/operations/kernel.ts';
import { operationKey, type ProgramOperation } from '../../src/kernel/operations/program-gate.ts';
import { issueRecurringInvoice } from '../../src/modules/recurring/issue-recurring-invoice.ts';
import { routes } from '../../src/surfaces/credential/routes.ts';
import type { JsonSchema } from '../../src/surfaces/http/wire/json-schema.ts';
import type { Properties } from '../../src/surfaces/mcp/input/json-schema.ts';
import { operationInput } from '../../src/surfaces/mcp/input/tool-input.ts';
import { invoice } from '../support/client.ts';
import { CALLS, type NamedRecords, openNamedRecords, UNSTORED, VALUES } from '../support/effect-fields.ts';
import { ENDPOINTS } from '../support/endpoints/all.ts';
import type { Fields } from '../support/endpoints/case.ts';
import { TestService } from '../support/service.ts';

type Write = ProgramOperation['operation'];

/** What a call would store, and the digest of what a person sees of it. */
interface Outcome {
  stored: string;
  seen: string;
}

describe('the digest of an effect', () => {
  const kvitt = new TestService();
  let caller: Caller;
  let books: NamedRecords;
  /** Other records of the same kinds, for the fields that name one. */
  let others: NamedRecords;
  /** The names of all dates and fields that the effects of this file had. */
  const shown = new Set<string>();

  before(async () => {
    await kvitt.start('postgres');
    const seller = await kvitt.account();
    await kvitt.operator('PUT', '/rates/EUR/2026-01-02', { rate: 147.5 });
    books = await openNamedRecords(seller, 'C-1');
    others = await openNamedRecords(seller, 'C-2');
    const account = await kvitt.service.engine.accounts.byUsername(seller.username);
    assert.ok(account);
    const charging = { ...account, settings: { ...account.settings, payment_fee: 250 } };
    const program = { by: 'program', agentId: 'a-program', scopes: SCOPES } as const;
    const call = { ip: '127.0.0.1', requestId: 'test', now: kvitt.now() };
    caller = { account: charging, via: 'agent', ...program, ...call };
  });

  after(() => kvitt.stop());

  async function rehearse(operation: Write, raw: Fields): Promise<Outcome> {
    const stored: unknown[] = [];
    const kernel = recordWrites(kvitt.service.engine.kernel, stored);
    const description = describeEffect(await previewWrite(kernel, operation, caller, raw));
    for (const name of [...Object.keys(description.dates), ...description.fields.map((field) => field.name)])
      shown.add(name);
    return { stored: JSON.stringify(stored), seen: effectDigest(description) };
  }

  /** The outcome of a changed call, with the right sum of its lines; null where it is refused. */
  async function rehearseChanged(operation: Write, raw: Fields): Promise<Outcome | null> {
    try {
      return await rehearse(operation, raw);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const [sent, sum] = error.code === 'amount_mismatch' ? error.details : [];
      if (!sum || Number(sent) === Number(sum)) return null;
      return rehearseChanged(
        operation,
        withValue(raw, raw.data ? ['data', 'amount'] : ['amount'], Number(sum)),
      );
    }
  }

  /** The sum of the lines, which the refusal of another one names. */
  async function rightAmount(operation: Write, raw: Fields): Promise<unknown> {
    const { kernel } = kvitt.service.engine;
    const refusal = await previewWrite(kernel, operation, caller, raw).then(
      () => null,
      (error) => error,
    );
    return refusal instanceof Failure ? Number(refusal.details[1]) : raw.amount;
  }

  async function callsOf(key: string, operation: Write): Promise<Fields[]> {
    const route = routes.find((one) => one.operation === (operation as unknown));
    const good = ENDPOINTS.find(({ path }) => path === route?.path)?.good(books);
    const example = good && route?.input.decode(await withFiles(good), operation.input as never);
    return [...(CALLS[key]?.(books) ?? []), ...(example ? [example as Fields] : [])];
  }

  test('differs between an invoice, a credit note and a paid invoice of the same lines', async () => {
    const { operation } = kvitt.service.engine.kernel.programOperations.get('create-invoice') ?? {};
    assert.ok(operation);
    const plain = invoice({ customer: { guid: books.customer } });
    const bodies = [
      plain,
      { ...plain, type: 'credit', ref_invoice_guid: books.invoice },
      { ...plain, mark_paid: 1 },
    ];
    const digests = new Set<string>();
    for (const body of bodies) digests.add((await rehearse(operation, body)).seen);
    assert.equal(digests.size, 3);
  });

  test('of several documents has what each of them would have alone', async () => {
    const { programOperations } = kvitt.service.engine.kernel;
    const [single, several] = ['create-invoice', 'create-invoices'].map((key) => programOperations.get(key));
    assert.ok(single && several);
    const digests = new Set<string>();
    const bodies = await callsOf('create-invoice', single.operation);
    for (const body of bodies) {
      const amount = await rightAmount(single.operation, body);
      const sent = { ...body, amount };
      const { kernel } = kvitt.service.engine;
      const alone = describeEffect(await previewWrite(kernel, single.operation, caller, sent));
      const together = describeEffect(
        await previewWrite(kernel, several.operation, caller, { invoices: [sent] }),
      );
      assert.deepEqual(together.documents, [alone]);
      digests.add(effectDigest(together));
    }
    assert.equal(digests.size, bodies.length);
  });

  test('changes with every field that changes what is stored', async () => {
    const found: string[] = [];
    for (const [key, { operation }] of kvitt.service.engine.kernel.programOperations) {
      // What changes nothing of the books has no effect, and no program calls what the clock issues from a template.
      if (requiredScope(operation.access) === null || key === operationKey(issueRecurringInvoice)) continue;
      // Its documents have the effects of create-invoice.
      if (key === 'create-invoices') continue;
      const calls: Call[] = [];
      for (const raw of await callsOf(key, operation)) {
        const outcome = await rehearseChanged(operation, raw);
        if (outcome) calls.push({ raw, outcome });
        else found.push(`${key}: refused ${JSON.stringify(raw)}`);
      }
      for (const leaf of leavesOf(operationInput(operation.input).json.properties ?? {})) {
        const name = leaf.at.at(-1) ?? '';
        if (UNSTORED[name] || UNSTORED[`${key} ${name}`]) continue;
        const problem = await problemOf(operation, calls, leaf);
        if (problem) found.push(`${key} ${leaf.at.join('.')}: ${problem}`);
      }
    }
    assert.deepEqual(found, []);
    // A person reads the name of each in their own language.
    const labels = [...shown].flatMap((name) => name.split('.')).filter((name) => name !== 'invoice');
    assert.ok(labels.length > 80, 'few effects were described');
    for (const words of [en, is]) {
      const unnamed = labels.filter((name) => !(`field.${name}` in words));
      assert.deepEqual(unnamed, []);
    }
  });

  interface Call {
    raw: Fields;
    outcome: Outcome;
  }

  /** Takes the first call in which another value of the field is stored. The same value, only spelled out, need not be seen. */
  async function problemOf(operation: Write, calls: readonly Call[], leaf: Leaf): Promise<string | null> {
    for (const { raw, outcome } of calls) {
      let isStored = false;
      for (const value of otherValues(leaf, raw)) {
        const changed = await rehearseChanged(operation, withValue(raw, leaf.at, value));
        if (!changed || changed.stored === outcome.stored) continue;
        if (changed.seen !== outcome.seen) return null;
        isStored = true;
      }
      if (isStored) return 'is stored and not seen';
    }
    return 'no call of this test stores another value of it';
  }

  function otherValues({ at, schema }: Leaf, raw: Fields): unknown[] {
    const now = at.reduce<unknown>((value, name) => Object(value)[name], raw);
    const values = VALUES[at.at(-1) ?? '']?.(others, books) ?? usualValues(at, schema, now);
    return values.filter((value) => JSON.stringify(value) !== JSON.stringify(now));
  }

  function usualValues(at: readonly string[], schema: JsonSchema, now: unknown): readonly unknown[] {
    if (schema.enum) return schema.enum;
    if (schema.format === 'date') return ['2026-03-03', '2026-03-17', '2026-04-20'];
    if (schema.type === 'boolean') return [true, false];
    if (schema.type === 'number' || schema.type === 'integer') return [Number(now ?? 1) + 1];
    if (at.at(-1) === 'guid') return guidsFor(at, now);
    return ['Annað', '2026-04-20', '7'];
  }

  function guidsFor(at: readonly string[], now: unknown): string[] {
    if (at.includes('customer')) return [others.otherCustomer];
    if (at.length > 1) return [others.item, books.otherOrderItem];
    const kinds = Object.keys(books) as (keyof NamedRecords)[];
    return kinds.filter((kind) => books[kind] === now).map((kind) => others[kind]);
  }
});

/** A kernel that hands out the same guids in each run, and records what a transaction writes. */
function recordWrites(kernel: Kernel, stored: unknown[]): Kernel {
  let count = 0;
  const newGuid = () => `00000000-0000-7000-8000-${String(++count).padStart(12, '0')}`;
  const record = (statement: Sql) => {
    const { text, values } = compile(statement);
    if (/insert into|update \w+ set|delete from/i.test(text)) stored.push(text, values);
  };
  const db = withMethods(kernel.db, {
    transaction: (work) =>
      kernel.db.transaction((tx) =>
        work(
          withMethods(tx, {
            query(row, statement) {
              record(statement);
              return tx.query(row, statement);
            },
            finish(row, statement, inspect) {
              record(statement);
              return tx.finish(row, statement, inspect);
            },
          }),
        ),
      ),
  });
  return { ...kernel, newGuid, db };
}

/** The object with some other methods. Private fields are out of reach of a proxy, so the methods are bound. */
function withMethods<T extends object>(target: T, methods: Partial<T>): T {
  return new Proxy(target, {
    get(_, name) {
      const value = methods[name as keyof T] ?? target[name as keyof T];
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** Files as the surfaces hand them to operations. */
async function withFiles(sent: Fields): Promise<Fields> {
  const copy = { ...sent };
  for (const [name, value] of Object.entries(sent))
    if (value instanceof File)
      copy[name] = new UploadedFile(value.name, Buffer.from(await value.arrayBuffer()));
  return copy;
}

interface Leaf {
  at: readonly string[];
  schema: JsonSchema;
}

/** The fields of an input, those of its objects and of the first entry of its lists included. */
function leavesOf(properties: Properties, parents: readonly string[] = []): Leaf[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const at = [...parents, name];
    if (schema.properties) return leavesOf(schema.properties, at);
    if (schema.items?.properties) return leavesOf(schema.items.properties, [...at, '0']);
    return [{ at, schema }];
  });
}

/** A copy with another value at a path. */
function withValue(base: unknown, [name = '', ...rest]: readonly string[], value: unknown): Fields {
  const copy = (Array.isArray(base) ? [...base] : { ...Object(base) }) as Fields;
  copy[name] = rest.length === 0 ? value : withValue(copy[name], rest, value);
  return copy;
}
