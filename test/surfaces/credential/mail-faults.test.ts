import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { SmtpMail } from '../../../src/adapters/mail/smtp.ts';
import { type Client, invoice } from '../../support/client.ts';
import { runJobs } from '../../support/jobs.ts';
import { onBothDatabases } from '../../support/service.ts';
import { type SmtpBehaviour, TestSmtp } from '../../support/smtp.ts';

const START = Date.parse('2026-03-02T10:00:00Z');
const FROM = 'reikningar@kvitt.example';
let buyers = 0;

onBothDatabases('a failing mail server', (kvitt) => {
  const server = new TestSmtp();
  let mail: SmtpMail;
  let impatientMail: SmtpMail;
  let seller: Client;
  let port: number;
  before(async () => {
    const url = await server.start();
    port = Number(new URL(url).port);
    mail = new SmtpMail({ url, from: FROM });
    impatientMail = new SmtpMail({ url, from: FROM, answerMs: 300 });
    seller = await kvitt.account();
  });
  after(async () => {
    await Promise.all([mail.close(), impatientMail.close()]);
    await server.stop();
  });

  /** Shortens the timeout only for a server that hangs, because a busy machine may need longer otherwise. */
  const behave = (behaviour: SmtpBehaviour) => {
    server.behaviour = behaviour;
    kvitt.service.engine.kernel.ports.mail = behaviour === 'hangs after DATA' ? impatientMail : mail;
  };
  const run = async (secondsLater: number) => {
    kvitt.now = () => new Date(START + secondsLater * 1000);
    return await runJobs(kvitt);
  };
  const issueInvoice = async () => {
    kvitt.now = () => new Date(START);
    buyers += 1;
    const email = `buyer${buyers}@kaupandi.example`;
    const customer = { name: 'Kaupandi ehf.', output_select: 3, email };
    return { email, guid: await seller.ok('create-invoice', { data: invoice({ customer }) }) };
  };
  const receivedBy = (email: string) => server.received.filter(({ to }) => to.includes(email));
  const readTimeline = async (guid: string): Promise<[string, string][]> =>
    (await seller.ok('get-invoice', { guid })).timeline.map(
      ({ event, reason }: { event: string; reason: string }) => [event, reason],
    );

  const troubles: [SmtpBehaviour | 'is away', RegExp][] = [
    ['refuses', /^The mail server answered: 550 5\.1\.1 No such mailbox/],
    ['busy', /^The mail server answered: 451 4\.3\.0 Try again later/],
    ['hangs after DATA', /^The mail server did not answer in time$/],
    ['dies in DATA', /^The mail server could not be reached, or ended the connection$/],
    ['is away', /^The mail server could not be reached, or ended the connection$/],
  ];
  for (const [trouble, reason] of troubles) {
    test(`that ${trouble}: keeps the invoice, records the reason on the timeline, and sends the mail once afterwards`, async () => {
      behave(trouble === 'is away' ? 'well' : trouble);
      if (trouble === 'is away') await server.stop();
      const { guid, email } = await issueInvoice();
      for (const seconds of [0, 5]) assert.equal((await run(seconds)).failed, 1);
      assert.equal((await seller.ok('get-invoice', { guid })).status, 'Sent');
      const [issued, failed, ...more] = await readTimeline(guid);
      assert.deepEqual([issued, more], [['issued', ''], []]);
      assert.equal(failed?.[0], 'failed');
      assert.match(failed?.[1] ?? '', reason);

      behave('well');
      if (trouble === 'is away') await server.start(port);
      for (const seconds of [15, 1000]) assert.equal((await run(seconds)).failed, 0);
      const mails = receivedBy(email);
      assert.deepEqual(
        mails.map(({ messageId }) => messageId),
        [`<${guid}.issue@kvitt.example>`],
      );
      assert.deepEqual((await readTimeline(guid)).at(-1), ['sent', '']);
    });
  }

  test('that keeps refusing is given up after the last attempt, which the timeline records', async () => {
    behave('refuses');
    const { guid, email } = await issueInvoice();
    for (const seconds of [0, 5, 15, 35]) assert.equal((await run(seconds)).failed, 1);
    assert.equal((await run(75)).failed, 0);
    assert.equal((await readTimeline(guid)).at(-1)?.[0], 'given_up');
    behave('well');
    assert.deepEqual((await run(10_000)).ran['send-mail'], undefined);
    assert.deepEqual(receivedBy(email), []);
    await seller.ok('resend-invoice', { guid });
    await run(20_000);
    const [mail, ...more] = receivedBy(email);
    assert.deepEqual(more, []);
    // A mail program shows it together with the first mail of the invoice.
    for (const header of ['In-Reply-To', 'References'])
      assert.match(mail?.raw ?? '', new RegExp(`^${header}: <${guid}\\.issue@kvitt\\.example>`, 'm'));
  });

  test('that has recovered gets a quote in the language of its reader', async () => {
    behave('well');
    kvitt.now = () => new Date(START);
    const email = 'reader@abroad.example';
    const customer = { name: 'Reader Ltd.', output_select: 3, lang: 'en', email };
    const guid = await seller.ok('create-quote', { data: { ...invoice({ customer }), type: 'invoice' } });
    await seller.ok('send-quote', { guid });
    await run(0);
    const [mail] = receivedBy(email);
    assert.match(mail?.raw ?? '', /^Content-Language: en$/m);
    assert.match(mail?.raw ?? '', /^Subject: Quote 1 from /m);
  });

  test('that keeps refusing a reminder does not make the next one wait', async () => {
    behave('well');
    const { guid } = await issueInvoice();
    await run(0);
    behave('refuses');
    await seller.ok('remind-invoice', { guid });
    for (const seconds of [0, 5, 15, 35, 75]) await run(seconds);
    assert.equal((await readTimeline(guid)).at(-1)?.[0], 'given_up');
    assert.equal((await seller.ok('get-invoice', { guid })).reminded_at, null);
    behave('well');
    await seller.ok('remind-invoice', { guid });
    await run(10_000);
    assert.equal((await readTimeline(guid)).at(-1)?.[0], 'reminded');
  });

  test('that hangs does not delay other jobs', async () => {
    behave('hangs after DATA');
    await issueInvoice();
    const customer = { name: 'Greiðandi', output_select: 4, registration_no: '5501234520' };
    const guid = await seller.ok('create-invoice', { data: invoice({ is_claim: 1, customer }) });
    const { ran, failed } = await run(0);
    assert.deepEqual([ran['send-claim'], failed], [1, 1]);
    assert.deepEqual(
      (await readTimeline(guid)).map(([event]) => event),
      ['issued', 'claim_sent'],
    );
    behave('well');
    await run(10_000);
  });
});
