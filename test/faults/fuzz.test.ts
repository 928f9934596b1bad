import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { migratedDatabase, type TestDatabase } from '../support/databases.ts';
import { Fuzzer, type FuzzResult } from '../support/fuzz/fuzz.ts';
import { Random } from '../support/fuzz/random.ts';
import type { OpenApiDocument } from '../support/fuzz/targets.ts';
import { type NodeProcess, startNode } from '../support/node-process.ts';

/** `npm run fuzz` sends a million; this many find a mistake in the treatment of every route. */
const REQUESTS = 1500;
const SEED = 13;
/** An honest request waits for a few others, not for a parser that runs away. */
const MAX_CONTROL_CPU_MS = 1000;

describe('random requests to every route', () => {
  let database: TestDatabase;
  let node: NodeProcess;
  let result: FuzzResult;
  const dir = mkdtempSync(join(tmpdir(), 'kvitt-fuzz-'));

  before(async () => {
    database = await migratedDatabase('postgres');
    const routes = join(dir, 'routes.json');
    node = await startNode(
      { ...database.env, KVITT_TEST_ROUTES: routes, KVITT_SIGNUP: 'on' },
      { imports: [import.meta.resolve('../support/fuzz/record-routes.ts')], isOptimized: true },
    );
    const document = (await (await fetch(`${node.url}/openapi.json`)).json()) as OpenApiDocument;
    const options = { seed: SEED, requests: REQUESTS, concurrency: 8, worldSize: REQUESTS };
    result = await new Fuzzer(node, routes, document, options).run();
  });
  after(async () => {
    await node.crash();
    await database.drop();
    rmSync(dir, { recursive: true, force: true });
  });

  test('get an answer that is well-formed, is no server error and shows nothing of another account', () => {
    assert.deepEqual(result.problems, []);
    assert.equal(result.sent, REQUESTS);
    assert.ok(result.targets > 300, `${result.targets} routes`);
  });

  test('reach operations, and are refused in many ways', () => {
    const { statuses } = result;
    for (const status of ['200', '303', '400', '401', '403', '404', '405', '422'])
      assert.ok((statuses[status] ?? 0) > 0, `no answer ${status}: ${JSON.stringify(statuses)}`);
    assert.ok((statuses[200] ?? 0) > REQUESTS / 10);
  });

  test('do not keep an honest request waiting', () => {
    assert.ok(result.slowestControlCpuMs < MAX_CONTROL_CPU_MS, `${result.slowestControlCpuMs} ms`);
  });
});

describe('the generator of random requests', () => {
  test('does not repeat itself within the draws of a long run', () => {
    const random = new Random(SEED);
    // Brent's algorithm: a cycle that begins within the draws would bring the remembered state back.
    let remembered = random.state;
    for (let power = 1, steps = 0, draws = 0; draws < 1_000_000; draws++) {
      random.next();
      const { state } = random;
      assert.notEqual(state, remembered, `repeats itself after ${draws} draws`);
      steps += 1;
      if (steps === power) [remembered, power, steps] = [state, power * 2, 0];
    }
  });

  test('gives every request numbers of its own, evenly distributed', () => {
    const first = new Set(Array.from({ length: 100_000 }, (_none, n) => new Random(SEED, n).next()));
    // Two of 100,000 draws of 32 bits coincide once on average.
    assert.ok(first.size > 99_990, `${first.size} of 100000 differ`);
    const buckets = new Array<number>(16).fill(0);
    for (let n = 0; n < 160_000; n++) {
      const bucket = new Random(SEED, n).below(16);
      buckets[bucket] = (buckets[bucket] ?? 0) + 1;
    }
    assert.ok(
      buckets.every((count) => Math.abs(count - 10_000) < 500),
      buckets.join(),
    );
  });

  test('builds the same numbers from the same seed', () => {
    const draw = (seed: number) => Array.from({ length: 5 }, (_none, n) => new Random(seed, n).next());
    assert.deepEqual(draw(7), draw(7));
    assert.notDeepEqual(draw(7), draw(8));
  });
});
