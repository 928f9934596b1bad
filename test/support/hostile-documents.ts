import { deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** Files that were made to stop a service that opens them: bombs, loops, deep nesting, lying headers. */
export type Hostile = [name: string, bytes: () => Buffer | Promise<Buffer>];

interface PdfObject {
  dictionary: string;
  stream?: Buffer;
}

const PAGE = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Resources << /Font << /F 5 0 R >> >>';
const FONT: PdfObject = { dictionary: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>' };

/** A PDF of the given objects, of which the first is the catalogue. */
function pdfOf(objects: PdfObject[], trailer = ''): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const offsets: number[] = [];
  let length = 9;
  const add = (part: Buffer | string) => {
    const bytes = Buffer.from(part);
    parts.push(bytes);
    length += bytes.length;
  };
  for (const [i, { dictionary, stream }] of objects.entries()) {
    offsets.push(length);
    const head = stream ? dictionary.replace(/>>$/, `/Length ${stream.length} >>`) : dictionary;
    add(`${i + 1} 0 obj\n${head}\n`);
    if (stream) [`stream\n`, stream, '\nendstream\n'].forEach(add);
    add('endobj\n');
  }
  const start = length;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  add(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows.join('')}`);
  add(`trailer << /Size ${objects.length + 1} /Root 1 0 R ${trailer.replace('HERE', String(start))} >>\n`);
  add(`startxref\n${start}\n%%EOF`);
  return Buffer.concat(parts);
}

function onePage(content: PdfObject, catalogue = '', more: PdfObject[] = []): Buffer {
  return pdfOf([
    { dictionary: `<< /Type /Catalog /Pages 2 0 R ${catalogue} >>` },
    { dictionary: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>' },
    { dictionary: `${PAGE} /Contents 4 0 R >>` },
    content,
    FONT,
    ...more,
  ]);
}

const blanks = (megabytes: number) => Buffer.alloc(megabytes * 1_000_000, 32);
const deflated = (bytes: Buffer): PdfObject => ({
  dictionary: '<< /Filter /FlateDecode >>',
  stream: deflateSync(bytes, { level: 1 }),
});
const attached = (xml: Buffer) =>
  onePage(deflated(Buffer.from(' ')), '/Names << /EmbeddedFiles << /Names [(a.xml) 6 0 R] >> >>', [
    { dictionary: '<< /Type /Filespec /F (a.xml) /EF << /F 7 0 R >> >>' },
    { ...deflated(xml), dictionary: '<< /Type /EmbeddedFile /Filter /FlateDecode >>' },
  ]);
export const UNCLOSED = '<EmbeddedDocumentBinaryObject';
const LETTERS = '1.1.20 550123-4520 samtals 1. '.repeat(8);

/** Ten PDFs; the bombs unfold to that many megabytes. */
export const hostilePdfs = (megabytes: number): Hostile[] => [
  ['a page that unfolds', () => onePage(deflated(blanks(megabytes)))],
  ['an attachment that unfolds', () => attached(blanks(megabytes))],
  [
    'a page that unfolds twice',
    () => {
      const once = deflateSync(blanks(megabytes), { level: 1 });
      return onePage({
        dictionary: '<< /Filter [/FlateDecode /FlateDecode] >>',
        stream: deflateSync(once),
      });
    },
  ],
  ['an attachment of unclosed tags', () => attached(Buffer.from(UNCLOSED.repeat(24_000)))],
  [
    'pages full of text',
    () => onePage(deflated(Buffer.from(`BT /F 1 Tf ${`1 0 0 1 5 5 Tm (${LETTERS}) Tj `.repeat(20_000)} ET`))),
  ],
  [
    'a page tree that contains itself',
    () =>
      pdfOf([
        { dictionary: '<< /Type /Catalog /Pages 2 0 R >>' },
        { dictionary: '<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 1000000000 >>' },
      ]),
  ],
  [
    'a table of contents that refers to itself',
    () => pdfOf([{ dictionary: '<< /Type /Catalog /Pages 2 0 R >>' }], '/Prev HERE'),
  ],
  [
    'a drawing that draws itself',
    () =>
      onePage({ dictionary: '<< >>', stream: Buffer.from('/X Do '.repeat(1000)) }, '', [
        {
          dictionary: '<< /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 6 0 R >> >> >>',
          stream: Buffer.from('/X Do'),
        },
      ]),
  ],
  ['deep nesting', () => onePage({ dictionary: '<< >>', stream: Buffer.from('['.repeat(500_000)) })],
  [
    'a picture with a lying size',
    () =>
      onePage({ dictionary: '<< >>', stream: Buffer.from('/X Do') }, '/Resources 6 0 R', [
        {
          dictionary:
            '<< /Subtype /Image /Width 60000 /Height 60000 /ColorSpace /DeviceRGB /BitsPerComponent 8 >>',
          stream: Buffer.from('x'),
        },
      ]),
  ],
];

/** Ten XML documents. */
export const hostileXml: Hostile[] = [
  ['unclosed tags', () => Buffer.from(UNCLOSED.repeat(24_000))],
  [
    'entities of entities',
    () => Buffer.from('<!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;&b;&b;">]><Invoice>&c;</Invoice>'),
  ],
  ['deep nesting', () => Buffer.from('<a>'.repeat(300_000))],
  ['empty elements', () => Buffer.from(`<Invoice>${'<a/>'.repeat(250_000)}</Invoice>`)],
  ['an endless attribute', () => Buffer.from(`<Invoice a="${' b='.repeat(300_000)}`)],
  [
    'a lying encoding',
    () => Buffer.from('<?xml version="1.0" encoding="utf-16"?><Invoice/>\xff\xfe', 'latin1'),
  ],
  ['unclosed comments', () => Buffer.from(`<Invoice>${'<!--'.repeat(250_000)}`)],
  ['unclosed CDATA', () => Buffer.from(`<Invoice>${'<![CDATA['.repeat(110_000)}`)],
  ['megabytes of blanks', () => Buffer.from(`<${' '.repeat(7_000_000)}>`)],
  ['character references', () => Buffer.from(`<Invoice><ID>${'&#x'.repeat(300_000)}</ID></Invoice>`)],
];

/** Ten pictures. */
export const hostilePictures: Hostile[] = [
  ['one long column', () => whitePng(1, 1_000_000)],
  ['50 megapixels', () => whitePng(7_100, 7_100)],
  ['a PNG with a lying size', () => pngWithSize(0x7fffffff, 0x7fffffff)],
  ['a PNG that claims 40 megapixels', () => pngWithSize(6324, 6324)],
  ['a PNG that was cut off', async () => (await whitePng(900, 900)).subarray(0, 120)],
  [
    'a GIF with a lying size',
    () => Buffer.from('GIF89a\xff\xff\xff\xff\x80\0\0\0\0\0\xff\xff\xff,', 'latin1'),
  ],
  ['a GIF of endless frames', () => gifOfFrames(200_000)],
  [
    'a JPEG with a lying size',
    async () => {
      const jpeg = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#888' } })
        .jpeg()
        .toBuffer();
      const size = jpeg.indexOf(Buffer.from([0xff, 0xc0])) + 5;
      jpeg.fill(0xff, size, size + 4);
      return jpeg;
    },
  ],
  ['a JPEG of nothing but markers', () => Buffer.from('ffd8ffe0'.repeat(400_000), 'hex')],
  ['a TIFF that refers to itself', () => Buffer.from('49492a0008000000010000000000000008000000', 'hex')],
];

async function whitePng(width: number, height: number): Promise<Buffer> {
  const create = { width, height, channels: 3 as const, background: '#fff' };
  return sharp({ create, limitInputPixels: false }).png({ compressionLevel: 1 }).toBuffer();
}

/** A header that states this size, with nearly no data. The checksum is not right either. */
async function pngWithSize(width: number, height: number): Promise<Buffer> {
  const png = await whitePng(9, 9);
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  return png;
}

function gifOfFrames(count: number): Buffer {
  const frame = Buffer.from('2c00000000010001000002024401003b'.slice(0, 30), 'hex');
  const head = Buffer.from('47494638396101000100800000ffffff000000', 'hex');
  return Buffer.concat([head, ...Array.from({ length: count }, () => frame)]);
}

const REPORT = 'Content-Type: multipart/report; report-type=delivery-status; boundary="b"\n\n';
const STATUS = '--b\nContent-Type: message/delivery-status\n\n';

/** Ten mails of the length that is kept of one. */
export const hostileMails: Hostile[] = [
  ['endless headers', () => mail('a:\n')],
  ['one folded header', () => mail('\n ', 'a: b')],
  ['blank lines', () => mail('\r\n\r\n')],
  ['boundaries', () => mail('--b\n', REPORT)],
  ['beginnings of boundaries', () => mail('--b', REPORT)],
  ['recipients', () => mail('Action: failed\n\n', REPORT + STATUS)],
  ['parameters', () => mail('; a="\\', 'Content-Type: text/plain')],
  ['broken quoted-printable', () => mail('=\r\n=', `Content-Transfer-Encoding: quoted-printable\n${REPORT}`)],
  ['dashes', () => mail('-', 'X-Failed-Recipients: a\n\n')],
  ['indented lines', () => mail('    x\n', 'X-Failed-Recipients: a\n\n')],
];

function mail(repeated: string, head = ''): Buffer {
  const length = 512 * 1024;
  return Buffer.from((head + repeated.repeat(Math.ceil(length / repeated.length))).slice(0, length));
}
