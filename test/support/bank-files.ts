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
}

/** 2026-03-02 as 02.03.2026, and 1234.5 as 1.234,50. */
const icelandicDay = (day: string) => day.split('-').reverse().join('.');
const icelandicAmount = (amount: number) =>
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
  const { account, opening, version = '02', currency = 'ISK' } = options;
  const closing = options.closing ?? lines.reduce((sum, { amount }) => sum + amount, opening);
  const money = (amount: number) =>
    `<Amt Ccy="${currency}">${Math.abs(amount).toFixed(2)}</Amt><CdtDbtInd>${amount < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd>`;
  const balance = (code: string, amount: number) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${money(amount)}<Dt><Dt>2026-03-31</Dt></Dt></Bal>`;
  const entries = lines.map((line) => camtEntry(line, money(line.amount), Number(version) >= 8));
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt><GrpHdr><MsgId>1</MsgId></GrpHdr>
<Stmt><Id>1</Id><Acct><Id><Othr><Id>${account}</Id></Othr></Id><Ccy>${currency}</Ccy></Acct>
${balance('OPBD', opening)}${balance('CLBD', closing)}${entries.join('\n')}</Stmt></BkToCstmrStmt></Document>`;
}

function camtEntry(line: FileLine, money: string, isNew: boolean): string {
  const escapeXml = (text = '') =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const role = line.amount < 0 ? 'Cdtr' : 'Dbtr';
  const id = line.kennitala ? `<Id><OrgId><Othr><Id>${line.kennitala}</Id></Othr></OrgId></Id>` : '';
  const party = `${line.name ? `<Nm>${escapeXml(line.name)}</Nm>` : ''}${id}`;
  const account = line.account
    ? `<${role}Acct><Id><Othr><Id>${line.account}</Id></Othr></Id></${role}Acct>`
    : '';
  const reference = line.reference
    ? `<Strd><CdtrRefInf><Ref>${escapeXml(line.reference)}</Ref></CdtrRefInf></Strd>`
    : '';
  return `<Ntry>${money}<Sts>${isNew ? '<Cd>BOOK</Cd>' : 'BOOK'}</Sts><BookgDt><Dt>${line.booked_on}</Dt></BookgDt>
<ValDt><Dt>${line.booked_on}</Dt></ValDt><NtryDtls><TxDtls><RltdPties><${role}>${isNew ? `<Pty>${party}</Pty>` : party}</${role}>${account}</RltdPties>
<RmtInf>${line.text ? `<Ustrd>${escapeXml(line.text)}</Ustrd>` : ''}${reference}</RmtInf></TxDtls></NtryDtls></Ntry>`;
}
