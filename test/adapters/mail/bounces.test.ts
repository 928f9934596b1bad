import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { parseBounce } from '../../../src/adapters/mail/bounces.ts';
import { buildDsn } from '../../support/dsn.ts';
import { growthBy8, MAX_GROWTH } from '../../support/growth.ts';

const ID = 'AAAAAAAAAAEBmMDebx58OptSPR9qfoyQ.issue';
const parse = (text: string) => parseBounce(Buffer.from(text));
const original = `Message-ID: <1@kvitt.example>\r\nX-Kvitt-Delivery: ${ID}\r\nSubject: Reikningur\r\n\r\nText`;

const QMAIL = [
  'From: MAILER-DAEMON@mx.kaupandi.example',
  'Subject: failure notice',
  '',
  'Hi. This is the qmail-send program at mx.kaupandi.example.',
  "I'm afraid I wasn't able to deliver your message to the following addresses.",
  "This is a permanent error; I've given up. Sorry it didn't work out.",
  '',
  '<bokhald@kaupandi.example>:',
  'Remote host said: 550 5.1.1',
  'User unknown',
  '',
  '--- Below this line is a copy of the message.',
  '',
  'Return-Path: <reikningar@kvitt.example>',
  original,
].join('\r\n');

const EXIM = [
  'From: Mail Delivery System <Mailer-Daemon@mx.kaupandi.example>',
  'X-Failed-Recipients: bokhald@kaupandi.example',
  'Auto-Submitted: auto-replied',
  'Subject: Mail delivery failed: returning message to sender',
  '',
  'This message was created automatically by mail delivery software.',
  '',
  'A message that you sent could not be delivered to one or more of its',
  'recipients. This is a permanent error. The following address(es) failed:',
  '',
  '  bokhald@kaupandi.example',
  '    host mx.kaupandi.example [192.0.2.1]',
  '    SMTP error after RCPT TO:',
  '    550 5.1.1 User unknown',
  '',
  '------ This is a copy of the message, including all the headers. ------',
  '',
  'Return-path: <reikningar@kvitt.example>',
  original,
].join('\r\n');

describe('parseBounce', () => {
  test('returns delivery, outcome and reason of a bounce', async () => {
    assert.deepEqual(await parse(buildDsn({ envelopeId: ID })), {
      delivery: ID,
      outcome: 'bounced',
      reason:
        'The mail came back: 550 5.1.1 <bokhald@kaupandi.example>: Recipient address rejected: User unknown',
    });
  });

  test('reports a delay', async () => {
    const report = buildDsn({
      envelopeId: ID,
      action: 'delayed',
      status: '4.4.1',
      diagnostic: 'smtp; no answer',
    });
    assert.deepEqual(await parse(report), {
      delivery: ID,
      outcome: 'delayed',
      reason: 'The mail has not arrived yet: 4.4.1 no answer',
    });
  });

  const named: [what: string, text: string][] = [
    ['the mail that is sent along', buildDsn({ original })],
    ['its headers alone', buildDsn({ original }).replace('message/rfc822', 'text/rfc822-headers')],
    ['headers with other line ends', buildDsn({ original }).replaceAll('\r\n', '\n')],
    [
      'a mail that a pipe has put a line before',
      `From MAILER-DAEMON Mon Mar  2 10:00:00 2026\n${buildDsn({ original })}`,
    ],
    [
      'a mail that was cut off by a mail server',
      buildDsn({ original: `${original}${'x'.repeat(2_000_000)}` }),
    ],
    [
      'headers in base64',
      buildDsn({ original: Buffer.from(original).toString('base64') }).replace(
        'Content-Type: message/rfc822',
        'Content-Transfer-Encoding: base64\r\nContent-Type: message/rfc822',
      ),
    ],
    [
      'headers that were quoted',
      buildDsn({ original: original.replaceAll('=', '=3D').replace('.issue', '=2Eissue') }).replace(
        'Content-Type: message/rfc822',
        'Content-Transfer-Encoding: Quoted-Printable\r\nContent-Type: message/rfc822',
      ),
    ],
  ];
  for (const [title, text] of named) {
    test(`identifies the delivery by ${title}`, async () => assert.equal((await parse(text))?.delivery, ID));
  }

  test('prefers the delivery header if a relay has replaced the envelope id', async () => {
    assert.equal(
      (await parse(buildDsn({ original, envelopeId: 'QWJjZGVm0001@relay.example' })))?.delivery,
      ID,
    );
  });

  const written: [how: string, text: string][] = [
    [
      'without saying what kind of report it is',
      buildDsn({ original }).replace(' report-type=delivery-status;', ''),
    ],
    [
      'with the recipient alone',
      buildDsn({ original }).replace(/Reporting-MTA: [\s\S]*?\r\n\r\n(?=Final)/, ''),
    ],
    [
      'with all lines in one group',
      buildDsn({ envelopeId: ID }).replace(/\r\n\r\n(?=Final-Recipient)/, '\r\n'),
    ],
    [
      'with the recipient first',
      buildDsn({ original }).replace(
        /(Reporting-MTA: [\s\S]*?)\r\n\r\n(Final[\s\S]*?unknown)/,
        '$2\r\n\r\n$1',
      ),
    ],
    ['with the mail as a text', buildDsn({ original }).replace('message/rfc822', 'text/rfc822')],
  ];
  for (const [how, text] of written) {
    test(`accepts a report written ${how}`, async () => {
      const { delivery, outcome, reason = '' } = (await parse(text)) ?? {};
      assert.deepEqual([delivery, outcome], [ID, 'bounced']);
      assert.match(reason, /User unknown$/);
    });
  }

  const inWords: [who: string, text: string, reason: string][] = [
    ['qmail', QMAIL, 'Remote host said: 550 5.1.1 User unknown'],
    ['Exim', EXIM, 'host mx.kaupandi.example [192.0.2.1] SMTP error after RCPT TO: 550 5.1.1 User unknown'],
    [
      'Exim, with its words made fit for the way',
      EXIM.replace('\r\n\r\n', '\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n').replace(
        'User unknown',
        'User=\r\n unknown',
      ),
      'host mx.kaupandi.example [192.0.2.1] SMTP error after RCPT TO: 550 5.1.1 User unknown',
    ],
  ];
  for (const [who, text, reason] of inWords) {
    test(`parses the text bounce of ${who} with any line endings`, async () => {
      const expected = { delivery: ID, outcome: 'bounced', reason: `The mail came back: ${reason}` };
      assert.deepEqual(await parse(text), expected);
      assert.deepEqual(await parse(text.replaceAll('\r\n', '\n')), expected);
    });
  }

  const outcomes: [action: string, status: string, outcome: string | undefined][] = [
    ['failed', '5.1.1', 'bounced'],
    ['FAILED', '5.0.0', 'bounced'],
    ['failed', '4.4.7', 'bounced'], // The server has given up after several days.
    ['delayed', '4.2.2', 'delayed'],
    ['', '5.7.1', 'bounced'],
    ['', '4.2.2', 'delayed'],
    ['odd', '5.7.1', 'bounced'],
    ['constructor', '', undefined],
    ['delivered', '2.0.0', undefined],
    ['relayed', '2.0.0', undefined],
    ['', '2.1.5', undefined],
    ['', 'five', undefined],
    ['', '', undefined],
  ];
  for (const [action, status, outcome] of outcomes) {
    test(`maps action "${action}" and status "${status}" to ${outcome ?? 'none'}`, async () => {
      assert.equal((await parse(buildDsn({ envelopeId: ID, action, status })))?.outcome, outcome);
    });
  }

  test('returns the reason in any charset, on one line and truncated', async () => {
    const diagnostic = `smtp; 550 Þetta netfang\u202e er \u0007ekki til ${'x'.repeat(5000)}`;
    const { reason = '' } = (await parse(buildDsn({ envelopeId: ID, diagnostic }))) ?? {};
    assert.match(reason, /^The mail came back: 5\.1\.1 550 Þetta netfang er ekki til xxx/);
    assert.ok(reason.length < 400, `${reason.length}`);
    assert.equal(
      (await parse(buildDsn({ envelopeId: ID, diagnostic: '', status: '' })))?.reason,
      'The mail came back, and no reason was given',
    );
  });

  const others: [what: string, text: string][] = [
    ['nothing', ''],
    ['an ordinary mail', original],
    [
      'an answer of somebody on holiday',
      buildDsn({ original }).replace('multipart/report', 'multipart/mixed'),
    ],
    [
      'a report of another kind',
      buildDsn({ original }).replace('=delivery-status', '=disposition-notification'),
    ],
    ['a report without a boundary', buildDsn({ original }).replace(/;\r\n\tboundary.*\r/, '\r')],
    ['a report whose boundary never comes', buildDsn({ original }).replaceAll('\r\n--=_', '\r\n-=_')],
    ['a report without a status', buildDsn({ original }).replace('message/delivery-status', 'text/plain')],
    ['a report of a mail that is none of ours', buildDsn({ original: 'Subject: Hello\r\n\r\nText' })],
    ['a report of nothing', buildDsn()],
    [
      'a report behind ten thousand lines',
      `X-Long: 1${'\r\n 2'.repeat(10_000)}\r\n${buildDsn({ original })}`,
    ],
    ['the words of qmail about a mail that is none of ours', QMAIL.replace('X-Kvitt-Delivery', 'X-Other')],
    ['the words of Exim without the mail', EXIM.slice(0, EXIM.indexOf('------'))],
    [
      'an answer that quotes the mail',
      QMAIL.replace('Hi. This is the qmail-send program', 'I am on holiday'),
    ],
  ];
  for (const [title, text] of others) {
    test(`ignores ${title}`, async () => assert.equal(await parse(text), null));
  }

  test('takes linear time on any input', async () => {
    const [dsn, dsnWithMail] = [buildDsn({ envelopeId: ID }), buildDsn({ original })];
    const hostile: [size: number, make: (size: number) => string][] = [
      [1_250, (n) => '\r\n'.repeat(n)],
      [25_000, (n) => 'a: '.repeat(n)],
      [12_500, (n) => `Content-Type: multipart/report${'; a="'.repeat(n)}`],
      [37_500, (n) => `Content-Type: multipart/report${';'.repeat(n)}`],
      [25_000, (n) => buildDsn({ envelopeId: ID, diagnostic: ` \t${'\\"'.repeat(n)}` })],
      [1_200, (n) => dsn.replace('\r\n\r\nFinal', `${'\r\n \t'.repeat(n)}\r\n\r\nFinal`)],
      [1_200, (n) => dsnWithMail.replace('\r\n--=_', '\r\n--=_8A/mx.kaupandi.example'.repeat(n))],
      [60_000, (n) => '='.repeat(n)],
      [50_000, (n) => EXIM.replace('------ This', `${'-'.repeat(n)}This`)],
      [1_200, (n) => EXIM.replace('    host', '    x\r\n'.repeat(n))],
      [375_000, (n) => '\u00ff'.repeat(n)],
    ];
    for (const [size, make] of hostile) {
      const growth = await growthBy8((n) => parse(make(n)), size);
      assert.ok(growth < MAX_GROWTH, `${make}: ${growth} times as long for 8 times the input`);
    }
  });

  test('never throws on corrupted input', async () => {
    const whole = Buffer.from(buildDsn({ envelopeId: ID, original }));
    await fc.assert(
      fc.asyncProperty(
        fc.nat(whole.length),
        fc.nat(200),
        fc.uint8Array({ maxLength: 60 }),
        async (at, cut, put) => {
          const spoilt = Buffer.concat([whole.subarray(0, at), put, whole.subarray(at + cut)]);
          const found = await parseBounce(spoilt);
          if (found) assert.ok(found.reason.length < 400 && !/[\n\r]/.test(found.reason));
        },
      ),
      { numRuns: 500 },
    );
  });
});
