import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { operations } from '../../../src/surfaces/console/routes.ts';
import type { Client } from '../../support/client.ts';
import { ConsoleClient, signInToConsole } from '../../support/console-client.ts';
import { PASSWORD } from '../../support/person.ts';
import { basicAuth } from '../../support/requests.ts';
import { onBothDatabases } from '../../support/service.ts';

interface Problem {
  code: string;
  details: readonly string[];
  reasons: readonly { code: string }[];
}

test('serves every operation under its own name', () => {
  assert.deepEqual(
    Object.entries(operations).filter(([name, operation]) => name !== operation.name),
    [],
  );
});

onBothDatabases('console API', (kvitt) => {
  let seller: Client;
  let other: Client;
  let consoleClient: ConsoleClient;
  before(async () => {
    seller = await kvitt.account();
    other = await kvitt.account();
    consoleClient = await signInToConsole(seller);
  });

  test('requires a session, and sends other visitors to sign in', async () => {
    const visitor = new ConsoleClient(kvitt.url);
    for (const name of Object.keys(operations)) {
      const { status, body } = await visitor.call(name);
      assert.deepEqual([status, body.error], [401, 'session_required'], name);
    }
    assert.equal((await visitor.send('GET', 'session')).status, 401);
    const page = await visitor.person.get('/console/invoices?tab=overdue');
    assert.equal(page.location, '/sign-in?next=%2Fconsole%2Finvoices%3Ftab%3Doverdue');
    assert.equal((await consoleClient.call('get-accounts')).status, 404);
  });

  test('accepts calls only from its own pages', async () => {
    const fields = { name: 'Nobody', output_select: '4' };
    const wrong: Record<string, string>[] = [
      { 'x-form-key': '' },
      { 'x-form-key': 'made up' },
      { 'sec-fetch-site': 'cross-site' },
    ];
    for (const headers of wrong) {
      const { body } = await consoleClient.call('create-customer', fields, headers);
      assert.equal(body.error, 'form_stale', JSON.stringify(headers));
    }
    const otherConsole = await signInToConsole(other);
    assert.equal(
      (await consoleClient.call('create-customer', fields, { 'x-form-key': otherConsole.csrfToken })).body
        .error,
      'form_stale',
    );
    assert.equal(await seller.ok('get-count-customers'), 0);
  });

  test('refuses with a status, a code and the values of the message', async () => {
    const { status, body } = await consoleClient.call('create-customer', { name: 'A', email: 'x' });
    assert.deepEqual(
      [status, body.error, body.problems[0].details],
      [422, 'field_invalid', ['email', 'must be an e-mail address']],
    );
    assert.equal((await consoleClient.call('get-customer', { guid: seller.username })).status, 404);
  });

  test('returns the violations of a refusal, so that clients can translate them', async () => {
    const readViolations = async (name: string, fields: unknown) =>
      (await consoleClient.call(name, fields)).body.problems[0].reasons;
    assert.deepEqual(await readViolations('create-customer', { name: 'A', email: 'x' }), [
      { code: 'email', values: [] },
    ]);
    assert.deepEqual(await readViolations('create-customer', { name: 'A'.repeat(500), output_select: '4' }), [
      { code: 'long', values: ['200'] },
    ]);
    const unknown = { type: 'credit', settlement_date: '2099-12-31', ref_invoice_guid: seller.username };
    const original = [{ code: 'original_unknown', values: [] }];
    assert.deepEqual(await readViolations('create-invoice', { ...unknown, amount: 1 }), original);
    const { problems } = (await consoleClient.call('preview-invoice', unknown)).body;
    assert.deepEqual(
      problems.map((problem: Record<string, unknown>) => [problem.code, problem.reasons]),
      [['credit_refused', original]],
    );
    assert.deepEqual(await readViolations('get-customer', { guid: seller.username }), []);
  });

  test('names all problems of a form at once, those of its fields and those of the rules', async () => {
    const readProblems = async (name: string, fields: object) => {
      const { body } = await consoleClient.call(name, fields);
      return body.problems.map(({ details: [field], code, reasons }: Problem) => [
        field,
        reasons[0]?.code ?? code,
      ]);
    };
    const wrong = { registration_no: '1234567890', email: 'nobody', due_date: 'soon' };
    const refused = [
      ['due_date', 'whole_between'],
      ['registration_no', 'kennitala'],
      ['email', 'email'],
    ];
    assert.deepEqual(await readProblems('create-customer', { name: '', ...wrong }), [
      ['name', 'field_required'],
      ...refused,
    ]);
    const created = await consoleClient.call('create-customer', { name: 'A', output_select: '4' });
    const { guid } = created.body;
    assert.deepEqual(await readProblems('update-customer', { guid, data: wrong }), refused);
    const sale = { type: 'EVENT', name: '', amount: 'free', event_date: '2026-12-12', event_time: 'late' };
    assert.deepEqual(await readProblems('create-product-sale', { ...sale, fields: [{ label: '' }] }), [
      ['name', 'field_required'],
      ['event_time', 'clock'],
      ['amount', 'number'],
      ['fields[0].label', 'field_required'],
    ]);
    // A comparison with a field that is wrong itself says nothing.
    const terms = { name: 'A', output_select: '4', due_date: 'soon', settlement_date: 0 };
    assert.deepEqual(await readProblems('create-customer', terms), [['due_date', 'whole_between']]);
    const shown = (await consoleClient.call('find-customers', { search: 'Bakarí' })).body;
    assert.equal(shown.count, 0);
  });

  test('refuses objects that cannot be converted to text, such as one with a field toString', async () => {
    const odd = { toString: 'x', valueOf: 'y' };
    for (const limit of [odd, [odd], [], {}]) {
      const { status, body } = await consoleClient.call('find-customers', { limit });
      assert.deepEqual([status, body.error], [422, 'field_invalid'], JSON.stringify(limit));
    }
    const rotated = await consoleClient.call('rotate-api-key', { current_password: odd });
    assert.equal(rotated.body.error, 'password_wrong');
    const disabled = await consoleClient.call('remove-second-factor', {
      current_password: PASSWORD,
      second_factor_code: [odd],
    });
    assert.ok(disabled.status >= 400 && disabled.status < 500, JSON.stringify(disabled.body));
    for (const name of ['get-customers', 'get-items', 'get-invoices', 'get-costs', 'get-tasks']) {
      const headers = { 'content-type': 'application/json', ...basicAuth(seller) };
      const body = JSON.stringify({ limit: 1, x: odd, y: [odd], accounting_status: [odd] });
      const answer = await fetch(`${kvitt.url}/api/v1/${name}`, { method: 'POST', headers, body });
      assert.ok(answer.status < 500, name);
      JSON.parse(await answer.text());
    }
  });

  test('executes a repeated write once', async () => {
    const fields = { name: 'Einu sinni', output_select: '4' };
    const headers = { 'idempotency-key': 'the-same' };
    const answers = [
      await consoleClient.call('create-customer', fields, headers),
      await consoleClient.call('create-customer', fields, headers),
    ];
    assert.equal(answers[0]?.body.guid, answers[1]?.body.guid);
    assert.equal((await consoleClient.call('find-customers', { search: 'einu SINNI' })).body.count, 1);
  });

  test('does not let a member change the subscription plan', async () => {
    const before = (await consoleClient.call('show-account')).body;
    const { status } = await consoleClient.call('update-company', {
      city: 'Húsavík',
      subscriptions: ['cost_ai'],
      disabled: true,
      password: 'another one',
    });
    assert.equal(status, 200);
    const after = (await consoleClient.call('show-account')).body;
    assert.deepEqual({ ...after, city: '' }, { ...before, city: '' });
    assert.equal(after.city, 'Húsavík');
  });

  test('lists customers in Icelandic order', async () => {
    const names = ['Öspin', 'Ævar', 'Þór', 'Ása', 'anna', 'Bára', 'Ðóra', 'Dísa', 'Éva'];
    for (const name of names) await consoleClient.call('create-customer', { name, output_select: '4' });
    const { body } = await consoleClient.call('find-customers', { sort: 'name', limit: 200 });
    const found = body.rows
      .map(({ name }: { name: string }) => name)
      .filter((name: string) => names.includes(name));
    assert.deepEqual(found, ['anna', 'Ása', 'Bára', 'Dísa', 'Ðóra', 'Éva', 'Þór', 'Ævar', 'Öspin']);
  });
});
