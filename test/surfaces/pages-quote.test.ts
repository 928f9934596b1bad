import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { textOf } from '../rendering/reading.ts';
import { type Client, line } from '../support/client.ts';
import { runJobsWithoutFailure } from '../support/jobs.ts';
import { onBothDatabases } from '../support/service.ts';

type Fields = Record<string, string>;

onBothDatabases('quotes that go out', (kvitt) => {
  let seller: Client;
  before(() => {
    kvitt.now = () => new Date('2026-03-02T12:00:00Z');
  });
  beforeEach(async () => {
    seller = await kvitt.account({ email: 'seljandi@example.is' });
  });

  const buyer = { name: 'Jón <b>Jónsson</b>', email: 'jon@example.is', output_select: 3 };
  const createQuote = async (fields: object = {}, owner = seller) => {
    const data = { customer: buyer, items: [line({ qty: 2 })], settlement_date: 14, ...fields };
    const guid: string = await owner.ok('create-quote', { data });
    return { guid, ...(await owner.ok('get-quote', { guid })) };
  };
  const read = (guid: string) => seller.ok('get-quote', { guid });
  const mails = async (to: string) =>
    (await kvitt.operator('GET', `/sandbox/mail?to=${to}`)).body as Record<string, any>[];
  const open = async (link: string) => {
    const response = await fetch(link);
    return { status: response.status, text: await response.text() };
  };
  const seenOn = (text: string) => /name="seen" value="([^"]+)"/.exec(text)?.[1] ?? '';
  const answer = async (link: string, fields: Fields) => {
    const seen = seenOn((await open(link)).text);
    const body = new URLSearchParams({ seen, name: 'Anna', ...fields });
    const response = await fetch(link, { method: 'POST', redirect: 'manual', body });
    return { status: response.status, text: await response.text() };
  };
  const invoicesOf = (guid: string) => seller.ok('get-invoices-from-quote', { guid });

  test('send-quote mails the link to the page, where the customer accepts it once', async () => {
    const quote = await createQuote({ valid_until: '2026-03-20', project_reference: 'Verk 14' });
    assert.deepEqual([quote.status, quote.sent_timestamp, quote.valid_until], ['open', null, '2026-03-20']);
    const already = (await mails('jon@example.is')).length;
    await seller.ok('send-quote', { guid: quote.guid });
    const waiting = await read(quote.guid);
    assert.deepEqual([waiting.sending_to, waiting.sent_to], ['jon@example.is', '']);
    await runJobsWithoutFailure(kvitt);
    assert.equal((await read(quote.guid)).sending_to, '');
    const [mail] = (await mails('jon@example.is')).slice(already);
    assert.match(mail?.subject, /^Tilboð 1 · /);
    assert.ok(mail?.text.includes(quote.link), mail?.text);
    assert.match(mail?.text, /Án VSK:\n.+ · \S+ stk\. · 2\.000\n/, 'the lines');
    assert.match(mail?.html, /Kt\. \d{6}-\d{4}/, 'the footer');
    const { file, file_name } = await seller.ok('get-quote-pdf', { guid: quote.guid });
    assert.deepEqual(
      mail?.attachments.map((one: Record<string, string>) => [one.filename, one.base64]),
      [[file_name, file]],
    );
    const download = await fetch(`${quote.link}/pdf`);
    assert.equal(Buffer.from(await download.arrayBuffer()).toString('base64'), file);
    assert.match(mail?.text, /2\.480 kr\..*\n?.*20\.3\.2026/s);
    const { sent_to, sent_timestamp } = await read(quote.guid);
    assert.deepEqual([sent_to, sent_timestamp], ['jon@example.is', '2026-03-02 12:00:00']);

    const page = await open(quote.link);
    assert.equal(page.status, 200);
    assert.match(page.text, /Jón &lt;b&gt;Jónsson/);
    assert.match(page.text, /2\.480 kr\./);
    assert.match(page.text, /20\.3\.2026<\/dd><dt>Verknúmer<\/dt><dd>Verk 14<\/dd>/);
    assert.doesNotMatch(page.text, /<script/);
    assert.match((await open(`${quote.link}?lang=en`)).text, /Accept the quote/);
    const before = (await mails('seljandi@example.is')).length;
    const seen = seenOn(page.text);
    const body = () => new URLSearchParams({ seen, name: 'Anna', answer: 'accept' });
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        fetch(quote.link, { method: 'POST', redirect: 'manual', body: body() }),
      ),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [303, 409, 409, 409, 409]);
    const [made, ...more] = await invoicesOf(quote.guid);
    assert.deepEqual([made.status, made.amount, more.length], ['Sent', 2480, 0]);
    const { status, answered_by } = await read(quote.guid);
    assert.deepEqual([status, answered_by], ['invoiced', 'Anna']);
    await runJobsWithoutFailure(kvitt);
    const [notice] = (await mails('seljandi@example.is')).slice(before);
    assert.equal(notice?.subject, 'Tilboð 1 var samþykkt');
    assert.match((await open(quote.link)).text, /Tilboðið er samþykkt/);
  });

  test('a quote in a currency without a known rate is printed, mailed and shown', async () => {
    const quote = await createQuote({ currency: 'NOK' });
    const already = (await mails('jon@example.is')).length;
    await seller.ok('send-quote', { guid: quote.guid });
    await runJobsWithoutFailure(kvitt);
    const { file } = await seller.ok('get-quote-pdf', { guid: quote.guid });
    const [mail] = (await mails('jon@example.is')).slice(already);
    assert.equal(mail?.attachments[0]?.base64, file);
    const printed = await textOf(Buffer.from(file, 'base64'));
    assert.match(printed, /2\.480,00 NOK/);
    assert.doesNotMatch(printed, /1 NOK =|ISK/);
    const page = await open(quote.link);
    assert.match(page.text, /2\.480,00 NOK/);
    const refused = await answer(quote.link, { answer: 'accept' });
    assert.deepEqual([refused.status, /Hafðu samband við seljanda/.test(refused.text)], [400, true]);
    await kvitt.operator('PUT', '/rates/NOK/2026-03-01', { rate: 13 });
    assert.equal((await answer(quote.link, { answer: 'accept' })).status, 303);
  });

  test('an acceptance makes a draft where the seller chose so, and the seller may choose again', async () => {
    const quote = await createQuote({ accept_as: 'draft' });
    assert.equal((await answer(quote.link, { answer: 'accept' })).status, 303);
    const [draft] = await invoicesOf(quote.guid);
    assert.deepEqual([draft.status, draft.number], ['Draft', '']);
    await seller.ok('issue-invoice', { guid: draft.guid });
    const other = await createQuote({ accept_as: 'draft' });
    await seller.ok('accept-quote', { guid: other.guid, accept_as: 'invoice' });
    assert.equal((await invoicesOf(other.guid))[0].status, 'Sent');
  });

  test('a declined quote shows the reason, cannot be accepted on the page, and is open again after a change', async () => {
    const quote = await createQuote();
    const reason = 'Of dýrt, takk samt';
    assert.equal((await answer(quote.link, { answer: 'decline', reason })).status, 303);
    const { status, answered_by, decline_reason } = await read(quote.guid);
    assert.deepEqual([status, answered_by, decline_reason], ['declined', 'Anna', reason]);
    assert.equal((await answer(quote.link, { answer: 'accept', seen: 'x' })).status, 409);
    assert.deepEqual(await invoicesOf(quote.guid), []);
    const again = await seller.call('decline-quote', { guid: quote.guid });
    assert.deepEqual([again.error_code, again.message], ['quote_closed', 'This quote is declined already']);
    await seller.ok('update-quote', { guid: quote.guid, data: { items: [line({ qty: 1 })] } });
    const revised = await read(quote.guid);
    assert.deepEqual([revised.status, revised.decline_reason, revised.amount], ['open', '', 1240]);
    assert.equal((await answer(quote.link, { answer: 'accept' })).status, 303);
  });

  test('refuses an answer to an older version, an expired quote, without a name, or by a changed link', async () => {
    const quote = await createQuote({ valid_until: '2026-03-01' });
    assert.match((await open(quote.link)).text, /Útrunnið/);
    assert.equal((await answer(quote.link, { answer: 'accept', seen: quote.updated_timestamp })).status, 409);
    const unsent = await seller.call('send-quote', { guid: quote.guid });
    assert.equal(unsent.message, 'This quote has expired; give it a later valid_until first');
    await seller.ok('update-quote', { guid: quote.guid, data: { valid_until: '2026-03-02' } });
    const stale = await answer(quote.link, { answer: 'accept', seen: '2026-03-01 12:00:00' });
    assert.equal(stale.status, 409);
    assert.match(stale.text, /Tilboðinu var breytt/);
    const nameless = await answer(quote.link, { answer: 'accept', name: ' ' });
    assert.deepEqual([nameless.status, /Skrifaðu nafn þitt/.test(nameless.text)], [400, true]);
    assert.equal((await answer(quote.link, { answer: 'maybe' })).status, 400);
    const token = quote.link.slice(0, -2);
    for (const link of [token, `${token}xx`, `${kvitt.url}/quote/`, `${kvitt.url}/quote/${quote.guid}`]) {
      assert.equal((await open(link)).status, 404, link);
      assert.equal((await fetch(link, { method: 'POST', body: new URLSearchParams() })).status, 404, link);
    }
    assert.deepEqual(await invoicesOf(quote.guid), []);
    const nobody = await createQuote({ customer: { name: 'Án netfangs', output_select: 4 } });
    const refused = await seller.call('send-quote', { guid: nobody.guid });
    assert.equal(refused.error_code, 'delivery_refused');
    await seller.ok('update-quote', { guid: quote.guid, data: { valid_until: '' } });
    assert.equal((await read(quote.guid)).valid_until, null);
  });

  test('refuses an answer to sums or a buyer that have changed since the page was opened', async () => {
    const customer: string = await seller.ok('create-customer', {
      data: { name: 'Undanþeginn ehf.', output_select: 4, tax_exempt: 1 },
    });
    const other: string = await seller.ok('create-customer', {
      data: { name: 'Annar ehf.', output_select: 4 },
    });
    const changes: [call: string, fields: (quote: string) => object][] = [
      ['update-customer', () => ({ guid: customer, data: { tax_exempt: 0 } })],
      ['update-customer', () => ({ guid: customer, data: { name: 'Nýtt nafn ehf.' } })],
      // The clock stands still, so that the change has the time of the quote.
      ['update-quote', (guid) => ({ guid, data: { items: [line({ qty: 3 })] } })],
      ['merge-customers', () => ({ guid: customer, into: other })],
    ];
    for (const [call, fields] of changes) {
      const quote = await createQuote({ customer: { guid: customer } });
      const seen = seenOn((await open(quote.link)).text);
      await seller.ok(call, fields(quote.guid) as Record<string, unknown>);
      // Also without a name: the page that asks for it would show the new sums as if they had been there before.
      const nameless = await answer(quote.link, { answer: 'accept', seen, name: '' });
      assert.deepEqual([nameless.status, /Tilboðinu var breytt/.test(nameless.text)], [409, true], call);
      const stale = await answer(quote.link, { answer: 'accept', seen });
      assert.deepEqual([stale.status, /Tilboðinu var breytt/.test(stale.text)], [409, true], call);
      assert.deepEqual(await invoicesOf(quote.guid), []);
      assert.equal((await answer(quote.link, { answer: 'accept', seen: seenOn(stale.text) })).status, 303);
    }
  });

  test('takes an answer to a page that was opened the day before', async () => {
    const quote = await createQuote({ customer: { name: 'Kaupandi ehf.', output_select: 4 } });
    const seen = seenOn((await open(quote.link)).text);
    kvitt.now = () => new Date('2026-03-03T12:00:00Z');
    try {
      assert.equal((await answer(quote.link, { answer: 'accept', seen })).status, 303);
    } finally {
      kvitt.now = () => new Date('2026-03-02T12:00:00Z');
    }
  });

  test('reminds the customer once, three days before the last day, of a quote that was sent', async () => {
    const [sent, silent, unsent] = [
      await createQuote({ valid_until: '2026-03-20', remind: 1 }),
      await createQuote({ valid_until: '2026-03-20' }),
      await createQuote({ valid_until: '2026-03-20', remind: 1 }),
    ];
    for (const { guid } of [sent, silent]) await seller.ok('send-quote', { guid });
    await runJobsWithoutFailure(kvitt, '2026-03-02');
    const before = (await mails('jon@example.is')).length;
    for (const day of ['2026-03-16', '2026-03-17', '2026-03-18']) {
      await runJobsWithoutFailure(kvitt, day);
      await runJobsWithoutFailure(kvitt, day);
    }
    const reminders = (await mails('jon@example.is')).slice(before);
    assert.deepEqual(
      reminders.map(({ subject }) => subject.replace(/ · .* ehf\./, '')),
      [`Áminning: tilboð ${sent.number} rennur brátt út`],
    );
    assert.equal((await read(unsent.guid)).sent_to, '');
  });
});
