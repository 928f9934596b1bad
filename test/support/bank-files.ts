/** Statements as banks write them. */

let accounts = 0;

/** Twelve digits that no other test has used. */
export function nextAccountNo(): string {
  accounts += 1;
  return `013326${String(process.pid % 1000).padStart(3, '0')}${String(accounts % 1000).padStart(3, '0')}`;
}

export interface FileLine {
  booked_on: string;
  amount: number;
  text?: string;
  reference?: string;
  name?: string;
  kennitala?: string;
  account?: string;
  /** In camt.053: the transactions that the bank has booked as this one. */
  batch?: readonly FileLine[];
  /** In camt.053: it takes back an earlier transaction, whose payer and payee it names. */
  isReversal?: boolean;
}

/** 2026-03-02 as 02.03.2026, and 1234.5 as 1.234,50. */
export const icelandicDay = (day: string) => day.split('-').reverse().join('.');
export const icelandicAmount = (amount: number) =>
  amount.toLocaleString('de-DE', { minimumFractionDigits: Number.isInteger(amount) ? 0 : 2 });

/** A CSV file in base64, oldest line first; with `opening` it has balances. */
export function csvStatement(lines: readonly FileLine[], { opening }: { opening?: number } = {}): string {
  return Buffer.from(csvText(lines, { opening })).toString('base64');
}

export function csvText(
  lines: readonly FileLine[],
  { opening }: { opening?: number | undefined } = {},
): string {
  let balance = opening ?? 0;
  const head = ['Dags', 'Upphæð', 'Texti', 'Tilvísun', 'Nafn', 'Kennitala', 'Mótreikningur'];
  const rows = lines.map((line) => {
    balance += line.amount;
    const cells = [
      icelandicDay(line.booked_on),
      icelandicAmount(line.amount),
      ...[line.text, line.reference, line.name, line.kennitala, line.account].map(
        (cell) => `"${(cell ?? '').replaceAll('"', '""')}"`,
      ),
    ];
    return opening === undefined ? cells : [...cells, icelandicAmount(balance)];
  });
  const all = [opening === undefined ? head : [...head, 'Staða'], ...rows];
  return all.map((cells) => `${cells.join(';')}\r\n`).join('');
}

interface CamtOptions {
  account: string;
  opening: number;
  /** What the file says it ends with; the sum of its lines when left out. */
  closing?: number;
  version?: string;
  currency?: string;
}

/** A camt.053 file in base64. */
export function camtStatement(lines: readonly FileLine[], options: CamtOptions): string {
  return Buffer.from(camtText(lines, options)).toString('base64');
}

export function camtText(lines: readonly FileLine[], options: CamtOptions): string {
  return camtFile([{ ...options, lines }], options.version);
}

/** A file with statements of several accounts. */
export function camtFile(
  statements: readonly (CamtOptions & { lines: readonly FileLine[] })[],
  version = '02',
): string {
  const all = statements.map((one) => camtStmt(one, Number(version)));
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt><GrpHdr><MsgId>1</MsgId></GrpHdr>
${all.join('\n')}</BkToCstmrStmt></Document>`;
}

const camtAmount = (amount: number, currency: string) =>
  `<Amt Ccy="${currency}">${Math.abs(amount).toFixed(2)}</Amt>`;
const camtDirection = (amount: number) => `<CdtDbtInd>${amount < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd>`;

function camtStmt(
  { account, opening, currency = 'ISK', closing, lines }: CamtOptions & { lines: readonly FileLine[] },
  version: number,
): string {
  const end = closing ?? lines.reduce((sum, { amount }) => sum + amount, opening);
  const balance = (code: string, amount: number) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${camtAmount(amount, currency)}${camtDirection(amount)}<Dt><Dt>2026-03-31</Dt></Dt></Bal>`;
  const number = account.startsWith('IS') ? `<IBAN>${account}</IBAN>` : `<Othr><Id>${account}</Id></Othr>`;
  const entries = lines.map((line) => camtEntry(line, currency, version));
  return `<Stmt><Id>1</Id><Acct><Id>${number}</Id><Ccy>${currency}</Ccy></Acct>
${balance('OPBD', opening)}${balance('CLBD', end)}${entries.join('\n')}</Stmt>`;
}

function camtEntry(line: FileLine, currency: string, version: number): string {
  const { amount, booked_on, isReversal = false, batch } = line;
  const details = (batch ?? [line]).map((one) => {
    const money =
      version >= 4
        ? `${camtAmount(one.amount, currency)}${camtDirection(one.amount)}`
        : `<AmtDtls><TxAmt>${camtAmount(one.amount, currency)}</TxAmt></AmtDtls>`;
    return `<TxDtls>${batch ? money : ''}${camtParties(one, isReversal, version)}</TxDtls>`;
  });
  return `<Ntry>${camtAmount(amount, currency)}${camtDirection(amount)}${isReversal ? '<RvslInd>true</RvslInd>' : ''}<Sts>${version >= 8 ? '<Cd>BOOK</Cd>' : 'BOOK'}</Sts><BookgDt><Dt>${booked_on}</Dt></BookgDt>
<ValDt><Dt>${booked_on}</Dt></ValDt><NtryDtls>${details.join('')}</NtryDtls></Ntry>`;
}

function camtParties(line: FileLine, isReversal: boolean, version: number): string {
  const escapeXml = (text = '') =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const role = line.amount < 0 === isReversal ? 'Dbtr' : 'Cdtr';
  const id = line.kennitala ? `<Id><OrgId><Othr><Id>${line.kennitala}</Id></Othr></OrgId></Id>` : '';
  const party = `${line.name ? `<Nm>${escapeXml(line.name)}</Nm>` : ''}${id}`;
  const account = line.account
    ? `<${role}Acct><Id><Othr><Id>${line.account}</Id></Othr></Id></${role}Acct>`
    : '';
  const reference = line.reference
    ? `<Strd><CdtrRefInf><Ref>${escapeXml(line.reference)}</Ref></CdtrRefInf></Strd>`
    : '';
  return `<RltdPties><${role}>${version >= 8 ? `<Pty>${party}</Pty>` : party}</${role}>${account}</RltdPties>
<RmtInf>${line.text ? `<Ustrd>${escapeXml(line.text)}</Ustrd>` : ''}${reference}</RmtInf>`;
}
