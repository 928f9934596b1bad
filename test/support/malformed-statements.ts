import { gzipSync } from 'node:zlib';
import { camtText, csvText, type FileLine } from './bank-files.ts';
import { Random } from './fuzz/random.ts';
import { workbookParts, type ZipPart, zip } from './workbooks.ts';

/** A file that no bank would give out, made by a seed. */
export interface MalformedFile {
  what: string;
  bytes: Buffer;
  /** The row that the refusal must name; null where the file as a whole is wrong. */
  row: number | null;
}

interface Source {
  random: Random;
  lines: FileLine[];
  account: string;
}
type Malformed = Omit<MalformedFile, 'what'>;

const WRONG_DAYS = [
  '31.02.2026',
  '00.01.2026',
  '13.13.2026',
  '2026-02-30',
  '99.99.9999',
  '02.03.0026',
  'í gær',
  '0',
];
const WRONG_AMOUNTS = [
  'tólf',
  '1.23.4',
  '--5',
  '1e5',
  '0x10',
  'NaN',
  '5-5',
  '1.000,255',
  '',
  '=1+1',
  '9'.repeat(40),
];
const FORMULAS = ['=SUM(B2:B9)', "=cmd|' /C calc'!A0", '@SUM(1;2)', '=HYPERLINK("http://a.example")'];

const pick = <T>(random: Random, all: readonly T[]): T => all[random.below(all.length)] as T;
/** A line that is neither the first nor the last. */
const inner = ({ random, lines }: Source) => 1 + random.below(lines.length - 2);
const whole = (content: string | Buffer): Malformed => ({ bytes: Buffer.from(content), row: null });

/** The CSV file with one line changed, which is in the row after the heading. */
function changedCsv(source: Source, change: (row: string, line: FileLine) => string): Malformed {
  const at = inner(source);
  const rows = csvText(source.lines, { opening: 1000 }).split('\r\n');
  const row = change(rows[at + 1] ?? '', source.lines[at] as FileLine);
  return { bytes: Buffer.from(rows.with(at + 1, row).join('\r\n')), row: at + 2 };
}
const replaceCell = (row: string, cell: number, value: string) => row.split(';').with(cell, value).join(';');

function changedCamt(source: Source, change: (entry: string) => string): Malformed {
  const at = inner(source);
  const [head = '', ...entries] = camt(source).split('<Ntry>');
  const changed = entries.with(at, change(entries[at] ?? ''));
  return { bytes: Buffer.from([head, ...changed].join('<Ntry>')), row: at + 1 };
}
const camt = ({ lines, account }: Source, options: object = {}) =>
  camtText(lines, { account, opening: 1000, ...options });

const DAY_ZERO = Date.UTC(1899, 11, 30);
function sheetRows(lines: readonly FileLine[]): string[] {
  const heading = ['Dags', 'Upphæð', 'Texti'].map((name) => `<c t="inlineStr"><is><t>${name}</t></is></c>`);
  const rows = lines.map(({ booked_on, amount, text = '' }) => {
    const day = (Date.parse(booked_on) - DAY_ZERO) / 86_400_000;
    return `<c s="1"><v>${day}</v></c><c s="2"><v>${amount}</v></c><c t="inlineStr"><is><t>${text}</t></is></c>`;
  });
  return [heading.join(''), ...rows].map((cells, at) => `<row r="${at + 1}">${cells}</row>`);
}
const partsOf = (rows: readonly string[]) => workbookParts([{ name: 'Blað1', rows: rows.join('') }]);
const isSheet = ({ name }: ZipPart) => name.includes('sheet1');

/** The workbook with its sheet, or what its archive says of that, changed. */
function changedSheet({ lines }: Source, change: Partial<ZipPart>): Malformed {
  return whole(zip(partsOf(sheetRows(lines)).map((part) => (isSheet(part) ? { ...part, ...change } : part))));
}
function changedCell(source: Source, from: RegExp, to: string): Malformed {
  const at = inner(source);
  const rows = sheetRows(source.lines);
  return { bytes: zip(partsOf(rows.with(at + 1, (rows[at + 1] ?? '').replace(from, to)))), row: at + 2 };
}
const cutAt = (random: Random, bytes: Buffer) => bytes.subarray(0, 10 + random.below(bytes.length - 60));
const utf16 = (text: string) => Buffer.from(text, 'utf16le');
const DOCTYPES = [
  '<!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>',
  '<!DOCTYPE x [<!ENTITY xxe SYSTEM "file:///etc/passwd">]>',
  '<!DOCTYPE x SYSTEM "http://169.254.169.254/latest">',
];

/** Every way of being wrong. The amounts of one file differ by the seed, and so do the places. */
const KINDS: Readonly<Record<string, (source: Source) => Malformed>> = {
  'a day that does not exist': (s) => changedCsv(s, (row) => replaceCell(row, 0, pick(s.random, WRONG_DAYS))),
  'an amount that is none': (s) => changedCsv(s, (row) => replaceCell(row, 1, pick(s.random, WRONG_AMOUNTS))),
  'a formula for an amount': (s) => changedCsv(s, (row) => replaceCell(row, 1, pick(s.random, FORMULAS))),
  'a formula for a day': (s) => changedCsv(s, (row) => replaceCell(row, 0, pick(s.random, FORMULAS))),
  'a wrong balance': (s) => changedCsv(s, (row) => replaceCell(row, 7, String(7 + s.random.below(99)))),
  'an amount that does not lead to its balance': (s) =>
    changedCsv(s, (row, { amount }) => replaceCell(row, 1, String(Math.round(amount) + 1))),
  'an open quote': (s) => changedCsv(s, (row) => row.replace(/";/, ';')),
  'its end in the middle of a row': (s) => {
    const rows = csvText(s.lines, { opening: 1000 }).split('\r\n');
    const at = 2 + s.random.below(s.lines.length - 2);
    const cut = (rows[at] ?? '').slice(0, 1 + s.random.below((rows[at] ?? '').lastIndexOf(';')));
    return { bytes: Buffer.from([...rows.slice(0, at), cut].join('\r\n')), row: at + 1 };
  },
  'two encodings': (s) => {
    const text = Buffer.from(csvText(s.lines));
    return {
      bytes: Buffer.concat([text, Buffer.from('03.03.2026;5;"\xfea\xf0";"";"";"";""\r\n', 'latin1')]),
      row: 1,
    };
  },
  'UTF-16 without its mark': (s) => whole(utf16(csvText(s.lines))),
  'two currencies': (s) => {
    const rows = s.lines.map(({ booked_on, amount }) => `${booked_on};${Math.round(amount)};ISK`);
    const at = inner(s);
    const mixed = rows.with(at, (rows[at] ?? '').replace('ISK', pick(s.random, ['EUR', 'USD', '???'])));
    return { bytes: Buffer.from(['Dags;Upphæð;Mynt', ...mixed].join('\n')), row: at + 2 };
  },
  'no columns that are known': ({ random, lines }) =>
    whole(lines.map(() => `orð ${random.below(99)};annað;þriðja`).join('\n')),
  'nothing in it': ({ random }) => whole(pick(random, ['\r\n\r\n', '\uFEFF', 'Dags;Upphæð\r\n', ';;;;\n'])),
  'a kind of file that is no statement': ({ random, lines }) =>
    whole(
      pick(random, [
        Buffer.from('%PDF-1.7\n%âãÏÓ\n'),
        Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]),
        gzipSync(csvText(lines)),
        Buffer.alloc(5000, 0),
        Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0]),
      ]),
    ),
  'the XML cut off': (s) => whole(cutAt(s.random, Buffer.from(camt(s)))),
  entities: (s) => whole(camt(s).replace('<Document', `${pick(s.random, DOCTYPES)}<Document`)),
  'an entity that is defined nowhere': (s) => whole(camt(s).replace('<MsgId>1', '<MsgId>&xxe;')),
  'a closing balance that is not reached': (s) => ({
    ...whole(camt(s, { closing: 5 + s.random.below(99) })),
    row: s.lines.length,
  }),
  'an entry without a sum': (s) =>
    changedCamt(s, (entry) =>
      entry.replace(/>[\d.]+</, `>${pick(s.random, ['-5.00', '1,00', '1.005', 'x', '1e3'])}<`),
    ),
  'an entry without a direction': (s) =>
    changedCamt(s, (entry) =>
      entry.replace(/<CdtDbtInd>\w+</, `<CdtDbtInd>${pick(s.random, ['', 'BOTH', 'crdt'])}<`),
    ),
  'an entry of no day': (s) =>
    changedCamt(s, (entry) => entry.replaceAll(/<Dt>[\d-]+</g, `<Dt>${pick(s.random, WRONG_DAYS)}<`)),
  'an entry in another currency': (s) => changedCamt(s, (entry) => entry.replace('"ISK"', '"EUR"')),
  'another number of entries than it says': (s) =>
    whole(
      camt(s).replace(
        '<Ntry>',
        '<TxsSummry><TtlNtries><NbOfNtries>999</NbOfNtries></TtlNtries></TxsSummry><Ntry>',
      ),
    ),
  'another message': (s) =>
    whole(camt(s).replaceAll('camt.053', pick(s.random, ['camt.054', 'camt.052', 'pain.001']))),
  'the account of somebody else': (s) => whole(camt(s, { account: '999926999999' })),
  'bytes that are not of its encoding': (s) =>
    whole(
      Buffer.from(
        camt(s).replace('<MsgId>1', `<MsgId>${pick(s.random, ['\xfe', '\xf0\x9f', '\xc3'])}`),
        'latin1',
      ),
    ),
  'an encoding that nobody reads': (s) =>
    whole(camt(s).replace('UTF-8', pick(s.random, ['UTF-7', 'EBCDIC-CP-US', 'x']))),
  'elements inside of each other without end': (s) =>
    whole(camt(s).replace('<MsgId>', `${'<a>'.repeat(5000 + s.random.below(9000))}<MsgId>`)),
  'the workbook cut off': (s) => whole(cutAt(s.random, zip(partsOf(sheetRows(s.lines))))),
  'a byte of the sheet changed': (s) => {
    const parts = partsOf(sheetRows(s.lines));
    const bytes = zip(parts.filter((part) => !isSheet(part)).concat(parts.filter(isSheet)));
    const at = bytes.lastIndexOf('PK\u0003\u0004') + 70 + s.random.below(60);
    bytes[at] = (bytes[at] ?? 0) ^ (1 + s.random.below(255));
    return whole(bytes);
  },
  'a part that lies about itself': (s) =>
    changedSheet(s, {
      says: pick(s.random, [
        { size: 1 },
        { checksum: 7 },
        { flags: 1 },
        { method: 99 },
        { offset: 2 ** 31 },
        { size: 2 ** 31 },
      ]),
    }),
  'the same part twice': (s) =>
    whole(zip([...partsOf(sheetRows(s.lines)), ...partsOf(sheetRows(s.lines)).slice(-1)])),
  'no sheet, or an archive in an archive': (s) => {
    const parts = partsOf(sheetRows(s.lines));
    return whole(
      pick(s.random, [
        zip(parts.filter((part) => !isSheet(part))),
        zip([{ name: 'xl/workbook.xlsx', content: zip(parts) }]),
        zip([{ name: '../../etc/passwd', content: 'root' }]),
        zip([]),
        zip(parts, { count: 500 }),
      ]),
    );
  },
  'a formula without its value': (s) => changedCell(s, /<c s="2"><v>[^<]*<\/v>/, '<c s="2"><f>B1+B2</f>'),
  'a cell with an error': (s) => changedCell(s, /<c s="2"><v>[^<]*/, '<c t="e"><v>#REF!'),
  'a text for a day': (s) =>
    changedCell(s, /<c s="1"><v>[^<]*<\/v>/, '<c t="inlineStr"><is><t>í gær</t></is>'),
  'a DOCTYPE in its sheet': (s) =>
    changedSheet(s, { content: `<?xml version="1.0"?>${DOCTYPES[0]}<worksheet/>` }),
};

export const MALFORMED_KINDS = Object.keys(KINDS).length;

/** What takes seconds of the processor: not for every run. */
const HEAVY: Readonly<Record<string, (source: Source) => Malformed>> = {
  'a million lines': ({ random }) => whole(`Dags;Upphæð\n${`${1 + random.below(9)};1\n`.repeat(1_000_000)}`),
  'more bytes than a request may have': () => whole(Buffer.alloc(9 << 20, '1.3.26;1\n')),
  'more bytes than a file may have': () => whole(Buffer.alloc(5.5 * 2 ** 20, '1.3.26;1\n')),
  'more lines than are read': ({ random }) =>
    whole(`Dags;Upphæð\n${`1.3.26;${1 + random.below(9)}\n`.repeat(550_000)}`),
  'a million rows in a small archive': ({ random }) =>
    whole(zip(partsOf(['<row><c><v>1</v></c></row>'.repeat(1_000_000 + random.below(9))]))),
  'a part that unpacks to 64 MB': (s) => changedSheet(s, { content: Buffer.alloc(64 << 20, 32) }),
  'a part that unpacks to more than it says': (s) =>
    changedSheet(s, { content: Buffer.alloc(64 << 20, 32), says: { size: 9 } }),
  'entries without end': ({ account, random }) =>
    whole(
      camtText([{ booked_on: '2026-03-02', amount: 5 }], { account, opening: 0 }).replace(
        '</Ntry>',
        `</Ntry>${'<Ntry/>'.repeat(600_000 + random.below(9))}`,
      ),
    ),
};

/** Files by a seed: one of each kind first, so that a small count is a sample of all; `withHeavy` adds the large ones. */
export function malformedFiles(
  count: number,
  { seed, account, withHeavy }: { seed: number; account: string; withHeavy: boolean },
): MalformedFile[] {
  const kinds = Object.entries(withHeavy ? { ...HEAVY, ...KINDS } : KINDS);
  const light = Object.entries(KINDS);
  return Array.from({ length: count }, (_, at) => {
    const [what, make] = (at < kinds.length ? kinds[at] : light[at % light.length]) as (typeof kinds)[number];
    const random = new Random(seed, at);
    return { what: `${what} (${at})`, ...make({ random, lines: randomLines(random), account }) };
  });
}

function randomLines(random: Random): FileLine[] {
  return Array.from({ length: 4 + random.below(20) }, (_, at) => ({
    booked_on: `2026-03-${String(1 + at).padStart(2, '0')}`,
    amount: (random.below(2) === 0 ? 1 : -1) * (100 + random.below(900_000)),
    text: `Færsla ${random.below(1000)} þæö`,
    name: random.chance(0.5) ? 'Jón Jónsson' : '',
  }));
}
