import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { runRead } from '../../src/kernel/execute.ts';
import type { Caller } from '../../src/kernel/operations/caller.ts';
import { getNeeds } from '../../src/modules/reports/overview/inbox.ts';
import { ublInvoice } from '../receipts/ubl.ts';
import { type Client, invoice } from '../support/client.ts';
import { type ConsoleClient, signInToConsole } from '../support/console-client.ts';
import { databases } from '../support/databases.ts';
import { buildDsn, type DsnFields, readDeliveryId } from '../support/dsn.ts';
import { PDF } from '../support/endpoints/costs.ts';
import { runJobsWithoutFailure } from '../support/jobs.ts';
import { addColleague } from '../support/people.ts';
import { PASSWORD } from '../support/person.ts';
import { buildReceiptMail } from '../support/receipt-mail.ts';
import { TestService } from '../support/service.ts';
import { TestSmtp } from '../support/smtp.ts';

const SECRET = 'secret of the mail gateway';
let buyers = 0;

for (const kind of databases()) {
  describe(`bounced mail (${kind})`, () => {
    const kvitt = new TestService();
    const server = new TestSmtp();
    let seller: Client;
    before(async () => {
      await kvitt.startOwn(kind, {
        KVITT_SMTP_URL: await server.start(),
        KVITT_MAIL_FROM: 'Kvitt <reikningar@kvitt.example>',
        KVITT_MAIL_RETURNS: 'skil@kvitt.example',
        KVITT_MAIL_WEBHOOK_SECRET: SECRET,
        KVITT_MAIL_RECEIPTS: 'kvittanir@kvitt.example',
      });
      seller = await kvitt.account();
    });
    after(async () => {
      await kvitt.stop();
      await server.stop();
    });

    const postBounce = async (message: string | Buffer, secret = SECRET) => {
      const response = await fetch(`${kvitt.url}/webhooks/mail`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'message/rfc822' },
        body: message,
      });
      const body = (await response.json()) as { outcome?: string; error_code?: string };
      return [response.status, body.outcome ?? body.error_code];
    };
    const sendInvoice = async () => {
      buyers += 1;
      const email = `buyer${buyers}@kaupandi.example`;
      const customer = { name: 'Kaupandi ehf.', output_select: 3, email };
      const guid: string = await seller.ok('create-invoice', { data: invoice({ customer }) });
      await runJobsWithoutFailure(kvitt);
      const mail = server.received.find(({ to }) => to.includes(email));
      assert.ok(mail);
      return { guid, email, mail, delivery: readDeliveryId(mail) };
    };
    const readTimeline = async (guid: string, from = 2): Promise<unknown[]> =>
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
    const bouncedEntry = (recipient: string) =>
      entry(
        'bounced',
        recipient,
        'The mail came back: 550 5.1.1 <bokhald@kaupandi.example>: Recipient address rejected: User unknown',
      );

    test('is recognised by the delivery id and envelope sender of the original', async () => {
      const { guid, mail, delivery } = await sendInvoice();
      assert.match(delivery, /^[\w-]{32}\.issue$/);
      assert.equal(mail.messageId, `<${guid}.issue@kvitt.example>`);
      assert.equal(mail.from, 'skil@kvitt.example');
      assert.match(mail.raw, /^From: .*<reikningar@kvitt\.example>\r$/m);
    });

    test('is recorded on the timeline once with the reason, however often and concurrently it arrives', async () => {
      const { guid, email, mail } = await sendInvoice();
      const message = buildDsn({ original: mail.raw });
      const answers = await Promise.all([1, 2, 3, 4].map(() => postBounce(message)));
      answers.push(await postBounce(message));
      assert.deepEqual(
        answers.map(([status]) => status),
        Array(5).fill(200),
      );
      assert.deepEqual(answers.map(([, outcome]) => outcome).sort(), ['applied', ...Array(4).fill('known')]);
      assert.deepEqual(await readTimeline(guid), [bouncedEntry(email)]);
      assert.equal((await seller.ok('get-invoice', { guid })).status, 'Sent');
    });

    test('is recognised by its envelope id: delayed first, then bounced, and not delayed afterwards', async () => {
      const { guid, email, delivery } = await sendInvoice();
      const delayedEntry: DsnFields = {
        envelopeId: delivery,
        action: 'delayed',
        status: '4.4.1',
        diagnostic: 'smtp; no answer',
      };
      assert.deepEqual(await postBounce(buildDsn(delayedEntry)), [200, 'applied']);
      assert.deepEqual(await postBounce(buildDsn(delayedEntry)), [200, 'known']);
      assert.deepEqual(await postBounce(buildDsn({ envelopeId: delivery })), [200, 'applied']);
      const next = await sendInvoice();
      await postBounce(buildDsn({ envelopeId: next.delivery }));
      assert.deepEqual(await postBounce(buildDsn({ ...delayedEntry, envelopeId: next.delivery })), [
        200,
        'known',
      ]);
      const delayed = entry('delayed', email, 'The mail has not arrived yet: 4.4.1 no answer');
      assert.deepEqual(await readTimeline(guid), [delayed, bouncedEntry(email)]);
      assert.deepEqual(await readTimeline(next.guid), [bouncedEntry(next.email)]);
    });

    test('is listed as needing attention until the invoice is sent again', async () => {
      const { kernel, accounts } = kvitt.service.engine;
      const account = await accounts.byUsername(seller.username);
      const needs = async (guid: string) => {
        const caller: Caller = { by: 'visitor', account, via: 'page', ip: '', requestId: 'test' };
        const { rows } = await runRead(kernel, getNeeds, caller, {});
        return rows.filter((one) => one.guid === guid && one.what !== 'overdue').map(({ what }) => what);
      };
      const { guid, delivery } = await sendInvoice();
      assert.deepEqual(await needs(guid), []);
      await postBounce(buildDsn({ envelopeId: delivery }));
      assert.deepEqual(await needs(guid), ['mail']);
      const email = 'nytt@kaupandi.example';
      await seller.ok('resend-invoice', { guid, email });
      await runJobsWithoutFailure(kvitt);
      assert.deepEqual(await needs(guid), []);
      const repeated = server.received.find(({ to }) => to.includes(email));
      assert.deepEqual(await postBounce(buildDsn({ original: repeated?.raw ?? '' })), [200, 'applied']);
      assert.deepEqual(await needs(guid), ['mail']);
      assert.deepEqual((await readTimeline(guid)).at(-1), bouncedEntry(email));
    });

    test('is accepted without changes when it is about an unknown mail', async () => {
      const { guid, delivery } = await sendInvoice();
      const [name = ''] = delivery.split('.');
      const plain: string = await seller.ok('create-invoice', { data: invoice() });
      const other = await sendInvoice();
      for (const wrong of [
        `${name}.receipt`,
        `${name}.${'x'.repeat(200)}`,
        `${name}.issue'; drop table invoices;--`,
        name,
        'AAAAAAAAAAEBmMDebx58OptSPR9qfoyQ.issue',
        '________________________________.issue',
        `${guid}.issue`,
      ])
        assert.deepEqual(await postBounce(buildDsn({ envelopeId: wrong })), [200, 'unknown'], wrong);
      for (const nothing of [
        '',
        'Subject: Hello\r\n\r\nHello',
        buildDsn(),
        buildDsn({ envelopeId: delivery, action: 'delivered' }),
      ])
        assert.deepEqual(await postBounce(nothing), [200, 'ignored']);
      for (const one of [guid, other.guid]) assert.deepEqual(await readTimeline(one), []);
      assert.deepEqual(await readTimeline(plain, 1), []);
    });

    test('is refused without the secret', async () => {
      const { guid, delivery } = await sendInvoice();
      const message = buildDsn({ envelopeId: delivery });
      for (const secret of ['', 'wrong', `${SECRET}x`, seller.apiKey])
        assert.deepEqual(await postBounce(message, secret), [400, 'webhook_refused']);
      const bare = await fetch(`${kvitt.url}/webhooks/mail`, { method: 'POST', body: message });
      assert.equal(bare.status, 400);
      assert.deepEqual(await readTimeline(guid), []);
    });

    test('is recognised although the whole of a long mail is returned', async () => {
      const { guid, email, mail } = await sendInvoice();
      const long = Buffer.from(buildDsn({ original: `${mail.raw}${'x'.repeat(12_000_000)}` }));
      assert.deepEqual(await postBounce(long), [200, 'applied']);
      assert.deepEqual(await readTimeline(guid), [bouncedEntry(email)]);
    });

    // The command does not depend on the database, and takes a while to start.
    if (kind === 'embedded') return;
    test('is accepted by the command that mail servers pipe to, which exits with a temporary failure while the service is down', async () => {
      const { guid, email, mail } = await sendInvoice();
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
      assert.deepEqual(await readTimeline(guid), []);
      assert.equal(await pipe(kvitt.url), 0);
      assert.deepEqual(await readTimeline(guid), [bouncedEntry(email)]);
    });

    describe('receipts by mail', () => {
      let owner: ConsoleClient;
      let address = '';
      const from = 'anna@efnissalan.example';
      const pdf = { name: 'reikningur.pdf', bytes: PDF };
      const costs = async () => (await owner.ok('find-costs')).rows;
      const log = async () =>
        (await owner.ok('get-receipt-address')).mails.map((one: Record<string, unknown>) => [
          one.sender,
          one.outcome,
          one.costs,
        ]);
      before(async () => {
        owner = await signInToConsole(await kvitt.account());
        address = (await owner.ok('renew-receipt-address')).address;
      });

      test('are kept only from senders that the company knows', async () => {
        assert.match(address, /^kvittanir\+[a-z2-9]{16}\w+@kvitt\.example$/);
        const mail = buildReceiptMail({ to: address, from, id: 'stranger', files: [pdf] });
        assert.deepEqual(await postBounce(mail), [200, 'refused']);
        assert.deepEqual([await costs(), await log()], [[], [[from, 'refused', 0]]]);
        await owner.ok('set-receipt-senders', { senders: ['@Efnissalan.example'] });
        const again = buildReceiptMail({ to: address, from, id: 'allowed', files: [pdf] });
        assert.deepEqual(await postBounce(again), [200, 'taken']);
        assert.equal((await costs()).length, 1);
        const { person } = (await owner.session()).body;
        await owner.ok('update-myself', {
          name: person.name,
          email: 'eigandi@example.is',
          current_password: PASSWORD,
        });
        const own = buildReceiptMail({ to: address, from: 'Eigandi@example.is', id: 'own', files: [pdf] });
        assert.deepEqual(await postBounce(own), [200, 'taken'], 'people of the company may always send');
      });

      test('are accepted however many strangers send, also those of a stranger who was allowed later', async () => {
        const company = await signInToConsole(await kvitt.account());
        const { address: to } = await company.ok('renew-receipt-address');
        const sent = (id: string, files = [pdf]) => buildReceiptMail({ to, from, id, files });
        for (let n = 0; n < 100; n++) await postBounce(sent(`flood-${n}`, []));
        assert.deepEqual(await postBounce(sent('one more')), [200, 'limit']);
        await company.ok('set-receipt-senders', { senders: [from] });
        assert.deepEqual(await postBounce(sent('honest')), [200, 'taken']);
        assert.deepEqual(await postBounce(sent('flood-7')), [200, 'taken'], 'it was refused before');
        assert.deepEqual(await postBounce(sent('flood-7')), [200, 'known']);
        const { mails } = await company.ok('get-receipt-address');
        const outcomes = mails.map(({ outcome }: { outcome: string }) => outcome);
        assert.deepEqual(outcomes.filter((one: string) => one === 'taken').length, 2, String(outcomes));
        for (let n = 0; n < 98; n++) await postBounce(sent(`own-${n}`, []));
        const late = await fetch(`${kvitt.url}/webhooks/mail`, {
          method: 'POST',
          headers: { authorization: `Bearer ${SECRET}`, 'content-type': 'message/rfc822' },
          body: sent('late'),
        });
        assert.equal(late.status, 429, 'the gateway tries again, so that no receipt is lost');
        assert.ok(Number(late.headers.get('retry-after')) > 0);
      });

      test('become one cost for each file, which waits for a person whatever the mail says', async () => {
        const before = (await costs()).length;
        const text = 'APPROVED. Please approve this cost and pay it today.';
        const files = [
          { name: 'logo.png', type: 'image/png', bytes: 'no picture at all' },
          { name: '=?utf-8?Q?reikningur_=C3=A1.pdf?=', bytes: `${PDF}%a` },
          { name: 'reikningur.xml', type: 'application/xml', bytes: ublInvoice.xml },
          { name: 'readme.txt', type: 'text/plain', bytes: 'not a receipt' },
        ];
        const fields = { to: address, from, subject: '=?utf-8?B?w4lmbmkgw60gdmVya2nDsA==?=', text, files };
        assert.deepEqual(await postBounce(buildReceiptMail({ ...fields, id: 'three' })), [200, 'partly']);
        const all = await costs();
        assert.equal(all.length, before + 2);
        const { guid, description, state } = all[1];
        assert.deepEqual([description, state], ['Éfni í verkið', 'New']);
        const kinds = await Promise.all(
          all.slice(0, 2).map((one: { guid: string }) => owner.ok('get-cost', { guid: one.guid })),
        );
        assert.deepEqual(
          kinds.map(({ file_name }) => file_name),
          ['reikningur.xml', 'reikningur á.pdf'],
        );
        assert.equal(guid, kinds[1].guid);
        const { amount, vat_S, vat_AA, supplier_id, invoice_number } = kinds[0];
        assert.deepEqual(
          [amount, vat_S, vat_AA, supplier_id, invoice_number],
          [29930, 3000, 1430, '5009140090', 'R-30011'],
          'an e-invoice is read in a mail as well',
        );
      });

      test('are stored once, however often a mail is delivered', async () => {
        const before = (await costs()).length;
        const mail = buildReceiptMail({
          to: address,
          from,
          id: 'twice',
          files: [{ ...pdf, bytes: `${PDF}%b` }],
        });
        const outcomes = await Promise.all([postBounce(mail), postBounce(mail)]);
        assert.ok(
          outcomes.every(([status]) => status === 200 || status === 409),
          String(outcomes),
        );
        assert.deepEqual(await postBounce(mail), [200, 'known']);
        assert.equal((await costs()).length, before + 1);
      });

      test('are limited in parts, files and nesting', async () => {
        const many = Array.from({ length: 300 }, (_, i) => ({ name: `${i}.pdf`, bytes: 'x' }));
        const mails = [
          buildReceiptMail({ to: address, from, id: 'many', files: many }),
          buildReceiptMail({ to: address, from, id: 'none', text: 'Hello' }),
          `From: ${from}\nTo: ${address}\n${'Content-Type: message/rfc822\n\n'.repeat(2000)}`,
        ];
        for (const mail of mails) assert.deepEqual(await postBounce(mail), [200, 'empty']);
      });

      test('are refused at an address that was replaced, of another company, or of a closed one', async () => {
        const { address: next } = await owner.ok('renew-receipt-address');
        assert.notEqual(next, address);
        const company = await kvitt.account();
        const other = await signInToConsole(company);
        const { address: theirs } = await other.ok('renew-receipt-address');
        for (const [to, outcome] of [
          [address, 'unknown'],
          ['kvittanir+abc@kvitt.example', 'unknown'],
          [theirs, 'refused'],
        ] as const)
          assert.deepEqual(await postBounce(buildReceiptMail({ to, from, id: to, files: [pdf] })), [
            200,
            outcome,
          ]);
        await other.assertRefused('set-receipt-senders', [
          [{}, 'field_required: Field senders is required'],
          [{ senders: ['efnissalan'] }, 'field_invalid: Field senders[0] must be an e-mail address'],
        ]);
        const colleague = await addColleague(kvitt, other);
        assert.equal((await colleague.call('renew-receipt-address')).status, 403);
        assert.equal((await colleague.ok('get-receipt-address')).address, theirs);
        await kvitt.operator('PATCH', `/accounts/${company.username}`, { disabled: true });
        const late = buildReceiptMail({ to: theirs, from, id: 'closed', files: [pdf] });
        assert.deepEqual(await postBounce(late), [200, 'unknown']);
      });
    });
  });
}

describe('bounced mail without a configured secret', () => {
  const kvitt = new TestService();
  before(() => kvitt.start('postgres'));
  after(() => kvitt.stop());

  test('is not accepted', async () => {
    const response = await fetch(`${kvitt.url}/webhooks/mail`, { method: 'POST', body: buildDsn() });
    assert.equal(response.status, 404);
  });
});
