import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fetchAllPages } from '../../console/src/api/all-pages.ts';

test('an export fetches every page of a list, however long it is', async (t) => {
  const count = 50_450;
  let calls = 0;
  t.mock.method(globalThis, 'fetch', async (url: string, { body }: { body: string }) => {
    if (url.endsWith('/session')) return Response.json({ form_key: 'key' });
    calls += 1;
    const { limit, page, search } = JSON.parse(body);
    assert.equal(search, 'Jón', 'the filters of the screen');
    const length = Math.max(0, Math.min(limit, count - (page - 1) * limit));
    return Response.json({ rows: Array.from({ length }, (_, at) => ({ guid: (page - 1) * limit + at })) });
  });
  const rows = await fetchAllPages('find-customers', { search: 'Jón' });
  assert.equal(new Set(rows.map(({ guid }) => guid)).size, count);
  assert.ok(calls > 100);
});
