import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { TestService } from '../support/service.ts';

const root = join(import.meta.dirname, '..', '..');
const files = ['deploy/monitoring/alerts.yaml', 'deploy/monitoring/dashboard.json', 'docs/operating.md'];

/** The metrics that a text names, without the endings that Prometheus gives to parts of a histogram. */
function namesIn(text: string): Set<string> {
  const all = text.match(/\b(kvitt_[a-z_]+|process_[a-z_]+_(bytes|total))\b/g) ?? [];
  return new Set(all.map((name) => name.replace(/_seconds_(bucket|count|sum)$/, '_seconds')));
}

describe('what is monitored', () => {
  const kvitt = new TestService();
  let served: Set<string>;

  before(async () => {
    // The metrics of replicas are there too, although this one never answers.
    await kvitt.startOwn('postgres', { KVITT_REPLICA_URL: 'postgres://kvitt@127.0.0.1:1/kvitt' });
    const seller = await kvitt.account();
    await seller.ok('get-invoices', {});
    const metrics = await (await fetch(`${kvitt.url}/metrics`)).text();
    served = new Set([...metrics.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => String(name)));
    assert.match(
      metrics,
      /kvitt_operation_seconds_count\{operation="get-invoices",via="credential",outcome="done"\} 1/,
    );
  });
  after(() => kvitt.stop());

  for (const file of files)
    test(`${file} names metrics that nodes have`, () => {
      const named = namesIn(readFileSync(join(root, file), 'utf8'));
      assert.ok(named.size > 5);
      assert.deepEqual(
        [...named].filter((name) => !served.has(name)),
        [],
      );
    });

  test('the dashboard shows every metric of Kvitt', () => {
    const shown = namesIn(readFileSync(join(root, 'deploy/monitoring/dashboard.json'), 'utf8'));
    const own = [...served].filter((name) => name.startsWith('kvitt_') && name !== 'kvitt_replica_left_out');
    assert.deepEqual(
      own.filter((name) => !shown.has(name)),
      [],
    );
  });
});
