import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Caller } from '../../src/kernel/context.ts';
import { runRead } from '../../src/kernel/execute.ts';
import { getOverview } from '../../src/modules/reports/overview.ts';
import { type Client, invoice } from '../support/client.ts';
import { databases } from '../support/databases.ts';
import { buildDsn, type DsnFields, readDeliveryId } from '../support/dsn.ts';
import { Kvitt } from '../support/service.ts';
import { TestSmtp } from '../support/smtp.ts';

const SECRET = 'secret of the mail gateway';
let buyers = 0;

for (const kind of databases()) {
  describe(`mail that comes back (${kind})`, () => {
    const kvitt = new Kvitt();
    const server = new TestSmtp();
    let seller: Client;
    before(async () => {
      await kvitt.startOwn(kind, {
        KVITT_SMTP_URL: await server.start(),
        KVITT_MAIL_FROM: 'Kvitt <reikningar@kvitt.example>',
        KVITT_MAIL_RETURNS: 'skil@kvitt.example',
        KVITT_MAIL_WEBHOOK_SECRET: SECRET,
      });
      seller = await kvitt.account();
    });
    after(async () => {
      await kvitt.stop();
      await server.stop();
    });

    const hand = async (message: string | Buffer, secret = SECRET) => {
      const response = await fetch(`${kvitt.url}/webhooks/mail`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'message/rfc822' },
        body: message,
      });
      const body = (await response.json()) as { outcome?: string; error_code?: string };
      return [response.status, body.outcome ?? body.error_code];
    };
    const run = async () => assert.equal((await kvitt.operator('POST', '/jobs/run', {})).body.failed, 0);
    const mailed = async () => {
      buyers += 1;
      const email = `buyer${buyers}@kaupandi.example`;
      const customer = { name: 'Kaupandi ehf.', output_select: 3, email };
      const guid: string = await seller.ok('create-invoice', { data: invoice({ customer }) });
      await run();
      const mail = server.arrived.find(({ to }) => to.includes(email));
      assert.ok(mail);
      return { guid, email, mail, delivery: readDeliveryId(mail) };
    };
    const story = async (guid: string, from = 2): Promise<unknown[]> =>
      (await seller.ok('get-invoice', { guid })).timeline
        .slice(from)
        .map(({ at: _at, ...entry }: { at: string }) => entry);
    const entry = (event: string, recipient: string, reason: string) => ({
      event,
      via: 'email',
      recipient,
      reason,
      by: '',
    });
    const back = (recipient: string) =>
      entry(
        'bounced',
        recipient,
        'The mail came back: 550 5.1.1 <bokhald@kaupandi.example>: Recipient address rejected: User unknown',
      );

    test('is sent with its name, from the address for returns', async () => {
      const { guid, mail, delivery } = await mailed();
      assert.match(delivery, /^[\w-]{32}\.issue$/);
      assert.equal(mail.messageId, `<${guid}.issue@kvitt.example>`);
      assert.equal(mail.from, 'skil@kvitt.example');
      assert.match(mail.raw, /^From: .*<reikningar@kvitt\.example>\r$/m);
    });

    test('is told on the timeline with the reason, once, however often and at once it is heard', async () => {
      const { guid, email, mail } = await mailed();
      const message = buildDsn({ original: mail.raw });
      const heard = await Promise.all([1, 2, 3, 4].map(() => hand(message)));
      heard.push(await hand(message));
      assert.deepEqual(
        heard.map(([status]) => status),
        Array(5).fill(200),
      );
      assert.deepEqual(heard.map(([, outcome]) => outcome).sort(), ['applied', ...Array(4).fill('known')]);
      assert.deepEqual(await story(guid), [back(email)]);
      assert.equal((await seller.ok('get-invoice', { guid })).status, 'Sent');
    });

    test('is known by its envelope, is late first and lost then, and not late after it was lost', async () => {
      const { guid, email, delivery } = await mailed();
      const late: DsnFields = {
        envelopeId: delivery,
        action: 'delayed',
        status: '4.4.1',
        diagnostic: 'smtp; no answer',
      };
      assert.deepEqual(await hand(buildDsn(late)), [200, 'applied']);
      assert.deepEqual(await hand(buildDsn(late)), [200, 'known']);
      assert.deepEqual(await hand(buildDsn({ envelopeId: delivery })), [200, 'applied']);
      const next = await mailed();
      await hand(buildDsn({ envelopeId: next.delivery }));
      assert.deepEqual(await hand(buildDsn({ ...late, envelopeId: next.delivery })), [200, 'known']);
      const delayed = entry('delayed', email, 'The mail has not arrived yet: 4.4.1 no answer');
      assert.deepEqual(await story(guid), [delayed, back(email)]);
      assert.deepEqual(await story(next.guid), [back(next.email)]);
    });

    test('waits for a person on the first page, until the invoice was sent again', async () => {
      const { kernel, accounts } = kvitt.service.engine;
      const account = await accounts.byUsername(seller.username);
      const needs = async (guid: string) => {
        const caller: Caller = { account, via: 'console', ip: '', requestId: 'test' };
        const { troubled } = await runRead(kernel, getOverview, caller, {});
        return troubled.filter((one) => one.guid === guid).map(({ what }) => what);
      };
      const { guid, delivery } = await mailed();
      assert.deepEqual(await needs(guid), []);
      await hand(buildDsn({ envelopeId: delivery }));
      assert.deepEqual(await needs(guid), ['mail']);
      const email = 'nytt@kaupandi.example';
      await seller.ok('resend-invoice', { guid, email });
      await run();
      assert.deepEqual(await needs(guid), []);
      const again = server.arrived.find(({ to }) => to.includes(email));
      assert.deepEqual(await hand(buildDsn({ original: again?.raw ?? '' })), [200, 'applied']);
      assert.deepEqual(await needs(guid), ['mail']);
      assert.deepEqual((await story(guid)).at(-1), back(email));
    });

    test('is thanked for and changes nothing when it is about no mail that was sent', async () => {
      const { guid, delivery } = await mailed();
      const [name = ''] = delivery.split('.');
      const plain: string = await seller.ok('create-invoice', { data: invoice() });
      const other = await mailed();
      for (const wrong of [
        `${name}.receipt`,
        `${name}.${'x'.repeat(200)}`,
        `${name}.issue'; drop table invoices;--`,
        name,
        'AAAAAAAAAAEBmMDebx58OptSPR9qfoyQ.issue',
        '________________________________.issue',
        `${guid}.issue`,
      ])
        assert.deepEqual(await hand(buildDsn({ envelopeId: wrong })), [200, 'unknown'], wrong);
      for (const nothing of [
        '',
        'Subject: Hello\r\n\r\nHello',
        buildDsn(),
        buildDsn({ envelopeId: delivery, action: 'delivered' }),
      ])
        assert.deepEqual(await hand(nothing), [200, 'ignored']);
      for (const one of [guid, other.guid]) assert.deepEqual(await story(one), []);
      assert.deepEqual(await story(plain, 1), []);
    });

    test('is heard only from who knows the secret', async () => {
      const { guid, delivery } = await mailed();
      const message = buildDsn({ envelopeId: delivery });
      for (const secret of ['', 'wrong', `${SECRET}x`, seller.apiKey])
        assert.deepEqual(await hand(message, secret), [400, 'webhook_refused']);
      const bare = await fetch(`${kvitt.url}/webhooks/mail`, { method: 'POST', body: message });
      assert.equal(bare.status, 400);
      assert.deepEqual(await story(guid), []);
    });

    test('is known although the whole of a long mail came back with it', async () => {
      const { guid, email, mail } = await mailed();
      const long = Buffer.from(buildDsn({ original: `${mail.raw}${'x'.repeat(12_000_000)}` }));
      assert.deepEqual(await hand(long), [200, 'applied']);
      assert.deepEqual(await story(guid), [back(email)]);
    });

    // The command is the same on both, and takes a while to start.
    if (kind === 'embedded') return;
    test('comes by the command that mail servers pipe to, which asks them to come again while nobody is there', async () => {
      const { guid, email, mail } = await mailed();
      const pipe = async (url: string, secret = SECRET) => {
        const command = spawn(join(import.meta.dirname, '../../bin/kvitt'), ['bounce'], {
          env: {
            ...process.env,
            KVITT_BASE_URL: url,
            KVITT_MAIL_WEBHOOK_SECRET: secret,
            KVITT_SECRET: 'x'.repeat(20),
          },
          stdio: ['pipe', 'ignore', 'ignore'],
        });
        command.stdin.end(
          `From MAILER-DAEMON Mon Mar  2 10:00:00 2026\n${buildDsn({ original: mail.raw }).replaceAll('\r\n', '\n')}`,
        );
        const [code] = await once(command, 'exit');
        return code;
      };
      assert.equal(await pipe('http://127.0.0.1:9'), 75);
      assert.equal(await pipe(kvitt.url, 'another secret of sixteen'), 75);
      assert.deepEqual(await story(guid), []);
      assert.equal(await pipe(kvitt.url), 0);
      assert.deepEqual(await story(guid), [back(email)]);
    });
  });
}

describe('mail that comes back where no secret was set', () => {
  const kvitt = new Kvitt();
  before(() => kvitt.start('postgres'));
  after(() => kvitt.stop());

  test('is not heard at all', async () => {
    const response = await fetch(`${kvitt.url}/webhooks/mail`, { method: 'POST', body: buildDsn() });
    assert.equal(response.status, 404);
  });
});
