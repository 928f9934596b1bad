import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { SmtpMail } from '../../../src/adapters/mail/smtp.ts';
import type { DeliveryRejected, MailMessage } from '../../../src/kernel/ports/ports.ts';
import { findFreePort } from '../../support/free-port.ts';
import { AWKWARD } from '../../support/scenarios.ts';
import { TestSmtp } from '../../support/smtp.ts';

const FROM = 'reikningar@kvitt.example';

function message(fields: Partial<MailMessage> = {}): MailMessage {
  return {
    accountId: 1,
    id: 'invoice-1.issue',
    fromName: 'Norðurljós ehf.',
    replyTo: 'sala@nordurljos.example',
    to: 'kaupandi@kaupandi.example',
    subject: 'Reikningur 1 frá Norðurljós ehf.',
    text: 'Góðan dag',
    html: '<p>Góðan dag</p>',
    lang: 'is',
    attachments: [
      { filename: 'reikningur-1.pdf', contentType: 'application/pdf', content: Buffer.from('%PDF-') },
    ],
    ...fields,
  };
}

describe('SMTP client', () => {
  const server = new TestSmtp();
  let mail: SmtpMail;
  let hasty: SmtpMail;
  let url: string;
  before(async () => {
    url = await server.start();
    mail = new SmtpMail({ url, from: FROM });
    hasty = new SmtpMail({ url, from: FROM, answerMs: 300 });
  });
  after(async () => {
    await Promise.all([mail.close(), hasty.close()]);
    await server.stop();
  });

  test('sends text, HTML and attachment with the given message id', async () => {
    await mail.send(message());
    const sent = server.received.at(-1);
    assert.equal(sent?.messageId, '<invoice-1.issue@kvitt.example>');
    assert.equal(sent?.from, 'reikningar@kvitt.example');
    assert.deepEqual(sent?.to, ['kaupandi@kaupandi.example']);
    const raw = sent?.raw ?? '';
    for (const part of [/^Reply-To: .*<sala@nordurljos.example>/im, /text\/plain/, /text\/html/]) {
      assert.match(raw, part);
    }
    assert.match(raw, /filename=reikningur-1.pdf/);
    assert.match(raw, /JVBERi0=/); // %PDF- in base64.
  });

  test('sends an inline image with its content id', async () => {
    const logo = {
      filename: 'logo.png',
      contentType: 'image/png',
      content: Buffer.from('PNG'),
      cid: 'logo@kvitt',
    };
    const html = '<img src="cid:logo@kvitt" alt="">';
    await mail.send(message({ html, attachments: [...message().attachments, logo] }));
    const raw = server.received.at(-1)?.raw ?? '';
    assert.match(raw, /multipart\/related/);
    const part = raw.split(/\r\n--/).find((one) => /Content-ID: <logo@kvitt>/i.test(one)) ?? '';
    assert.match(part, /Content-Type: image\/png/i);
    assert.match(part, /Content-Disposition: inline/i);
    assert.match(raw, /Content-Disposition: attachment; filename=reikningur-1.pdf/i);
  });

  test('prevents header injection by names and subjects', async () => {
    const hostile = `${AWKWARD}\r\nBcc: evil@example.com`;
    await mail.send(message({ fromName: hostile, subject: hostile }));
    const headers = server.received.at(-1)?.raw.split('\r\n\r\n')[0] ?? '';
    assert.doesNotMatch(headers, /^Bcc:/im);
    assert.deepEqual(server.received.at(-1)?.to, ['kaupandi@kaupandi.example']);
  });

  const failures = [
    ['refuses', /^The mail server answered: 550 5.1.1 No such mailbox/, true],
    ['busy', /^The mail server answered: 451 4.3.0 Try again later/, false],
    ['hangs after DATA', /^The mail server did not answer in time$/, false],
    ['dies in DATA', /^The mail server could not be reached, or ended the connection$/, false],
  ] as const;
  for (const [manners, reason, refusal] of failures) {
    test(`reports the reason if the server ${manners}, makes one attempt, and recovers`, async () => {
      const before = server.received.length;
      server.behaviour = manners;
      const sender = manners === 'hangs after DATA' ? hasty : mail;
      await assert.rejects(sender.send(message()), (error: DeliveryRejected) => {
        assert.match(error.message, reason);
        assert.equal(error.refused, refusal);
        return true;
      });
      server.behaviour = 'well';
      await mail.send(message());
      assert.equal(server.received.length, before + 1);
    });
  }

  test('reports an unreachable server without host names', async () => {
    const nowhere = new SmtpMail({ url: `smtp://127.0.0.1:${await findFreePort()}`, from: FROM });
    await assert.rejects(nowhere.send(message()), (error: DeliveryRejected) => {
      assert.equal(error.message, 'The mail server could not be reached, or ended the connection');
      return error.refused === false;
    });
    await nowhere.close();
  });

  test('requests DSN with the delivery id from a server that supports it', async () => {
    const telling = new TestSmtp({ notices: true });
    const asking = new SmtpMail({ url: await telling.start(), from: FROM, returns: 'skil@kvitt.example' });
    const delivery = 'AAAAAAAAAAEBmMDebx58OptSPR9qfoyQ.issue';
    await asking.send(message({ delivery }));
    const [{ from, dsn, raw } = { from: '', dsn: null, raw: '' }] = telling.received;
    assert.equal(from, 'skil@kvitt.example');
    assert.deepEqual(dsn, { ret: 'HDRS', envid: delivery });
    assert.match(raw, new RegExp(`^X-Kvitt-Delivery: ${delivery}\\r$`, 'm'));
    await asking.close();
    await telling.stop();
  });

  test('reuses a few connections for many mails', async () => {
    server.maxConnections = 0;
    await Promise.all(Array.from({ length: 60 }, (_, n) => mail.send(message({ id: `many-${n}` }))));
    assert.ok(server.maxConnections <= 8, `${server.maxConnections} connections`);
    assert.equal(new Set(server.received.slice(-60).map(({ messageId }) => messageId)).size, 60);
  });

  test('refuses a self-signed certificate', async () => {
    const unsigned = new TestSmtp({ secure: true });
    const doubtful = new SmtpMail({ url: await unsigned.start(), from: FROM });
    await assert.rejects(doubtful.send(message()), /^Error: The mail server offers no safe connection$/);
    assert.deepEqual(unsigned.received, []);
    await doubtful.close();
    await unsigned.stop();
  });

  test('times out on a server that trickles bytes', async () => {
    const trickling = createServer((socket) => {
      const lines = setInterval(() => socket.write('250-and more\r\n'), 50);
      socket.on('error', () => {}).on('close', () => clearInterval(lines));
      socket.write('220 welcome\r\n');
    });
    await once(trickling.listen(0, '127.0.0.1'), 'listening');
    const url = `smtp://127.0.0.1:${(trickling.address() as AddressInfo).port}`;
    const slow = new SmtpMail({ url, from: FROM, mailMs: 500 });
    await assert.rejects(slow.send(message()), /^Error: The mail server did not answer in time$/);
    await slow.close();
    trickling.close();
  });

  test('requires TLS for a remote server', async () => {
    const port = new URL(url).port;
    // Another name of this machine that does not look local.
    const elsewhere = new SmtpMail({ url: `smtp://0.0.0.0:${port}`, from: FROM });
    await assert.rejects(elsewhere.send(message()));
    const lenient = new SmtpMail({ url: `smtp://0.0.0.0:${port}?tls=optional`, from: FROM });
    await lenient.send(message());
    await Promise.all([elsewhere.close(), lenient.close()]);
  });
});
