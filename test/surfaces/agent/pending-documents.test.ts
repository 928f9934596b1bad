import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { type Agent, createAccountWithAgent } from '../../support/agents/agent.ts';
import { changeAgent } from '../../support/agents/limits.ts';
import { type Client, invoice, line } from '../../support/client.ts';
import { type ConsoleClient, signInToConsole } from '../../support/console-client.ts';
import { McpClient } from '../../support/mcp.ts';
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

  test('count a template that is resumed like one that is changed', async () => {
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

  test('make a new address of a customer wait on whom an open quote depends', async () => {
    const guid = await quote();
    assert.deepEqual(await change(THIEF), ['new_recipients']);
    assert.deepEqual(await change({ output_select: 2, trading_partner_id: '5902697199' }), [
      'new_recipients',
    ]);
    assert.deepEqual(await change({ registration_no: '5902697199' }), ['new_recipients']);
    assert.deepEqual(await change({ due_date: 5 }), [], 'nothing goes elsewhere');
    await seller.ok('decline-quote', { guid });
    assert.deepEqual(await change(THIEF), [], 'a quote that was declined makes no invoice');
  });

  test('make it wait for a linked template, active or paused, and not for a copy of the profile', async () => {
    const copied = await template({ recurring_link_national: 0 });
    assert.deepEqual(await change({ email: `other${email}` }), []);
    await seller.ok('stop-recurring-invoice', { guid: copied });
    const guid = await template();
    assert.deepEqual(await change(THIEF), ['new_recipients']);
    await seller.ok('pause-recurring-invoice', { guid });
    assert.deepEqual(await change(THIEF), ['new_recipients']);
    await seller.ok('stop-recurring-invoice', { guid });
    assert.deepEqual(await change(THIEF), []);
  });

  test('make a merge wait that moves a quote to an address that nobody knows', async () => {
    const other = await newCustomer('thief@example.is');
    await quote();
    assert.deepEqual(await reasonsOf('merge-customers', { guid: customer, into: other }), ['new_recipients']);
    const known = await newCustomer(email);
    assert.deepEqual(await reasonsOf('merge-customers', { guid: customer, into: known }), []);
  });

  test('show the change and its new receiver to the person who decides', async () => {
    await quote();
    await change(THIEF);
    const { rows } = await person.ok('find-proposals', { state: 'waiting' });
    const { preview } = rows.find(
      (row: { preview: { fields?: { guid?: string } } }) => row.preview.fields?.guid === customer,
    );
    assert.deepEqual(preview.receiver.addresses, ['email:thief@example.is']);
    assert.deepEqual(preview.fields.data, THIEF);
  });
});
