import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import sharp from 'sharp';
import { type Client, invoice } from '../../support/client.ts';
import { type ConsoleClient, signInToConsole } from '../../support/console-client.ts';
import { OPERATOR_TOKEN } from '../../support/databases.ts';
import { createBlackPng, createImage, decompressionBombChunk } from '../../support/images.ts';
import { runJobs } from '../../support/jobs.ts';
import { onBothDatabases, type TestService } from '../../support/service.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
const NOT_AN_IMAGE = [422, 'logo_not_accepted'];
const LARGE = [422, 'logo_too_large'];
const BROKEN = [422, 'logo_unreadable'];

async function pdfOf(seller: Client, guid: string): Promise<Buffer> {
  return Buffer.from((await seller.ok('get-invoice-pdf', { guid })).file, 'base64');
}

const hasPicture = (pdf: Buffer) => /\/Subtype \/Image/.test(pdf.toString('latin1'));

async function sendMail(kvitt: TestService, seller: Client, email: string) {
  await seller.ok('create-invoice', { data: invoice({ customer: { name: 'K', output_select: 3, email } }) });
  await runJobs(kvitt);
  const { body } = await kvitt.operator('GET', `/sandbox/mail?to=${email}`);
  return body.at(-1);
}

onBothDatabases('company logo', (kvitt) => {
  let seller: Client;
  let consoleClient: ConsoleClient;
  before(async () => {
    seller = await kvitt.account({ name: 'Merki <og> "fleira" ehf.' });
    consoleClient = await signInToConsole(seller);
  });

  test('can be set and removed repeatedly', async () => {
    assert.deepEqual(await consoleClient.ok('get-logo'), { logo: null });
    await consoleClient.ok('remove-logo');
    const { status, body } = await consoleClient.upload(
      'set-logo',
      'x.png',
      await createImage(640, 200, 'png'),
    );
    assert.equal(status, 200, body.message);
    assert.deepEqual([body.width, body.height], [640, 200]);
    assert.deepEqual(await consoleClient.ok('get-logo'), { logo: body });
    await consoleClient.ok('remove-logo');
    await consoleClient.ok('remove-logo');
    assert.deepEqual(await consoleClient.ok('get-logo'), { logo: null });
    assert.equal((await fetch(kvitt.url + body.path)).status, 404);
  });

  test('is refused with a reason, and the previous logo stays', async () => {
    const { body: stored } = await consoleClient.upload(
      'set-logo',
      'x.png',
      await createImage(90, 30, 'png'),
    );
    const white = sharp({ create: { width: 50, height: 50, channels: 3, background: '#fff' } });
    const transparent = sharp({ create: { width: 50, height: 50, channels: 4, background: '#00000000' } });
    const good = await createImage(300, 100, 'png');
    const rows: [what: string, bytes: Uint8Array | string, refusal: unknown[]][] = [
      ['nothing', '', NOT_AN_IMAGE],
      ['text', 'hello', NOT_AN_IMAGE],
      ['svg', SVG, NOT_AN_IMAGE],
      ['svg with a head', `<?xml version="1.0"?>${SVG}`, NOT_AN_IMAGE],
      ['gif', await createImage(30, 30, 'gif'), NOT_AN_IMAGE],
      ['a page', '<!doctype html><h1>x</h1>', NOT_AN_IMAGE],
      ['a torn file', good.subarray(0, 60), BROKEN],
      ['all white', await white.png().toBuffer(), BROKEN],
      ['transparent', await transparent.png().toBuffer(), BROKEN],
      ['a dot', await createImage(2, 2, 'png'), BROKEN],
      ['a line', await createImage(400, 2, 'png'), BROKEN],
      ['many bytes', Buffer.concat([good, Buffer.alloc(2 * 1024 * 1024)]), LARGE],
      ['many pixels', createBlackPng(6000, 5000), LARGE],
    ];
    for (const [title, bytes, refusal] of rows) {
      const { status, body } = await consoleClient.upload('set-logo', 'logo.png', bytes);
      assert.deepEqual([status, body.error], refusal, title);
    }
    const { status, body } = await consoleClient.call('set-logo', { file: 'iVBORw0KGgo=' });
    assert.deepEqual([status, body.error], [422, 'field_invalid']);
    assert.equal((await consoleClient.call('set-logo', {})).body.message, 'Field file is required');
    assert.deepEqual(await consoleClient.ok('get-logo'), { logo: stored });
  });

  test('is re-encoded: scaled down, upright, on white, trimmed and without metadata', async () => {
    const secret = 'Leyndarmál';
    const photo = await sharp(await createImage(3000, 1500))
      .withExif({ IFD0: { Copyright: secret } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const { body: tall } = await consoleClient.upload('set-logo', 'photo.png', photo);
    assert.deepEqual([tall.width, tall.height], [200, 400]);
    const stored = await fetch(kvitt.url + tall.path);
    const bytes = Buffer.from(await stored.arrayBuffer());
    assert.equal(stored.headers.get('content-type'), 'image/jpeg');
    assert.ok(!bytes.includes(secret) && !bytes.includes('Exif'));
    const mark = { input: await createImage(200, 100, 'png'), left: 100, top: 50 };
    const framed = sharp({ create: { width: 600, height: 400, channels: 4, background: '#0000' } });
    const { body: trimmed } = await consoleClient.upload(
      'set-logo',
      'x',
      await framed.composite([mark]).png().toBuffer(),
    );
    assert.deepEqual([trimmed.width, trimmed.height], [200, 100]);
    const decompressionBomb = await consoleClient.upload(
      'set-logo',
      'x',
      createBlackPng(64, 64, [decompressionBombChunk(8)]),
    );
    assert.equal(decompressionBomb.status, 200);
    assert.ok(decompressionBomb.body.size < 2000);
  });

  test('has an unguessable address, is cacheable, and executes nothing', async () => {
    const { body: first } = await consoleClient.upload('set-logo', 'x', await createImage(90, 30, 'png'));
    const { body: second } = await consoleClient.upload('set-logo', 'x', await createImage(90, 30, 'png'));
    assert.notEqual(first.path, second.path);
    assert.equal((await fetch(kvitt.url + first.path)).status, 404);
    const { status, headers } = await fetch(kvitt.url + second.path);
    assert.equal(status, 200);
    assert.equal(headers.get('content-type'), 'image/png');
    assert.equal(headers.get('cache-control'), 'public, max-age=31536000, immutable');
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.equal(headers.get('content-security-policy'), "default-src 'none'; sandbox");
    const forged = `${second.path.slice(0, -1)}${second.path.endsWith('A') ? 'B' : 'A'}`;
    for (const path of [forged, '/logo/x', `/logo/${'A'.repeat(80)}`]) {
      assert.equal((await fetch(kvitt.url + path)).status, 404, path);
    }
  });

  test('appears on invoices printed from then on, not on stored PDF files', async () => {
    await consoleClient.ok('remove-logo');
    const [old, newInvoice] = [
      await seller.ok('create-invoice', { data: invoice() }),
      await seller.ok('create-invoice', { data: invoice() }),
    ];
    const before = await pdfOf(seller, old);
    assert.ok(!hasPicture(before));
    await consoleClient.upload('set-logo', 'x', await createImage(640, 200, 'png'));
    assert.ok(before.equals(await pdfOf(seller, old)));
    const printed = await pdfOf(seller, newInvoice);
    assert.ok(hasPicture(printed));
    await consoleClient.upload('set-logo', 'x', await createImage(64, 64));
    await consoleClient.ok('remove-logo');
    assert.ok(printed.equals(await pdfOf(seller, newInvoice)));
  });

  test('is embedded in mails without remote images', async () => {
    await consoleClient.ok('remove-logo');
    const plain = await sendMail(kvitt, seller, 'plain@kaupandi.example');
    assert.doesNotMatch(plain.html, /<img/);
    assert.equal(plain.attachments.length, 1);
    await consoleClient.upload('set-logo', 'x', await createImage(600, 100, 'png'));
    const { html, attachments } = await sendMail(kvitt, seller, 'dressed@kaupandi.example');
    assert.match(
      html,
      /<img src="cid:logo@kvitt" alt="Merki &lt;og&gt; &quot;fleira&quot; ehf\." width="200" height="33"/,
    );
    assert.doesNotMatch(html, /src="(?!cid:)/);
    assert.deepEqual(
      attachments.map(({ filename, contentType, cid }: Record<string, string>) => [
        filename,
        contentType,
        cid,
      ]),
      [
        [attachments[0].filename, 'application/pdf', undefined],
        ['logo.png', 'image/png', 'logo@kvitt'],
      ],
    );
  });

  test('appears on the payment page, whose policy allows no other image', async () => {
    await consoleClient.ok('remove-logo');
    const { payment_link } = await seller.call('create-invoice', { data: invoice({ is_payment_link: 1 }) });
    const plain = await fetch(payment_link);
    assert.doesNotMatch(await plain.text(), /<img/);
    assert.doesNotMatch(plain.headers.get('content-security-policy') ?? '', /img-src/);
    const { body } = await consoleClient.upload('set-logo', 'x', await createImage(90, 30, 'png'));
    const page = await fetch(payment_link);
    const image = `<img class="logo" src="${body.path}" alt="Merki &lt;og&gt; &quot;fleira&quot; ehf." width="90" height="30">`;
    assert.ok((await page.text()).includes(image));
    assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none';.* img-src 'self';/);
  });

  test('is separate for each account', async () => {
    const other = await kvitt.account();
    const others = await signInToConsole(other);
    await consoleClient.upload('set-logo', 'x', await createImage(90, 30, 'png'));
    assert.deepEqual(await others.ok('get-logo'), { logo: null });
    await others.ok('remove-logo');
    assert.notEqual((await consoleClient.ok('get-logo')).logo, null);
    const guid = await other.ok('create-invoice', { data: invoice() });
    assert.ok(!hasPicture(await pdfOf(other, guid)));
  });

  test('is stored whole when two are sent concurrently, and once when the same is sent twice', async () => {
    const [wide, tall] = [await createImage(200, 50, 'png'), await createImage(50, 200, 'png')];
    const sent = [wide, tall, wide, tall].map((bytes) => consoleClient.upload('set-logo', 'x', bytes));
    const sizes = (await Promise.all(sent)).map(({ status, body }) => [status, body.width * body.height]);
    assert.deepEqual(sizes, Array(4).fill([200, 10_000]));
    const once = { 'idempotency-key': 'logo-once' };
    const [first, repeated] = [
      await consoleClient.upload('set-logo', 'x', wide, once),
      await consoleClient.upload('set-logo', 'x', wide, once),
    ];
    assert.equal(first?.body.path, repeated?.body.path);
    assert.equal(
      (await consoleClient.upload('set-logo', 'x', tall, once)).body.error,
      'idempotency_key_reused',
    );
  });

  test('can be set by the operator', async () => {
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(await createImage(120, 40, 'png'))]), 'logo.png');
    const response = await fetch(`${kvitt.url}/operator/accounts/${seller.username}/logo`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${OPERATOR_TOKEN}` },
      body: form,
    });
    assert.equal(response.status, 200);
    assert.equal((await consoleClient.ok('get-logo')).logo.width, 120);
  });
});
