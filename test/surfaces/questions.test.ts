import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { parseMail } from '../../src/adapters/mail/parse-mail.ts';
import { replyText } from '../../src/domain/strings/reply-text.ts';
import { issue, paid, receive } from '../support/bank-lines.ts';
import type { Client } from '../support/client.ts';
import type { ConsoleClient } from '../support/console-client.ts';
import { createCompleteCost } from '../support/costs.ts';
import { databases } from '../support/databases.ts';
import { runJobsWithoutFailure } from '../support/jobs.ts';
import { addColleague, signInOwner } from '../support/people.ts';
import { Person } from '../support/person.ts';
import { buildReceiptMail } from '../support/receipt-mail.ts';
import { TestService } from '../support/service.ts';
import { TestSmtp } from '../support/smtp.ts';
import { UNKNOWN_GUID } from '../support/unknown-guid.ts';

const SECRET = 'secret of the mail gateway';

interface Mail {
  text: string;
  reply_to: string;
}

for (const kind of databases())
  describe(`questions about documents (${kind})`, () => {
    const kvitt = new TestService();
    const server = new TestSmtp();
    let seller: Client;
    let owner: ConsoleClient;
    let accountant: ConsoleClient & { username: string };
    let cost: string;
    before(async () => {
      await kvitt.startOwn(kind, {
        KVITT_SMTP_URL: await server.start(),
        KVITT_MAIL_FROM: 'Kvitt <kvitt@kvitt.example>',
        KVITT_MAIL_WEBHOOK_SECRET: SECRET,
        KVITT_MAIL_RECEIPTS: 'kvittanir@kvitt.example',
      });
      seller = await kvitt.account();
      owner = await signInOwner(kvitt, seller);
      await owner.ok('update-myself', {
        name: 'Jón Jónsson',
        email: 'jon@example.is',
        current_password: 'a good password',
      });
      accountant = await addColleague(kvitt, owner, 'accountant');
      cost = await createCompleteCost(seller);
    });
    after(async () => {
      await kvitt.stop();
      await server.stop();
    });

    const ask = (document_guid: string, question: string, of = 'cost') =>
      accountant.ok('ask-question', { kind: of, document_guid, question });
    const find = async (guid: string) => accountant.ok('get-question', { guid });
    const mailsTo = async (to: string): Promise<Mail[]> => {
      await runJobsWithoutFailure(kvitt);
      const found = server.received.filter((mail) => mail.to.includes(to));
      const mails = await Promise.all(found.map(({ raw }) => parseMail(Buffer.from(raw))));
      return mails.map(({ text = '', replyTo }) => ({ text, reply_to: replyTo?.[0]?.address ?? '' }));
    };
    const newestTo = async (to: string) => (await mailsTo(to)).at(-1) as Mail;
    const linkIn = ({ text }: Mail) => new URL(/https?:\S+/.exec(text)?.[0] ?? '').pathname;
    const reply = async (to: string, text: string, more: object = {}) => {
      const response = await fetch(`${kvitt.url}/webhooks/mail`, {
        method: 'POST',
        headers: { authorization: `Bearer ${SECRET}`, 'content-type': 'message/rfc822' },
        body: buildReceiptMail({ to, from: 'jon@example.is', text, ...more }),
      });
      return ((await response.json()) as { outcome: string }).outcome;
    };
    const needsOf = async (client: ConsoleClient) =>
      (await client.ok('get-needs')).rows
        .filter(({ what }: { what: string }) => what === 'question' || what === 'answer')
        .map(({ what, guid }: { what: string; guid: string }) => `${what} ${guid}`);

    test('asks about each kind of document, once', async () => {
      const invoice = await issue(seller, 5000);
      const [line] = await receive(seller, [paid(990, { text: 'Hvað er þetta' })]);
      const payment = await seller.ok('record-payment', {
        data: { amount: 5000, allocations: [{ invoice_guid: invoice.guid }] },
      });
      const documents = [
        ['invoice', invoice.guid, invoice.number, 'Kaupandi ehf.', 5000],
        ['bank_line', line.guid, '', 'Hvað er þetta', 990],
        ['payment', payment.guid, '', 'Kaupandi ehf.', 5000],
      ] as const;
      for (const [of, guid, number, name, amount] of documents) {
        const first = await ask(guid, 'What is it?', of);
        assert.deepEqual(await ask(guid, '  What is it? ', of), first, 'the same question stays one');
        const { document, state, asked_by } = await find(first.guid);
        assert.deepEqual(
          [state, asked_by, document.kind, document.number, document.name, document.amount],
          ['open', `${(await accountant.session()).body.person.name}`, of, String(number), name, amount],
        );
        await accountant.ok('close-question', { guid: first.guid });
        const again = await ask(guid, 'What is it?', of);
        assert.notEqual(again.guid, first.guid, 'after it was closed it is asked anew');
        await accountant.ok('close-question', { guid: again.guid });
      }
    });

    test('is answered in the console, and stays on record when it is closed', async () => {
      const { guid } = await ask(cost, 'Was this a lunch?');
      assert.deepEqual(await needsOf(owner), [`question ${guid}`]);
      assert.deepEqual(await owner.ok('answer-question', { guid, answer: 'Yes, with a customer' }), {
        guid,
        state: 'answered',
      });
      await owner.ok('answer-question', { guid, answer: 'Yes, with a customer' });
      const answered = await find(guid);
      assert.deepEqual(
        answered.answers.map((one: Record<string, string>) => [
          one.answer,
          one.answered_by,
          one.via,
          one.sender,
        ]),
        [['Yes, with a customer', 'Jón Jónsson', 'console', '']],
      );
      assert.deepEqual(await needsOf(accountant), [`answer ${guid}`]);
      const mail = await newestTo(accountant.username);
      assert.match(mail.text, /Yes, with a customer/);
      assert.match(mail.text, /Was this a lunch\?/);
      assert.equal(linkIn(mail), '/console/questions');
      assert.equal((await mailsTo(accountant.username)).length, 1, 'the second answer was the same');
      await accountant.ok('close-question', { guid });
      await accountant.ok('close-question', { guid });
      const { state, closed_at, answers } = await find(guid);
      assert.deepEqual([state, closed_at !== null, answers.length], ['closed', true, 1]);
      assert.deepEqual(await needsOf(owner), []);
      const late = await owner.ok('answer-question', { guid, answer: 'It was a dinner' });
      assert.equal(late.state, 'closed');
      assert.equal((await find(guid)).answers.length, 2);
      const events = await seller.ok('get-events', { types: 'question.*', limit: 500 });
      assert.deepEqual(
        events
          .filter(({ data }: { data: { guid: string } }) => data.guid === guid)
          .map(({ type }: { type: string }) => type),
        ['question.asked', 'question.answered', 'question.closed', 'question.answered'],
      );
    });

    test('is answered by the link of the mail, without signing in', async () => {
      const { guid } = await ask(cost, 'Who was there?');
      const mail = await newestTo('jon@example.is');
      assert.match(mail.text, /Who was there\?/);
      const [visitor, path] = [new Person(kvitt.url), linkIn(mail)];
      const page = await visitor.get(path);
      assert.equal(page.status, 200);
      assert.match(page.text, /Who was there\?/);
      const empty = await visitor.submit(page, `${path}?lang=is`, { answer: '  ' });
      assert.deepEqual([empty.status, /role="alert"/.test(empty.text)], [400, true]);
      assert.equal((await visitor.submit(page, `${path}?lang=is`, { answer: 'x'.repeat(4001) })).status, 400);
      const sent = await visitor.submit(page, `${path}?lang=is`, { answer: '<b>Anna</b> & Jón' });
      assert.equal(sent.status, 303);
      assert.match((await visitor.get(sent.location ?? '')).text, /&lt;b&gt;Anna&lt;\/b&gt; &amp; Jón/);
      const { state, answers } = await find(guid);
      assert.deepEqual(
        [state, answers.length, answers[0].answer, answers[0].answered_by, answers[0].via],
        ['answered', 1, '<b>Anna</b> & Jón', 'Jón Jónsson', 'link'],
      );
      for (const wrong of [path.replace(/.$/, '!'), path.slice(0, -1), `${path}0`, '/question/q-1-1-1-abc'])
        assert.equal((await visitor.get(wrong)).status, 404, wrong);
      await accountant.ok('close-question', { guid });
    });

    test('is answered by a reply to the mail', async () => {
      const { guid } = await ask(cost, 'Where is the receipt?');
      const { reply_to: to } = await newestTo('jon@example.is');
      assert.match(to, /^kvittanir\+q-[a-z0-9-]+@kvitt\.example$/);
      const quoted =
        'In the drawer\n\nOn Thu, 19 Nov 2026 at 10:00 Kvitt <\nkvitt@example.is> wrote:\n> ##- Kvitt -##';
      assert.equal(await reply(to, '> ##- Kvitt -##\n> Where is it?', { id: 'nothing' }), 'empty');
      const file = [{ name: 'photo.jpg', bytes: 'jpg' }];
      assert.equal(await reply(to.toUpperCase(), quoted, { id: 'one', files: file }), 'taken');
      assert.equal(await reply(to, quoted, { id: 'one', files: file }), 'taken');
      assert.equal(await reply(to, 'Or on the desk', { id: 'two', from: 'Jon.Heima@Example.is' }), 'taken');
      assert.equal(await reply(to.replace(/.@/, '!@'), 'A guess', { id: 'three' }), 'unknown');
      const { state, answers } = await find(guid);
      assert.deepEqual(
        [state, ...answers.map((one: Record<string, string>) => [one.answer, one.via, one.sender])],
        [
          'answered',
          ['In the drawer\n[photo.jpg]', 'mail', ''],
          ['Or on the desk', 'mail', 'jon.heima@example.is'],
        ],
      );
      await accountant.ok('close-question', { guid });
    });

    test('is listed as missing for the VAT return of the client until it is closed', async () => {
      const { guid } = await ask(cost, 'Which project?');
      const countOf = async (of: string) => {
        const [client] = await accountant.ok('get-clients');
        return client.missing.find((one: { kind: string }) => one.kind === of)?.count ?? 0;
      };
      const period = (await seller.ok('get-vat-periods', { year: 2026 })).find(
        ({ from_date, to_date }: Record<string, string>) => {
          const day = '2026-03-01';
          return String(from_date) <= day && day <= String(to_date);
        },
      );
      const missing = async () =>
        (await seller.ok('get-vat-return', { period: period.period })).missing
          .filter((one: { guid: string }) => one.guid === guid)
          .map((one: { kind: string }) => one.kind);
      assert.deepEqual(
        [await countOf('question'), await countOf('answer'), await missing()],
        [1, 0, ['question']],
      );
      await owner.ok('answer-question', { guid, answer: 'Number 7' });
      assert.deepEqual(
        [await countOf('question'), await countOf('answer'), await missing()],
        [0, 1, ['answer']],
      );
      await accountant.ok('close-question', { guid });
      assert.deepEqual([await countOf('question'), await countOf('answer'), await missing()], [0, 0, []]);
    });

    test('refuses wrong input and changes nothing', async () => {
      const other = await kvitt.account();
      const { guid } = await ask(cost, 'For the refusals?');
      const before = await seller.ok('get-questions');
      const codeOf = async (client: Client, operation: string, data: object) =>
        (await client.expectRefusal(operation, { data })).error_code;
      const cases: [client: Client, operation: string, data: object, code: string][] = [
        [seller, 'ask-question', { kind: 'cost', document_guid: cost }, 'field_required'],
        [seller, 'ask-question', { kind: 'cost', document_guid: cost, question: ' ' }, 'field_required'],
        [seller, 'ask-question', { kind: 'task', document_guid: cost, question: 'x' }, 'field_invalid'],
        [
          seller,
          'ask-question',
          { kind: 'invoice', document_guid: cost, question: 'x' },
          'invoice_not_found',
        ],
        [
          seller,
          'ask-question',
          { kind: 'payment', document_guid: UNKNOWN_GUID, question: 'x' },
          'payment_not_found',
        ],
        [other, 'ask-question', { kind: 'cost', document_guid: cost, question: 'x' }, 'cost_not_found'],
        [other, 'answer-question', { guid, answer: 'x' }, 'question_not_found'],
        [other, 'close-question', { guid }, 'question_not_found'],
        [seller, 'answer-question', { guid }, 'field_required'],
        [seller, 'answer-question', { guid, answer: 'x'.repeat(4001) }, 'field_invalid'],
        [seller, 'close-question', { guid: 'x' }, 'question_not_found'],
      ];
      for (const [client, operation, data, code] of cases)
        assert.equal(
          await codeOf(client, operation, data),
          code,
          JSON.stringify([operation, data]).slice(0, 200),
        );
      const viewer = await addColleague(kvitt, owner, 'viewer');
      for (const operation of ['ask-question', 'answer-question', 'close-question'])
        assert.equal((await viewer.call(operation, { guid, answer: 'x' })).body.error, 'role_refused');
      assert.equal((await viewer.ok('get-question', { guid })).state, 'open');
      const about = await seller.ok('get-questions', { document_guid: cost, state: 'open' });
      assert.deepEqual(
        about.map((one: { guid: string }) => one.guid),
        [guid],
      );
      assert.deepEqual(await other.ok('get-questions'), []);
      assert.deepEqual(await seller.ok('get-questions'), before);
      await accountant.ok('close-question', { guid });
    });

    test('a person who was removed cannot answer any more', async () => {
      const member = await addColleague(kvitt, owner);
      const { guid } = await ask(cost, 'Still there?');
      const { reply_to, text } = await newestTo(member.username);
      const { people } = await owner.ok('get-people');
      const { guid: person } = people.find((one: { username: string }) => one.username === member.username);
      await owner.ok('remove-person', { guid: person, current_password: 'a good password' });
      assert.equal(await reply(reply_to, 'I am', { id: 'left' }), 'unknown');
      assert.equal((await new Person(kvitt.url).get(linkIn({ text } as Mail))).status, 404);
      assert.equal((await find(guid)).answers.length, 0);
    });
  });

describe('what somebody has written in a reply', () => {
  const cases: [what: string, text: string, written: string][] = [
    ['above the mark', 'Já\r\n\r\n##- Kvitt -##\r\nSpurt er', 'Já'],
    [
      'above an Icelandic attribution',
      'Nei\n\nþann fim., 19. nóv. 2026 kl. 10:00 skrifaði Kvitt <a@b.is>:\n> x',
      'Nei',
    ],
    [
      'above an attribution of Gmail',
      'Nei\n\nOn Thu, Nov 19, 2026 at 10:00 AM Kvitt <a@b.is> wrote:\n\n> x',
      'Nei',
    ],
    [
      'above one that is broken in two',
      'Nei\n\nOn Thu, Nov 19, 2026 at 10:00 AM Kvitt\n<a@b.is> wrote:\n> x',
      'Nei',
    ],
    [
      'above the headers of Outlook',
      'Nei\n\nFrom: Kvitt <a@b.is>\nSent: Thursday\nTo: Jón\n\nSpurt er',
      'Nei',
    ],
    ['above a separator', 'Nei\n-----Original Message-----\nSpurt er', 'Nei'],
    ['without the signature', 'Nei\n-- \nJón\nForstjóri', 'Nei'],
    ['between quoted lines', '> Var þetta máltíð?\nJá\n> Hver var þar?\nAnna', 'Já\nAnna'],
    [
      'with a sentence that begins as one',
      'On Monday we ate\nwith Anna, as she wrote',
      'On Monday we ate\nwith Anna, as she wrote',
    ],
  ];
  for (const [what, text, written] of cases) test(what, () => assert.equal(replyText(text), written));
});
