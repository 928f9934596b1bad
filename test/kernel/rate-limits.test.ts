import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Database } from '../../src/kernel/database/database.ts';
import { TooManyAttempts } from '../../src/kernel/failures/failure.ts';
import { digest } from '../../src/kernel/node/digest.ts';
import { addressPrefix } from '../../src/kernel/security/address-prefix.ts';
import { RateLimiter } from '../../src/kernel/security/rate-limits.ts';
import { signInDelay } from '../../src/modules/people/sessions/sign-in-limits.ts';
import { readTree } from '../support/tree.ts';

const START = Date.parse('2026-03-02T12:00:00Z');
const LIMIT = { subject: 'sign-in from ::1', max: 3, seconds: 60 };

/** A limiter on a count that the test sets, as other nodes would. */
function limited(isOn = true) {
  const shared = { count: 0, until: START + 60_000, queries: 0 };
  const db = {
    query: async () => {
      shared.queries += 1;
      return shared.count === 0 ? [] : [{ subject: digest(LIMIT.subject), ...shared }];
    },
  } as unknown as Database;
  let now = START;
  const limiter = new RateLimiter(db, () => new Date(now), isOn);
  return { shared, limiter, pass: (seconds: number) => (now += seconds * 1000) };
}
const isOver = (seconds: number) => (error: unknown) => {
  assert.ok(error instanceof TooManyAttempts);
  assert.equal(error.retryAfterSeconds, seconds);
  return true;
};

test('allows attempts until the limit is reached, and then says how long to wait', async () => {
  const { shared, limiter, pass } = limited();
  await limiter.refuse([LIMIT]);
  shared.count = 2;
  await limiter.refuse([LIMIT]);
  pass(10);
  shared.count = 3;
  await assert.rejects(limiter.refuse([LIMIT]), isOver(50));
});

test('the failure that reaches the limit is still answered, and the next one is refused', async () => {
  const { shared, limiter } = limited();
  shared.count = 3;
  await limiter.record([LIMIT]);
  shared.count = 4;
  await assert.rejects(limiter.record([LIMIT]), isOver(60));
});

test('a node that knows of an exceeded limit refuses without the database until it ends', async () => {
  const { shared, limiter, pass } = limited();
  shared.count = 4;
  await assert.rejects(limiter.record([LIMIT]));
  const { queries } = shared;
  assert.throws(() => limiter.refuseKnown([LIMIT]), isOver(60));
  assert.throws(() => limiter.refuseKnown([{ ...LIMIT, subject: 'other' }, LIMIT]), isOver(60));
  limiter.refuseKnown([{ ...LIMIT, subject: 'other' }]);
  pass(60);
  limiter.refuseKnown([LIMIT]);
  assert.equal(shared.queries, queries);
});

test('a limiter that is off counts nothing', async () => {
  const { shared, limiter } = limited(false);
  shared.count = 99;
  await limiter.refuse([LIMIT]);
  await limiter.record([LIMIT]);
  await limiter.clear([LIMIT]);
  assert.equal(await limiter.attempt([LIMIT], async () => true), true);
  assert.equal(shared.queries, 0);
});

test('counts an IPv6 network of 64 bits as one address, and mapped IPv4 addresses as themselves', () => {
  for (const [ip, prefix] of [
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['', ''],
    ['unknown', 'unknown'],
  ] as const)
    assert.equal(addressPrefix(ip), prefix, ip);
});

test('counts addresses only by their prefix', () => {
  const subjects = [...readTree('src/**/*.ts')].flatMap(([file, source]) =>
    [...source.matchAll(/subject: [^\n]*\bip\b[^\n]*/g)].map(([line]) => `${file}: ${line}`),
  );
  assert.deepEqual(
    subjects.filter((line) => /\$\{[^}]*\bip\b/.test(line)),
    [],
  );
  assert.ok(subjects.length > 3);
});

test('delays attempts on an attacked name with increasing delays, up to a bound', () => {
  const delays = [0, 100, 119, 120, 200, 400, 100_000].map(signInDelay);
  assert.deepEqual(delays, [500, 500, 500, 1000, 3000, 8000, 8000]);
});
