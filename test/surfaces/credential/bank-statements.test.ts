import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BANK_LAYOUTS } from '../../support/bank-exports.ts';
import {
  camtFile,
  camtStatement,
  csvStatement,
  csvText,
  type FileLine,
  nextAccountNo,
} from '../../support/bank-files.ts';
import type { Client } from '../../support/client.ts';
import { MALFORMED_KINDS, malformedFiles } from '../../support/malformed-statements.ts';
import { basicAuth } from '../../support/requests.ts';
import { onBothDatabases } from '../../support/service.ts';

/** A sample by default: one file of each kind that is small. All kinds are asked for by a larger number. */
const MALFORMED = Number(process.env.KVITT_MALFORMED_FILES ?? MALFORMED_KINDS);
const SEED = Number(process.env.KVITT_MALFORMED_SEED ?? 20261118);
const RESPONSIVE_MS = 10_000;

const LINES: readonly FileLine[] = [
  {
    booked_on: '2026-03-02',
    amount: 12_400,
    text: 'Reikningur 17',
    kennitala: '5501234520',
    name: 'Kaupandi ehf.',
  },
  { booked_on: '2026-03-02', amount: -500, text: 'Þjónustugjald' },
  { booked_on: '2026-03-02', amount: -500, text: 'Þjónustugjald' },
];

async function openAccount(seller: Client, fields: object = {}) {
  const data = { name: 'Veltureikningur', account_no: nextAccountNo(), ...fields };
  return seller.ok('create-bank-account', { data });
}

onBothDatabases('bank statements', (kvitt) => {
  test('are imported once, whatever their format and however they overlap', async () => {
    const seller = await kvitt.account();
    const { guid: bank_account_guid, account_no: account } = await openAccount(seller);
    const send = (file: string) => seller.ok('import-bank-statement', { data: { bank_account_guid, file } });
    const file = camtStatement(LINES, { account, opening: 1000 });
    const first = await send(file);
    assert.deepEqual(
      [first.lines_total, first.lines_new, first.lines_known, first.opening_balance, first.closing_balance],
      [3, 3, 0, 1000, 12_400],
    );
    const again = await send(file);
    assert.deepEqual([again.guid, again.lines_new, again.lines_known], [first.guid, 0, 3]);
    const more = [...LINES, { booked_on: '2026-03-03', amount: 700.5, text: 'Vextir' }];
    const longer = await send(csvStatement(more, { opening: 1000 }));
    assert.deepEqual([longer.lines_new, longer.lines_known, longer.closing_balance], [1, 3, 13_100.5]);
    assert.equal(longer.mapping.Upphæð, 'amount');
    const lines = await seller.ok('get-bank-lines', { bank_account_guid });
    assert.deepEqual(
      lines.map(({ amount, balance }: { amount: number; balance: number }) => [amount, balance]),
      [
        [700.5, 13_100.5],
        [-500, 12_400],
        [-500, 12_900],
        [12_400, 13_400],
      ],
    );
    assert.deepEqual(lines[3].counterparty, {
      name: 'Kaupandi ehf.',
      registration_no: '5501234520',
      account_no: '',
    });
    const [shown] = await seller.ok('get-bank-accounts');
    assert.deepEqual([shown.balance, shown.balance_on, shown.lines_open], [13_100.5, '2026-03-03', 4]);
    assert.deepEqual(await seller.ok('get-bank-line', { guid: lines[3].guid }), lines[3]);
    const found = await seller.ok('get-bank-lines', {
      search: 'KAUPANDI',
      state: 'open',
      to_date: '2026-03-02',
    });
    assert.equal(found.length, 1);
  });

  test('are refused as a whole where the account, a row or a balance is wrong', async () => {
    const seller = await kvitt.account();
    const { guid: bank_account_guid, account_no: account } = await openAccount(seller);
    const refuse = async (file: string, more: object = {}) => {
      const fields = { bank_account_guid, file, ...more };
      const { error_code, message } = await seller.expectRefusal('import-bank-statement', fields);
      return [error_code, message];
    };
    const [wrong] = await refuse(camtStatement(LINES, { account: '0133-26-999999', opening: 0 }));
    assert.equal(wrong, 'wrong_account');
    const [mismatch] = await refuse(camtStatement(LINES, { account, opening: 0, closing: 5 }));
    assert.equal(mismatch, 'balance_mismatch');
    const [currency] = await refuse(camtStatement(LINES, { account, opening: 0, currency: 'EUR' }));
    assert.equal(currency, 'statement_refused');
    const broken = Buffer.from(csvText(LINES).replaceAll('-500', 'five')).toString('base64');
    assert.deepEqual(await refuse(broken), [
      'statement_refused',
      'Nothing was stored. Row 3: five is no amount',
    ]);
    const [format] = await refuse(csvStatement(LINES), { format: 'camt.053' });
    assert.equal(format, 'statement_refused');
    assert.deepEqual(await seller.ok('get-bank-lines', { bank_account_guid }), []);
    const { error_code: again } = await seller.expectRefusal('create-bank-account', {
      data: { name: 'x', account_no: account },
    });
    assert.equal(again, 'bank_account_exists');
  });

  test('are previewed by a dry run, and their columns are remembered', async () => {
    const seller = await kvitt.account();
    const { guid: bank_account_guid } = await openAccount(seller);
    const text = 'Dags;Upphæð;Velta;Texti\r\n02.03.2026;5;7;a\r\n';
    const form = (content: string, mapping?: object) => {
      const body = new FormData();
      body.set('bank_account_guid', bank_account_guid);
      body.set('file', new File([content], 'mars.csv'));
      if (mapping) body.set('mapping', JSON.stringify(mapping));
      return body;
    };
    const send = async (body: FormData, dryRun = false) => {
      const headers = { ...basicAuth(seller), ...(dryRun && { 'kvitt-dry-run': '1' }) };
      const response = await fetch(`${kvitt.url}/api/v1/import-bank-statement`, {
        method: 'POST',
        headers,
        body,
      });
      return ((await response.json()) as { result: any }).result;
    };
    const preview = await send(form(text), true);
    assert.deepEqual([preview.guid, preview.sample[0].amount], [null, 5]);
    assert.deepEqual(await seller.ok('get-bank-lines', { bank_account_guid }), []);
    const { Upphæð: _, ...columns } = preview.mapping;
    const read = await send(form(text, { ...columns, Velta: 'amount' }));
    assert.equal(read.sample[0].amount, 7);
    const next = await send(form(text.replace('02.03', '03.03').replace(';7;', ';8;')));
    assert.deepEqual([next.sample[0].amount, next.lines_new], [8, 1]);
  });

  test('are read as each bank exports them, and recognised from the camt.053 file of the same days', async () => {
    const seller = await kvitt.account();
    const lines = [
      { ...LINES[0], booked_on: '2026-03-02', amount: 12_400, reference: '0000017' },
      { booked_on: '2026-03-03', amount: -1948, text: 'Rafmagn', name: 'HS Veitur hf.' },
      { booked_on: '2026-03-03', amount: -1948, text: 'Rafmagn', name: 'HS Veitur hf.' },
    ];
    for (const layout of BANK_LAYOUTS) {
      const { guid: bank_account_guid, account_no: account } = await openAccount(seller);
      const send = (file: string) =>
        seller.ok('import-bank-statement', { data: { bank_account_guid, file } });
      const text = layout.write({ account, lines, opening: 1000, isNewestFirst: true });
      const first = await send(Buffer.from(text, 'latin1').toString('base64'));
      assert.deepEqual([first.lines_new, first.opening_balance, first.closing_balance], [3, 1000, 9504]);
      const again = await send(camtStatement(lines, { account, opening: 1000 }));
      assert.deepEqual([again.lines_new, again.lines_known], [0, 3], layout.bank);
      const stored = await seller.ok('get-bank-lines', { bank_account_guid });
      const expected = layout.expect(lines[0] ?? assert.fail());
      const { text: said, reference, counterparty } = stored[2];
      assert.deepEqual(
        { text: said, reference, name: counterparty.name, kennitala: counterparty.registration_no },
        expected,
        layout.bank,
      );
    }
  });

  test('of several accounts in one file go to the one that is named', async () => {
    const seller = await kvitt.account();
    const [one, two, none] = [
      await openAccount(seller),
      await openAccount(seller),
      await openAccount(seller),
    ];
    const batch = [12_000, 400].map((amount) => ({ booked_on: '2026-03-02', amount, name: 'Kaupandi ehf.' }));
    const lines = [
      { booked_on: '2026-03-02', amount: 12_400, text: 'Bunki', batch },
      { booked_on: '2026-03-03', amount: -400, text: 'Bakfært', isReversal: true },
    ];
    const file = Buffer.from(
      camtFile(
        [
          { account: one.account_no, opening: 5, lines: [...LINES] },
          { account: two.account_no, opening: 100, lines },
        ],
        '08',
      ),
    ).toString('base64');
    const send = ({ guid }: { guid: string }, content = file) =>
      seller.ok('import-bank-statement', { data: { bank_account_guid: guid, file: content } });
    const read = await send(two);
    assert.deepEqual([read.lines_new, read.opening_balance, read.closing_balance], [3, 100, 12_100]);
    const stored = await seller.ok('get-bank-lines', { bank_account_guid: two.guid });
    assert.deepEqual(
      stored.map((line: Record<string, unknown>) => [line.amount, line.balance, line.is_reversal]),
      [
        [-400, 12_100, true],
        [400, 12_500, false],
        [12_000, 12_100, false],
      ],
    );
    // Another file has the batch as its sum.
    const summed = await send(two, csvStatement(lines, { opening: 100 }));
    assert.deepEqual([summed.lines_new, summed.lines_known], [0, 2]);
    assert.equal((await send(one)).closing_balance, 11_405);
    const { error_code, message } = await seller.expectRefusal('import-bank-statement', {
      bank_account_guid: none.guid,
      file,
    });
    assert.equal(error_code, 'wrong_account');
    assert.ok(message.includes(none.account_no), message);
    assert.deepEqual(await seller.ok('get-bank-lines', { bank_account_guid: none.guid }), []);
  });

  test('find the account of the company that they name', async () => {
    const seller = await kvitt.account();
    const send = (file: string) => seller.ok('import-bank-statement', { file });
    const refuse = async (file: string) => {
      const { error_code, message } = await seller.expectRefusal('import-bank-statement', { file });
      return [error_code, message];
    };
    const plain = csvStatement(LINES, { opening: 1000 });
    assert.deepEqual(await refuse(plain), ['bank_account_not_found', 'No bank account found']);
    const one = await openAccount(seller);
    // A company with one account has no other one that the file could be of.
    assert.equal((await send(plain)).bank_account_guid, one.guid);
    const euros = await openAccount(seller, { iban: 'DE89370400440532013000', account_no: '' });
    const [landsbankinn] = BANK_LAYOUTS;
    const layout = landsbankinn ?? assert.fail();
    const exported = (account: string) => {
      const lines = LINES.map((line) => ({ ...line, booked_on: '2026-03-03' }));
      const text = layout.write({ account, lines, opening: 12_400, isNewestFirst: true });
      return Buffer.from(text, 'latin1').toString('base64');
    };
    const read = await send(exported(one.account_no));
    assert.deepEqual([read.bank_account_guid, read.lines_new, read.missing], [one.guid, 3, []]);
    const abroad = await send(camtStatement(LINES, { account: euros.iban, opening: 0 }));
    assert.deepEqual([abroad.bank_account_guid, abroad.lines_new], [euros.guid, 3]);
    const [unsaid, why] = await refuse(plain);
    assert.equal(unsaid, 'statement_refused');
    assert.match(`${why}`, /does not say which account/);
    const other = '013326999999';
    for (const file of [exported(other), camtStatement(LINES, { account: other, opening: 0 })]) {
      const [code, message] = await refuse(file);
      assert.equal(code, 'wrong_account');
      for (const own of [one.account_no, euros.iban]) assert.ok(`${message}`.includes(own), message);
    }
    const both = camtFile(
      [one.account_no, euros.iban].map((account) => ({ account, opening: 1, lines: LINES })),
    );
    const [several, names] = await refuse(Buffer.from(both).toString('base64'));
    assert.equal(several, 'statement_refused');
    for (const own of [one.account_no, euros.iban]) assert.ok(`${names}`.includes(own), names);
    const column = `Reikningur;Dags;Upphæð\r\n${one.account_no};2.3.2026;5\r\n${euros.iban};2.3.2026;5\r\n`;
    assert.equal((await refuse(Buffer.from(column).toString('base64')))[0], 'statement_refused');
    // A stranger's account is none of the company.
    const stranger = await openAccount(await kvitt.account());
    assert.equal((await refuse(exported(stranger.account_no)))[0], 'wrong_account');
    assert.equal((await seller.ok('get-bank-lines')).length, 9);
  });

  test('that leave a gap show the missing days until they are imported', async () => {
    const seller = await kvitt.account();
    const { guid, account_no: account } = await openAccount(seller);
    const months = ['01', '02', '03', '04'].map((month, at) => [
      { booked_on: `2026-${month}-05`, amount: 1000 + at, text: `Innborgun ${month}` },
      { booked_on: `2026-${month}-20`, amount: -400, text: `Greiðsla ${month}` },
    ]);
    const openings = months.map((_, at) =>
      months
        .slice(0, at)
        .flat()
        .reduce((sum, { amount }) => sum + amount, 5000),
    );
    const fileOf = (at: number) => camtStatement(months[at] ?? [], { account, opening: openings[at] ?? 0 });
    const send = async (at: number) => {
      const { missing } = await seller.ok('import-bank-statement', { file: fileOf(at) });
      const [listed] = await seller.ok('get-bank-accounts');
      assert.deepEqual(listed.missing, missing, 'the list says what the import said');
      return missing.map((one: Record<string, unknown>) => [one.from_date, one.to_date, one.amount]);
    };
    assert.deepEqual(await send(3), []);
    const all = [['2026-01-20', '2026-04-05', 601 + 602]];
    assert.deepEqual(await send(0), all);
    assert.deepEqual(await send(0), all);
    assert.deepEqual(await send(2), [['2026-01-20', '2026-03-05', 601]]);
    const changed = await seller.ok('update-bank-account', { guid, data: { name: 'Velta' } });
    assert.equal(changed.missing[0].amount, 601);
    // A file without balances fills the gap as well.
    const plain = csvStatement(months[1] ?? []);
    const { missing, lines_new } = await seller.ok('import-bank-statement', {
      bank_account_guid: guid,
      file: plain,
    });
    assert.deepEqual([lines_new, missing], [2, []]);
    assert.deepEqual(await send(1), []);
  });

  test('that arrive twice at the same moment are stored once', async () => {
    const seller = await kvitt.account();
    const { guid: bank_account_guid } = await openAccount(seller);
    const file = csvStatement(LINES, { opening: 0 });
    const all = await Promise.all(
      Array.from({ length: 4 }, () => seller.ok('import-bank-statement', { bank_account_guid, file })),
    );
    assert.equal(
      all.reduce((sum, { lines_new }) => sum + lines_new, 0),
      3,
    );
    assert.equal((await seller.ok('get-bank-lines', { bank_account_guid })).length, 3);
  });

  test(`that are malformed in any of ${MALFORMED} ways are refused with row and reason, and store nothing`, async () => {
    const seller = await kvitt.account();
    const { guid: bank_account_guid, account_no: account } = await openAccount(seller);
    const files = malformedFiles(MALFORMED, { seed: SEED, account, withHeavy: MALFORMED > MALFORMED_KINDS });
    for (const { what, bytes, row } of files) {
      const importing = seller.call('import-bank-statement', {
        bank_account_guid,
        file: bytes.toString('base64'),
      });
      const started = performance.now();
      assert.equal((await seller.call('hello')).status, true);
      assert.ok(performance.now() - started < RESPONSIVE_MS, `the node stopped answering: ${what}`);
      const { status, message, error_code } = await importing;
      assert.equal(status, false, `${what} was read`);
      assert.match(
        `${error_code}`,
        /^(?:statement_refused|balance_mismatch|wrong_account|file_refused|too_large)$/,
        `${what}: ${message}`,
      );
      const named = row === null ? /\w{3}/ : new RegExp(`\\brow ${row}\\b`, 'i');
      assert.match(message, named, `${what}: ${message}`);
    }
    const [{ balance, lines_open }] = await seller.ok('get-bank-accounts');
    assert.deepEqual([balance, lines_open, await seller.ok('get-bank-lines')], [null, 0, []]);
  });
});
