import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { routes } from '../../src/surfaces/credential/routes.ts';
import { type Answer, callAndCheck } from '../support/checked-call.ts';
import type { Client } from '../support/client.ts';
import { ENDPOINTS } from '../support/endpoints/all.ts';
import { openBooks, renewBooks } from '../support/endpoints/books.ts';
import type { Books, EndpointCase } from '../support/endpoints/case.ts';
import { without } from '../support/endpoints/change.ts';
import { OpenApiChecker } from '../support/reference.ts';
import { onBothDatabases } from '../support/service.ts';

test('the table of this test has every route, and no other', () => {
  const paths = (list: readonly { path: string }[]) => list.map(({ path }) => path).sort();
  assert.deepEqual(paths(routes), paths(ENDPOINTS));
});

onBothDatabases('the credential API', (kvitt) => {
  let seller: Client;
  let reference: OpenApiChecker;
  let books: Books;

  before(async () => {
    reference = await OpenApiChecker.of(kvitt.url);
    seller = await kvitt.account();
    books = await openBooks(seller);
  });

  for (const endpoint of ENDPOINTS) {
    describe(endpoint.path, () => {
      const send = (fields: Record<string, unknown>, method: 'GET' | 'POST' = 'POST', headers = {}) =>
        callAndCheck(reference, seller, method, endpoint.path, fields, headers);
      after(async () => {
        if (endpoint.writes) books = await renewBooks(seller, books, endpoint.good(books));
      });

      test('refuses what is missing, of the wrong type, unknown or unusable', async () => {
        await refusesBadInput(endpoint, books, send, reference);
      });
      test('answers the documented methods', async () => {
        const good = endpoint.good(books);
        const got = await send(endpoint.writes ? {} : good, 'GET');
        if (endpoint.writes) {
          assert.equal(got.status, 405);
          assert.equal(got.headers.get('allow'), 'POST');
          assert.deepEqual(got.body, {
            status: false,
            message: 'Method not allowed — expected POST',
            result: null,
            error_code: 'method_not_allowed',
          });
        }
        const once = { 'idempotency-key': `${endpoint.path}-once` };
        const posted = await send(good, 'POST', once);
        assert.equal(posted.status, endpoint.status ?? 200);
        assert.equal(posted.body.status, true, posted.body.message);
        if (!endpoint.writes) assert.deepEqual(got.body, posted.body);
        if (endpoint.writes) assert.deepEqual((await send(good, 'POST', once)).body, posted.body);
      });
      if (endpoint.writes) return;
      test('ignores fields that it does not know', async () => {
        const { body } = await send({ ...endpoint.good(books), no_such_field: 'x' });
        assert.equal(body.status, true, body.message);
      });
    });
  }
});

async function refusesBadInput(
  { path, good, required = [], wrong, unknown }: EndpointCase,
  books: Books,
  send: (fields: Record<string, unknown>) => Promise<Answer>,
  reference: OpenApiChecker,
): Promise<void> {
  const refused = async (what: string, fields: Record<string, unknown>) => {
    const { status, body } = await send(fields);
    assert.equal(body.status, false, `${path} took it: ${what}`);
    assert.equal(status, body.error_code === 'invalid_accounting_status' ? 400 : 200, what);
    const documented = reference.refusals(`/api/v1/${path}`);
    assert.ok(documented.includes(body.error_code), `${body.error_code} is not documented for ${path}`);
    return body;
  };
  for (const field of required) {
    const { message, error_code } = await refused(`no ${field}`, without(good(books), field));
    const name = field.replace(/^data\./, '').replace(/\.(\d+)/, '[$1]');
    assert.equal(message, `Field ${name} is required`);
    assert.equal(error_code, 'field_required');
  }
  const broken = required.includes('data') ? ['{"name":', '[]', '"text"', 'null', '7'] : [];
  for (const data of broken) {
    assert.equal((await refused(`data ${data}`, { ...good(books), data })).error_code, 'invalid_data');
  }
  if (wrong) await refused('wrong type', { ...good(books), ...wrong });
  if (unknown) await refused('unknown', { ...good(books), ...unknown });
}
