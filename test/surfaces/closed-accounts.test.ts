import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { type Client, invoice, line } from '../support/client.ts';
import { signInToConsole } from '../support/console-client.ts';
import { runJobs } from '../support/jobs.ts';
import { createInvoiceWithLink, pressPayButton } from '../support/payments.ts';
import { authorizeClient, registerClient } from '../support/person.ts';
import { send } from '../support/requests.ts';
import { onBothDatabases } from '../support/service.ts';

onBothDatabases('a closed account', (kvitt) => {
  let seller: Client;
  beforeEach(async () => {
    kvitt.resetClock();
    seller = await kvitt.account();
  });

  const set = async (disabled: boolean) => {
    const { status } = await kvitt.operator('PATCH', `/accounts/${seller.username}`, { disabled });
    assert.equal(status, 200);
  };
  /** Looks at the books while the account is open for a moment. */
  const reopened = async <T>(read: () => Promise<T>): Promise<T> => {
    await set(false);
    return read();
  };
  const countInvoices = () => seller.ok('get-count-invoices');
  const buyer = { name: 'Jón Jónsson', email: 'jon@example.is', output_select: 3 };

  test('does not let a customer accept its quote', async () => {
    const guid = await seller.ok('create-quote', { data: { customer: buyer, items: [line()] } });
    const { link } = await seller.ok('get-quote', { guid });
    const page = await (await fetch(link)).text();
    const seen = /name="seen" value="([^"]+)"/.exec(page)?.[1] ?? '';
    const body = new URLSearchParams({ seen, name: 'Anna', answer: 'accept' });
    await set(true);
    const answer = () => fetch(link, { method: 'POST', redirect: 'manual', body });
    assert.deepEqual([(await answer()).status, (await fetch(link)).status], [404, 404]);
    assert.equal(await reopened(countInvoices), 0);
    assert.equal((await answer()).status, 303, 'it goes on when it is opened again');
    assert.equal(await countInvoices(), 1);
  });

  test('does not run delayed actions, and lists them as refused when it is open again', async () => {
    const person = await signInToConsole(seller);
    const customer = await seller.ok('create-customer', { data: { name: 'Jón', output_select: '4' } });
    const data = invoice({ customer: { guid: customer } });
    const delayed = await person.call('create-invoice', data, { prefer: 'respond-async' });
    assert.equal(delayed.status, 202, JSON.stringify(delayed.body));
    await set(true);
    const at = kvitt.now().getTime() + 11_000;
    kvitt.now = () => new Date(at);
    assert.equal((await runJobs(kvitt)).ran['run-delayed-action'], 1);
    assert.equal(await reopened(countInvoices), 0);
    const [action] = (await person.ok('get-delayed-actions')).actions;
    assert.deepEqual([action.state, action.problems[0].code], ['refused', 'account_disabled']);
  });

  test('starts no payment, and records one that was started before', async () => {
    const first = await createInvoiceWithLink(seller);
    const second = await createInvoiceWithLink(seller);
    const { location } = await pressPayButton(first.link);
    await set(true);
    const path = second.link.slice(kvitt.url.length);
    assert.deepEqual(await pressPayButton(second.link), { status: 303, location: path });
    const page = await fetch(second.link);
    assert.deepEqual([page.status, /<form/.test(await page.text())], [200, false], 'it can be looked at');
    const body = new URLSearchParams({ decision: 'pay' });
    await fetch(kvitt.url + location, { method: 'POST', redirect: 'manual', body });
    const states = () =>
      Promise.all([first, second].map(async ({ guid }) => (await seller.ok('get-invoice', { guid })).status));
    assert.deepEqual(await reopened(states), ['Paid', 'Sent']);
  });

  test('lets a program revoke its token', async () => {
    const app = await registerClient(seller, { name: 'An app' });
    const { access_token: token } = await authorizeClient(seller, 'nav', app);
    await set(true);
    const { client_id, client_secret } = app;
    const revoked = await send(kvitt.url, '/oauth/revoke', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token, client_id, client_secret }),
    });
    assert.equal(revoked.status, 200);
    const call = () =>
      send(kvitt.url, '/api/v1/agent/status', { headers: { authorization: `Bearer ${token}` } });
    assert.equal((await reopened(call)).status, 401);
  });
});
