import { crc32, deflateRawSync } from 'node:zlib';

// Archives and workbooks, written without the code of the service.

export interface ZipPart {
  name: string;
  content: string | Buffer;
  /** Stored without compression. */
  isStored?: boolean;
  /** What the archive says of it, where that is to be wrong. */
  says?: { size?: number; checksum?: number; flags?: number; method?: number; offset?: number };
}

/** A ZIP archive (APPNOTE 6.3), each part with a local header, and the directory at the end. */
export function zip(parts: readonly ZipPart[], { count = parts.length }: { count?: number } = {}): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, isStored = false, says = {} } of parts) {
    const bytes = Buffer.from(content);
    const packed = isStored ? bytes : deflateRawSync(bytes);
    const about = Buffer.alloc(26);
    about.writeUInt16LE(20, 0);
    about.writeUInt16LE(says.flags ?? 0, 2);
    about.writeUInt16LE(says.method ?? (isStored ? 0 : 8), 4);
    about.writeUInt32LE(says.checksum ?? crc32(bytes), 10);
    about.writeUInt32LE(packed.length, 14);
    about.writeUInt32LE(says.size ?? bytes.length, 18);
    about.writeUInt16LE(Buffer.byteLength(name), 22);
    files.push(Buffer.from('PK\u0003\u0004'), about, Buffer.from(name), packed);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(says.offset ?? offset, 10);
    directory.push(Buffer.from('PK\u0001\u0002\u0014\0'), about, rest, Buffer.from(name));
    offset += 30 + Buffer.byteLength(name) + packed.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(count, 4);
  end.writeUInt16LE(count, 6);
  end.writeUInt32LE(size, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...files, ...directory, Buffer.from('PK\u0005\u0006'), end]);
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

export interface Sheet {
  name: string;
  /** The rows inside of sheetData. */
  rows: string;
  isHidden?: boolean;
  merged?: readonly string[];
}

interface WorkbookOptions {
  shared?: readonly string[];
  isFrom1904?: boolean;
  /** Sheets are stored in files of these numbers; in their order when left out. */
  files?: readonly number[];
  /** Own formats of numbers, from 164 on; the cell styles are 0: General, 1: 14, 2: 4, then one for each. */
  formats?: readonly string[];
}

/** The parts of a workbook as Excel writes them. */
export function workbookParts(
  sheets: readonly Sheet[],
  {
    shared = [],
    isFrom1904 = false,
    files = sheets.map((_, at) => at + 1),
    formats = [],
  }: WorkbookOptions = {},
): ZipPart[] {
  const fileOf = (at: number) => `worksheets/sheet${files[at]}.xml`;
  const type = (kind: string) => `application/vnd.openxmlformats-officedocument.spreadsheetml.${kind}+xml`;
  const listed = sheets.map(
    ({ name, isHidden }, at) =>
      `<sheet name="${name}" sheetId="${at + 1}"${isHidden ? ' state="hidden"' : ''} r:id="rId${at + 1}"/>`,
  );
  const links = [
    ...sheets.map((_, at) => [`rId${at + 1}`, 'worksheet', fileOf(at)]),
    ['rId90', 'styles', 'styles.xml'],
    ['rId91', 'sharedStrings', 'sharedStrings.xml'],
  ].map(([id, kind, target]) => `<Relationship Id="${id}" Type="${RELATIONS}/${kind}" Target="${target}"/>`);
  const styles = [0, 14, 4, ...formats.map((_, at) => 164 + at)].map(
    (format) =>
      `<xf numFmtId="${format}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
  );
  const own = formats.map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${code}"/>`).join('');
  return [
    {
      name: '[Content_Types].xml',
      content: `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${type('sheet.main')}"/></Types>`,
    },
    {
      name: '_rels/.rels',
      content: `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      content: `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><workbookPr${isFrom1904 ? ' date1904="1"' : ''} defaultThemeVersion="166925"/><sheets>${listed.join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `${XML}<Relationships xmlns="${PACKAGE}/relationships">${links.join('')}</Relationships>`,
    },
    {
      name: 'xl/styles.xml',
      content: `${XML}<styleSheet xmlns="${MAIN}">${own && `<numFmts count="${formats.length}">${own}</numFmts>`}<fonts count="1"><font><sz val="11"/></font></fonts><cellStyleXfs count="1"><xf numFmtId="0"/></cellStyleXfs><cellXfs count="${styles.length}">${styles.join('')}</cellXfs></styleSheet>`,
    },
    {
      name: 'xl/sharedStrings.xml',
      content: `${XML}<sst xmlns="${MAIN}" count="${shared.length}" uniqueCount="${shared.length}">${shared.map((one) => `<si>${one}</si>`).join('')}</sst>`,
    },
    ...sheets.map(({ rows, merged = [] }, at) => ({
      name: `xl/${fileOf(at)}`,
      content: `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"/></sheetViews><sheetData>${rows}</sheetData>${merged.length > 0 ? `<mergeCells count="${merged.length}">${merged.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>` : ''}<pageMargins left="0.7" right="0.7" top="0.75" bottom="0.75" header="0.3" footer="0.3"/></worksheet>`,
    })),
  ];
}

export const workbook = (sheets: readonly Sheet[], options?: WorkbookOptions) =>
  zip(workbookParts(sheets, options));
