import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { before, test } from 'node:test';
import { textOf } from '../../rendering/reading.ts';
import type { Agent } from '../../support/agents/agent.ts';
import { propose } from '../../support/agents/limits.ts';
import { fieldsOf, MAILED, mailedInvoice, Proposer } from '../../support/agents/proposer.ts';
import { type Client, invoice, line } from '../../support/client.ts';
import { type ConsoleClient, signInToConsole } from '../../support/console-client.ts';
import { createBlackPng } from '../../support/images.ts';
import { McpClient } from '../../support/mcp.ts';
import { onBothDatabases } from '../../support/service.ts';

onBothDatabases('the documents of proposals', (kvitt) => {
  const proposer = new Proposer(kvitt);
  let seller: Client;
  let agent: Agent;
  let person: ConsoleClient;
  before(() => {
    ({ seller, agent, person } = proposer);
  });

  const countInvoices = () => proposer.countInvoices();
  const find = (guid: string) => proposer.find(guid);

  test('are all shown and approved together, where a call makes several', async () => {
    const earlier = await countInvoices();
    const invoices = [
      mailedInvoice().data,
      invoice({ amount: 3 }),
      invoice({ mark_paid: 1, method_payment: 1 }),
    ];
    const { guid } = await propose(agent, { data: { invoices } }, { path: '/invoices/batch' });
    const { preview, seen } = await find(guid);
    assert.deepEqual(
      [preview.kind, preview.amount, preview.documents.map(({ amount }: { amount: number }) => amount)],
      ['documents', 2480, [1240, 1240]],
    );
    assert.deepEqual(
      [preview.documents[0].receiver.name, preview.documents[1].payment.amount],
      [MAILED.name, 1240],
    );
    await person.ok('approve-proposal', { guid, seen });
    const { body } = await agent.call('GET', `/proposals/${guid}`);
    const rows = body.result.result.result as { status: boolean }[];
    assert.deepEqual(
      rows.map(({ status }) => status),
      [true, false, true],
    );
    assert.equal(await countInvoices(), earlier + 2);
  });

  test('show the fee that is charged on top, and when a template makes its invoices', async () => {
    const schedule = { recurring_interval: 'weekly', recurring_start_date: '2026-04-01' };
    const data = invoice({ customer: MAILED, payment_fee: 950, recurring_name: 'Áskrift', ...schedule });
    const { guid } = await propose(agent, { data }, { path: '/recurring-invoices' });
    const { preview } = await find(guid);
    assert.deepEqual(preview.kind, 'recurring');
    const { recurring_name, recurring_interval, recurring_start_date } = fieldsOf(preview);
    assert.deepEqual({ recurring_interval, recurring_start_date }, schedule);
    assert.equal(recurring_name, 'Áskrift');
    assert.equal(preview.fee, 950);
    const issued = await propose(agent, mailedInvoice({ payment_fee: 950 }));
    const { preview: withFee, seen } = await find(issued.guid);
    assert.equal(withFee.fee, 950);
    const without = await find((await propose(agent, mailedInvoice())).guid);
    assert.equal(without.preview.fee, null);
    assert.notEqual(without.seen, seen, 'an approval covers the fee');
  });

  test('show a picture by its digest and size, not by its bytes', async () => {
    const [first, second] = [createBlackPng(4, 4), createBlackPng(8, 8)];
    const digest = (bytes: Buffer) => ({
      sha256: createHash('sha256').update(bytes).digest('hex'),
      bytes: bytes.length,
    });
    const guid = await seller.ok('create-customer', {
      data: { name: 'Anna', output_select: 4, photo: first.toString('base64') },
    });
    const answer = await agent.call('PUT', `/customers/${guid}`, { photo: second.toString('base64') });
    const { guid: proposal } = answer.body.proposal;
    const { preview, seen } = await find(proposal);
    assert.deepEqual(preview.fields, [{ name: 'photo', from: digest(first), to: digest(second) }]);
    await person.ok('approve-proposal', { guid: proposal, seen });
    assert.equal((await seller.ok('get-customer', { guid })).photo, second.toString('base64'));
  });

  test('show every document as the PDF that it would be', async () => {
    const original = await seller.ok('create-invoice', mailedInvoice());
    const { number } = await seller.ok('get-invoice', { guid: original });
    const draft = await seller.ok('create-invoice', mailedInvoice({ save: 1 }));
    const quote = await seller.ok('create-quote', { data: { customer: MAILED, items: [line()] } });
    const compact = {
      client_kennitala: '5501234520',
      items: [{ description: 'Vinna', qty: 2, price: 500 }],
    };
    const template = {
      recurring_name: 'Áskrift',
      recurring_interval: 'monthly',
      recurring_start_date: '2026-04-01',
    };
    const byAgent = async (path: string, sent: Record<string, unknown>) =>
      (await propose(agent, sent, { path })).guid;
    const mcp = new McpClient(kvitt.url, { authorization: `Bearer ${agent.token}` });
    const byMcp = async (operation: string, input: object) =>
      (await mcp.call('operation_call', { operation, input })).proposal.guid;
    const before = await countInvoices();
    const invoiceGuid = await byAgent('/invoices', mailedInvoice());
    const kinds: [string, RegExp[]][] = [
      [invoiceGuid, [/Reikningur/, /DRÖG/i, /A thing/]],
      [
        await byAgent('/invoices', {
          data: {
            ...invoice({ type: 'credit', ref_invoice_guid: original }),
            customer: undefined,
            items: undefined,
          },
        }),
        [/Kreditreikningur/, new RegExp(`\\b${number}\\b`), /A thing/],
      ],
      [await byAgent('/invoices', compact), [/Reikningur/, /Vinna/, /Jón ehf/]],
      [
        await byAgent('/quotes', { data: invoice({ customer: MAILED, valid_until: '2026-04-01' }) }),
        [/Tilboð/, /1\.4\.2026/],
      ],
      [await byAgent('/quotes', compact), [/Tilboð/, /Vinna/]],
      [
        await byAgent('/recurring-invoices', { data: invoice({ customer: MAILED, ...template }) }),
        [/Reikningur/, /A thing/],
      ],
      [await byMcp('create-order-invoice', { customer: MAILED, items: [line()] }), [/Pöntun/, /A thing/]],
      [await byMcp('create-draft-invoice', { customer: MAILED, items: [line()] }), [/DRÖG/i, /A thing/]],
      [await byMcp('update-quote', { guid: quote, description: 'Betra boð' }), [/Tilboð/, /Betra boð/]],
      [await byMcp('accept-quote', { guid: quote }), [/Reikningur/, /A thing/]],
      [await byMcp('send-quote', { guid: quote, email: 'nytt@example.is' }), [/Tilboð/]],
      [await byMcp('issue-invoice', { guid: draft }), [/Reikningur/, /DRÖG/i]],
      [
        await byMcp('resend-invoice', { guid: original, email: 'nytt@example.is' }),
        [new RegExp(`Reikningur\\s.*${number}`, 's')],
      ],
    ];
    for (const [guid, texts] of kinds) {
      const { has_pdf, operation } = await find(guid);
      assert.equal(has_pdf, true, operation);
      const { file } = await person.ok('preview-proposal-pdf', { guid });
      const printed = await textOf(Buffer.from(file, 'base64'));
      for (const text of texts) assert.match(printed, text, operation);
    }
    const paid = await byAgent('/invoices', mailedInvoice({ mark_paid: 1, method_payment: 1 }));
    const { file } = await person.ok('preview-proposal-pdf', { guid: paid });
    const printed = await textOf(Buffer.from(file, 'base64'));
    assert.match(printed, /Greitt/);
    assert.doesNotMatch(printed, /Til greiðslu/);
    assert.equal(await countInvoices(), before);
    const item = await propose(
      agent,
      { data: { description: 'X', unit_price: 1, tax: 'S' } },
      { path: '/items' },
    );
    assert.equal((await find(item.guid)).has_pdf, false);
    const guid = invoiceGuid;
    await agent.ok('DELETE', `/proposals/${guid}`);
    const stranger = await signInToConsole(await kvitt.account());
    for (const [by, about, error] of [
      [person, item.guid, 'proposal_not_found'],
      [person, guid, 'proposal_closed'],
      [stranger, item.guid, 'proposal_not_found'],
    ] as const)
      assert.equal((await by.call('preview-proposal-pdf', { guid: about })).body.error, error);
  });
});
