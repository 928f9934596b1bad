import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { type Client, invoice, line } from '../support/client.ts';
import { ConsoleClient } from '../support/console-client.ts';
import { runJobsWithoutFailure } from '../support/jobs.ts';
import { TestService } from '../support/service.ts';

const DAY_MS = 24 * 3600 * 1000;
const TOO_OFTEN = /^Too many mails have gone to this address today, or too many of this document/;

describe('limits of mail', () => {
  const kvitt = new TestService();
  let seller: Client;
  before(() => kvitt.startOwn('postgres', { KVITT_RATE_LIMIT: 'on' }));
  after(() => kvitt.stop());
  beforeEach(async () => {
    seller = await kvitt.account();
  });

  const customer = (email: string) => ({ name: 'Jón Jónsson', email, output_select: 3 });
  const createQuote = (email: string, owner = seller): Promise<string> =>
    owner.ok('create-quote', { data: { customer: customer(email), items: [line()], settlement_date: 14 } });
  const times = async (count: number, work: (n: number) => Promise<unknown>) => {
    for (let n = 0; n < count; n++) await work(n);
  };
  const refuse = async (endpoint: string, fields: Record<string, unknown>) => {
    const { error_code, message } = await seller.expectRefusal(endpoint, fields);
    assert.equal(error_code, 'delivery_refused', endpoint);
    assert.match(message, TOO_OFTEN);
  };
  const countMails = async (to: string) =>
    (await kvitt.operator('GET', `/sandbox/mail?to=${encodeURIComponent(to)}`)).body.length;

  test('apply to the mails of one quote, whatever address it goes to', async () => {
    const start = kvitt.now();
    const guid = await createQuote('einn@example.is');
    await times(10, () => seller.ok('send-quote', { guid, dry_run: 1 }));
    await times(20, (n) => seller.ok('send-quote', { guid, ...(n % 2 && { email: `til${n}@example.is` }) }));
    await refuse('send-quote', { guid });
    await refuse('send-quote', { guid, email: 'annar@example.is' });
    await refuse('send-quote', { guid, email: 'annar@example.is', dry_run: 1 });
    await runJobsWithoutFailure(kvitt);
    assert.equal(await countMails('einn@example.is'), 10);
    await seller.ok('send-quote', { guid: await createQuote('einn@example.is') });
    kvitt.now = () => new Date(start.getTime() + DAY_MS + 60_000);
    await seller.ok('send-quote', { guid });
    kvitt.now = () => start;
  });

  test('apply to the mails to one address over all documents of an account', async () => {
    const third = 'thridji@example.is';
    const quotes: string[] = [];
    await times(2, async (n) => quotes.push(await createQuote(n === 0 ? third : 'kaupandi@example.is')));
    const [own = '', other = ''] = quotes;
    await times(15, () => seller.ok('send-quote', { guid: own }));
    await times(15, (n) => seller.ok('send-quote', { guid: other, email: `Thridji+${n}@example.is` }));
    const sent = await seller.ok('create-invoice', { data: invoice({ customer: customer('k@example.is') }) });
    await times(9, () => seller.ok('resend-invoice', { guid: sent, email: third }));
    const console = await new ConsoleClient(kvitt.url).signIn(seller);
    const { guid } = (await seller.ok('get-invoice', { guid: sent })).customer;
    await console.ok('send-customer-statement', { guid, email: third });

    await refuse('send-quote', { guid: await createQuote(third) });
    await refuse('send-quote', { guid: other, email: third });
    await refuse('resend-invoice', { guid: sent, email: third });
    const statement = await console.call('send-customer-statement', { guid, email: third });
    assert.equal(statement.body.error_code, 'delivery_refused');
    await runJobsWithoutFailure(kvitt);
    assert.ok((await countMails(third)) <= 40);

    await seller.ok('resend-invoice', { guid: sent });
    await console.ok('send-customer-statement', { guid });
    await seller.ok('send-quote', { guid: other });
    const neighbour = await kvitt.account();
    await neighbour.ok('send-quote', { guid: await createQuote(third, neighbour) });
  });
});
