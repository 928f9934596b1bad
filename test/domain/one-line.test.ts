import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { toFileName } from '../../src/domain/strings/file-names.ts';
import { toOneLine } from '../../src/domain/strings/one-line.ts';

describe('text on one line', () => {
  const cases: [sent: string, kept: string][] = [
    ['Anna Jónsdóttir', 'Anna Jónsdóttir'],
    ['Evil\r\nBcc: evil@evil.is', 'Evil Bcc: evil@evil.is'],
    ['a\u0085b\u2028c\u2029d', 'a b c d'],
    ['\u202Egpj.exe', 'gpj.exe'],
    ['a\u2066b\u2069\u200fc', 'abc'],
    ['\u001b[2Jred\u0007', '[2Jred'],
    ['\n\n', ''],
    ['Nafn\0 ehf.', 'Nafn ehf.'],
    ['O’Brien & Sons 李小龍 محمد 😀', 'O’Brien & Sons 李小龍 محمد 😀'],
  ];
  for (const [sent, kept] of cases)
    test(JSON.stringify(sent), () => {
      assert.equal(toOneLine(sent), kept);
    });
});

describe('the name of an uploaded file', () => {
  const cases: [requested: string, extension: string, name: string][] = [
    ['reikningur á.pdf', 'pdf', 'reikningur á.pdf'],
    ['A.PDF', 'pdf', 'A.PDF'],
    ['mynd.jpeg', 'jpg', 'mynd.jpeg'],
    ['\u202Efdp.exe', 'pdf', 'fdp.pdf'],
    ['reikningur.pdf.exe', 'pdf', 'reikningur.pdf.pdf'],
    ['setup.bat', 'txt', 'setup.txt'],
    ['gögn.csv', 'txt', 'gögn.csv'],
    ['../../etc/passwd', 'txt', 'passwd.txt'],
    ['C:\\temp\\a.xml', 'xml', 'a.xml'],
    ['a\r\nX: y.pdf', 'pdf', 'a X: y.pdf'],
    ['', 'png', 'file.png'],
    ['.', 'pdf', '..pdf'],
    ['ä'.repeat(300), 'pdf', `${'ä'.repeat(196)}.pdf`],
  ];
  for (const [requested, extension, name] of cases)
    test(JSON.stringify(requested.slice(0, 30)), () => {
      assert.equal(toFileName(requested, extension), name);
    });
});
