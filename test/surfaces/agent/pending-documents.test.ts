import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { companyKennitala } from '../../domain/generators.ts';
import { type Agent, callAgent, createAccountWithAgent } from '../../support/agents/agent.ts';
import { changeAgent } from '../../support/agents/limits.ts';
import { type Client, invoice, line } from '../../support/client.ts';
import { type ConsoleClient, signInToConsole } from '../../support/console-client.ts';
import { McpClient } from '../../support/mcp.ts';
import { basicAuth } from '../../support/requests.ts';
import { openSale } from '../../support/sales.ts';
import { Visitor } from '../../support/selling-page.ts';
import { onBothDatabases } from '../../support/service.ts';

const KENNITALA = '5501234520';
let count = 0;

onBothDatabases('limits of programs on documents that are pending', (kvitt) => {
  let seller: Client;
  let agent: Agent;
  let person: ConsoleClient;
  let mcp: McpClient;
  /** A customer to whom a person has sent an invoice. */
  let customer: string;
  let email: string;
  before(async () => {
    ({ seller, agent } = await createAccountWithAgent(kvitt.url));
    person = await signInToConsole(seller);
    mcp = new McpClient(kvitt.url, { authorization: `Bearer ${agent.token}` });
    await changeAgent(seller, agent, { limits: { new_recipients: 'propose', max_amount: 5000 } });
  });
  beforeEach(async () => {
    count += 1;
    email = `jon${count}@example.is`;
    customer = await newCustomer(email);
    await person.ok('create-invoice', invoice({ customer: { guid: customer } }));
  });

  const newCustomer = (address: string) =>
    seller.ok('create-customer', {
      data: { name: 'Jón ehf.', output_select: 3, email: address, registration_no: KENNITALA },
    });
  const template = (fields = {}) =>
    seller.ok('create-recurring-invoice', {
      data: {
        ...invoice({ customer: { guid: customer } }),
        ...{ recurring_interval: 'monthly', recurring_start_date: '2026-04-01', recurring_name: 'Hýsing' },
        ...fields,
      },
    });
  const quote = () => seller.ok('create-quote', { data: { customer: { guid: customer }, items: [line()] } });
  const reasonsOf = async (operation: string, input: object): Promise<string[]> => {
    const answer = await mcp.call('operation_call', { operation, input });
    if (!answer.proposal) assert.equal(answer.status, true, JSON.stringify(answer));
    return answer.proposal?.reasons ?? [];
  };
  const change = (data: object) => reasonsOf('update-customer', { guid: customer, data });
  const THIEF = { email: 'thief@example.is' };

  test('count the resumption of a template like its change', async () => {
    const items = { items: [line({ unit_price: 1_000_000 })], amount: 1_240_000 };
    const stranger = { name: 'Nýr ehf.', output_select: 3, email: 'nyr@example.is' };
    const large = await template({ ...items, customer: stranger });
    const small = await template();
    for (const guid of [large, small]) await seller.ok('pause-recurring-invoice', { guid });
    const resume = (guid: string) => reasonsOf('resume-recurring-invoice', { guid });
    assert.deepEqual(await resume(large), ['max_amount', 'new_recipients']);
    assert.deepEqual(await resume(small), []);
    assert.equal((await person.ok('get-recurring-invoice', { guid: large })).status, 'paused');
  });

  test("require approval of every change of the address of others' documents", async () => {
    const elsewhere: object[] = [
      THIEF,
      { name: 'Mallory Smith' },
      { registration_no: '5902697199' },
      { output_select: 2, trading_partner_id: '5902697199' },
      { output_select: 4 },
      { active: false },
    ];
    for (const data of elsewhere)
      assert.deepEqual(await change(data), ['new_recipients'], JSON.stringify(data));
    for (const data of [{ due_date: 5 }, { phone_number: '5551234' }, { address: 'Laugavegur 1' }])
      assert.deepEqual(await change(data), [], JSON.stringify(data));
    const paper = await seller.ok('create-customer', { data: { name: 'Gunna', output_select: 4 } });
    const move = { guid: paper, data: { address: 'Laugavegur 1' } };
    assert.deepEqual(await reasonsOf('update-customer', move), ['new_recipients'], 'a printed invoice');
    assert.equal((await person.ok('get-customer', { guid: customer })).email, email);
  });

  test('let a program change a profile that only it has used', async () => {
    const own = async (fields = {}) => {
      const data = { name: 'Nýr ehf.', output_select: 3, email: 'nyr@example.is', ...fields };
      const { result } = await mcp.call('operation_call', { operation: 'create-customer', input: { data } });
      return result.guid as string;
    };
    const changeOf = (guid: string, data: object = THIEF) => reasonsOf('update-customer', { guid, data });
    const guid = await own();
    assert.deepEqual(await changeOf(guid), []);
    const numbered = { registration_no: '5902697199' };
    assert.deepEqual(await changeOf(guid, numbered), []);
    await person.ok('create-invoice', invoice({ customer: { guid } }));
    assert.deepEqual(await changeOf(guid, { email: 'other@example.is' }), ['new_recipients']);
    assert.deepEqual(await changeOf(guid, { registration_no: '' }), ['new_recipients'], 'the old kennitala');
    const quoted = await own();
    await seller.ok('create-quote', { data: { customer: { guid: quoted }, items: [line()] } });
    assert.deepEqual(await changeOf(quoted), ['new_recipients'], 'an open quote goes to it');
    const made = await seller.ok('create-customer', { data: { name: 'Jóna', output_select: 4 } });
    assert.deepEqual(await changeOf(made, { name: 'Mallory' }), ['new_recipients'], 'a profile of others');
  });

  test('require approval of a profile that would be found instead of another one', async () => {
    const creates = (data: object) =>
      reasonsOf('create-customer', { data: { name: 'Mallory', output_select: 4, ...data } });
    assert.deepEqual(await creates({ registration_no: KENNITALA }), ['new_recipients']);
    assert.deepEqual(await creates({ registration_no: KENNITALA, active: false }), []);
    await seller.ok('create-customer', { data: { name: 'Nr.', output_select: 4, customer_number: 'K-1' } });
    assert.deepEqual(await creates({ customer_number: 'K-1' }), ['new_recipients']);
    const { result: own } = await mcp.call('operation_call', {
      operation: 'create-customer',
      input: { data: { name: 'Mallory', output_select: 4 } },
    });
    for (const data of [{ registration_no: KENNITALA }, { customer_number: 'K-1' }])
      assert.deepEqual(await reasonsOf('update-customer', { guid: own.guid, data }), ['new_recipients']);
    assert.deepEqual(
      await reasonsOf('update-customer', { guid: own.guid, data: { customer_number: 'K-2' } }),
      [],
    );
  });

  test('require approval of every merge', async () => {
    const other = await newCustomer(email);
    assert.deepEqual(await reasonsOf('merge-customers', { guid: customer, into: other }), ['new_recipients']);
  });

  test("treat recipients of the account's key as known, unless it named a program", async () => {
    const to = {
      name: 'Verslun ehf.',
      registration_no: companyKennitala(700),
      output_select: 3,
      email: `shop@example.is`,
    };
    const bill = () => agent.call('POST', '/invoices', { data: invoice({ customer: to }) });
    const named = await callAgent(
      kvitt.url,
      'POST',
      '/invoices',
      { data: invoice({ customer: to }) },
      { ...basicAuth(seller), 'x-agent-id': agent.clientId },
    );
    assert.equal(named.body.status, true);
    assert.deepEqual((await bill()).body.proposal?.reasons, ['new_recipients']);
    await seller.ok('create-invoice', { data: invoice({ customer: to }) });
    assert.equal((await bill()).status, 200);
  });

  test('leave a kennitala with its customer when another profile of it is confirmed', async () => {
    const victim = { name: 'Fórnarlamb ehf.', output_select: 3, email: 'victim@example.is' };
    const kennitala = companyKennitala(701);
    const { url } = await openSale(seller);
    const visitor = new Visitor(kvitt.url);
    const typedProfile = async (address: string) => {
      await visitor.buy(url, { name: 'Mallory Smith', email: address, kennitala });
      const found = await seller.ok('get-customers', { limit: 200 });
      return found.find((one: { email: string }) => one.email === address).guid as string;
    };
    await seller.ok('create-customer', { data: { ...victim, registration_no: kennitala } });
    const [first, second] = [await typedProfile('a@evil.example'), await typedProfile('b@evil.example')];
    assert.deepEqual(await reasonsOf('confirm-customer', { guid: first }), ['new_recipients']);
    const { rows } = await person.ok('find-proposals', { state: 'waiting' });
    const [{ guid, seen }] = rows.filter(
      (row: { operation: string }) => row.operation === 'confirm-customer',
    );
    await person.ok('approve-proposal', { guid, seen });
    await person.ok('confirm-customer', { guid: second });
    const buyerOf = async () => {
      const invoiced = await seller.ok('create-invoice', {
        data: invoice({ customer: { registration_no: kennitala } }),
      });
      return (await seller.ok('get-invoice', { guid: invoiced })).customer.name;
    };
    assert.equal(await buyerOf(), victim.name);
    const listed = await seller.ok('get-customers-by-kennitala', { kennitala, limit: 10 });
    assert.deepEqual(
      listed.map((one: { guid: string }) => one.guid),
      [listed[0].guid, second, first],
    );
    await seller.ok('update-customer', { guid: listed[0].guid, data: { active: false } });
    assert.equal(await buyerOf(), 'Mallory Smith', 'nobody else has it any more');
  });

  test('show the change and its new receiver to the person who decides', async () => {
    await quote();
    await change(THIEF);
    const { rows } = await person.ok('find-proposals', { state: 'waiting' });
    const { preview } = rows.find(
      (row: { preview: { record: { guid?: string } | null } }) => row.preview.record?.guid === customer,
    );
    assert.equal(preview.kind, 'change');
    assert.deepEqual(preview.receiver.addresses, ['email:thief@example.is']);
    assert.deepEqual(preview.fields, [{ name: 'email', from: email, to: THIEF.email }]);
  });
});
