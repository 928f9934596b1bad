import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseReceiptMail } from '../../../src/adapters/mail/receipt-mail.ts';

const XML = '<?xml version="1.0"?><Invoice/>';

async function namesOf(...headers: string[]): Promise<string[]> {
  const mail = [
    'From: a@example.is',
    'Content-Type: multipart/mixed; boundary=x',
    '',
    '--x',
    'Content-Type: text/plain',
    '',
    'Here it is',
    '--x',
    ...headers,
    '',
    XML,
    '--x--',
    '',
  ].join('\r\n');
  return (await parseReceiptMail(Buffer.from(mail, 'utf8'))).files.map(({ name, bytes }) => {
    assert.equal(bytes.toString().trimEnd(), XML);
    return name;
  });
}

describe('a file of a mail', () => {
  const cases: [what: string, disposition: string, name: string][] = [
    ['a plain name', 'filename=a.xml', 'a.xml'],
    ['a name with spaces that is not quoted', 'filename=my receipt.xml', 'my receipt.xml'],
    ['a quoted name with a semicolon', 'filename="a;b \\"c\\".xml"', 'a;b "c".xml'],
    ['an encoded word', 'filename="=?utf-8?q?k=C3=A1.xml?="', 'ká.xml'],
    ['a character set', "filename*=iso-8859-1'is'k%E1.xml", 'ká.xml'],
    ['sections', 'filename*0="langt "; filename*1="nafn 100%25.xml"', 'langt nafn 100%25.xml'],
    ['sections with apostrophes', `filename*0="a'b'"; filename*1="c.xml"`, "a'b'c.xml"],
    ['encoded sections', "filename*0*=utf-8''k%C3%A1; filename*1*=%C3%A1; filename*2=.xml", 'káá.xml'],
    ['sections in any order', "filename*1=b.xml; filename*0*=utf-8''k%C3%A1", 'káb.xml'],
    ['an unknown character set', "filename*=utf-99''a; filename=b.xml", 'a'],
    ['no name', 'size=10', 'file'],
  ];
  for (const [what, disposition, name] of cases)
    test(`may have ${what}`, async () => {
      assert.deepEqual(
        await namesOf('Content-Type: text/xml', `Content-Disposition: attachment; ${disposition}`),
        [name],
      );
    });

  test('may have its name in its type', async () => {
    assert.deepEqual(await namesOf(`Content-Type: text/xml; name*0*=utf-8''k%C3%A1; name*1=.xml`), [
      'ká.xml',
    ]);
  });

  test('is never a text part, whatever its name', async () => {
    assert.deepEqual(await namesOf('Content-Type: text/plain; name=a.xml'), []);
  });
});
