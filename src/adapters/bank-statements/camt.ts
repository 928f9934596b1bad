import { XMLParser } from 'fast-xml-parser';
import { MAX_LINES } from '../../domain/bank/read-table.ts';
import {
  checkBalances,
  cutLineText,
  type ReadStatement,
  type RefusedStatement,
  refuseStatement,
  type Statement,
  type StatementLine,
} from '../../domain/bank/statement.ts';
import { parseBookedDay } from '../../domain/bank/written-values.ts';
import { normalizeKennitala } from '../../domain/values/kennitala.ts';
import { decimal, decimalPlaces, fixed2 } from '../../domain/values/money.ts';
import { child, children, decodeXml, refuseDoctype, text, type XmlNode } from '../receipt-reader/xml.ts';

/** Every version of the message has the same elements where they matter here; the namespace only names it. */
const NAMESPACE = /urn:iso:std:iso:20022:tech:xsd:camt\.053\.001\.\d\d/;
/** What stands for no character. A file without a DOCTYPE can't define entities of its own. */
const UNKNOWN_ENTITY = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-f]{1,6});)[^\s;<]{0,20};?/i;
const ROOT = 'BkToCstmrStmt';

const parser = new XMLParser({
  removeNSPrefix: true,
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: false,
  maxNestedTags: 60,
});

/** Reads a statement of ISO 20022. Several statements of one account in a file follow each other. */
export function readCamt(bytes: Uint8Array): ReadStatement {
  let document: XmlNode;
  try {
    const xml = decodeXml(bytes);
    refuseDoctype(xml);
    if (!NAMESPACE.test(xml)) return refuseStatement('statement_not', 'camt.053');
    const unknown = UNKNOWN_ENTITY.exec(xml)?.[0];
    if (unknown) return refuseStatement('statement_broken', `the entity ${unknown} is defined nowhere`);
    document = parser.parse(xml, true) as XmlNode;
  } catch (error) {
    return refuseStatement('statement_broken', error instanceof Error ? error.message.slice(0, 200) : 'XML');
  }
  const statements = children(child(document, 'Document', ROOT), 'Stmt');
  if (statements.length === 0) return refuseStatement('statement_missing', 'Stmt');
  return joinStatements(statements);
}

function joinStatements(nodes: readonly unknown[]): ReadStatement {
  const read: Statement[] = [];
  let entries = 0;
  for (const node of nodes) {
    const outcome = readStatement(node, entries);
    if ('problem' in outcome) return outcome;
    read.push(outcome.statement);
    entries += children(node, 'Ntry').length;
  }
  const dated = read.filter(({ lines }) => lines.length > 0);
  dated.sort((a, b) => (a.lines[0]?.bookedOn ?? '').localeCompare(b.lines[0]?.bookedOn ?? ''));
  const [first = read[0], last = read.at(-1)] = [dated[0], dated.at(-1)];
  if (!first || !last) return refuseStatement('statement_missing', 'Stmt');
  return checkBalances({
    ...first,
    accounts: [...new Set(read.flatMap(({ accounts }) => accounts))],
    closingBalance: last.closingBalance,
    lines: dated.flatMap(({ lines }) => lines),
  });
}

function readStatement(node: unknown, entriesBefore: number): ReadStatement {
  const account = child(node, 'Acct');
  const number = text(account, 'Id', 'IBAN') ?? text(account, 'Id', 'Othr', 'Id');
  if (number === undefined) return refuseStatement('statement_missing', 'Acct/Id');
  const entries = children(node, 'Ntry');
  if (entriesBefore + entries.length > MAX_LINES) return refuseStatement('statement_large', MAX_LINES);
  const count = text(node, 'TxsSummry', 'TtlNtries', 'NbOfNtries');
  if (count !== undefined && Number(count) !== entries.length)
    return refuseStatement('statement_count', Number(count), entries.length);
  const lines: StatementLine[] = [];
  let currency = text(account, 'Ccy') ?? '';
  for (const [at, entry] of entries.entries()) {
    if (statusOf(entry) !== 'BOOK') continue;
    const line = readEntry(entry, entriesBefore + at + 1);
    if ('problem' in line) return line;
    const found = currencyOf(entry);
    currency ||= found;
    if (found !== '' && found !== currency)
      return refuseStatement('statement_line_currency', line.row, found.slice(0, 40), currency);
    lines.push(line);
  }
  return checkBalances({
    format: 'camt.053',
    accounts: [number],
    currency,
    openingBalance: balanceOf(node, ['OPBD', 'PRCD']),
    closingBalance: balanceOf(node, ['CLBD']),
    lines: isNewestFirst(lines) ? lines.reverse() : lines,
    mapping: null,
    columns: [],
  });
}

function isNewestFirst(lines: readonly StatementLine[]): boolean {
  return (lines.at(-1)?.bookedOn ?? '') < (lines[0]?.bookedOn ?? '');
}

function readEntry(entry: unknown, row: number): StatementLine | RefusedStatement {
  const amount = signedAmount(entry);
  if (amount === null) return refuseStatement('statement_amount', row, elementText(entry, 'Amt') ?? '');
  const day = dayIn(entry, 'BookgDt') ?? dayIn(entry, 'ValDt');
  if (!day) return refuseStatement('statement_date', row, text(entry, 'BookgDt', 'Dt') ?? '');
  const details = children(entry, 'NtryDtls').flatMap((group) => children(group, 'TxDtls'));
  const [first] = details;
  const isCredit = text(entry, 'CdtDbtInd') === 'CRDT';
  return {
    row,
    bookedOn: day,
    valueOn: dayIn(entry, 'ValDt'),
    amount,
    text: textOf(entry, details),
    reference: referenceOf(entry, details),
    ...(details.length === 1
      ? counterpartyOf(first, isCredit)
      : { counterpartyName: '', counterpartyId: '', counterpartyAccount: '' }),
    balance: null,
  };
}

/** Until version 7 the status is a text, and from version 8 on a code inside. */
function statusOf(entry: unknown): string {
  return text(entry, 'Sts') ?? text(entry, 'Sts', 'Cd') ?? 'BOOK';
}

/** The text of an element, which is inside of an object where the element has attributes. */
function elementText(node: unknown, name: string): string | undefined {
  return text(node, name) ?? text(child(node, name), '#text');
}

function currencyOf(entry: unknown): string {
  return text(child(entry, 'Amt'), '@Ccy') ?? '';
}

function signedAmount(node: unknown): string | null {
  const written = elementText(node, 'Amt') ?? '';
  const direction = text(node, 'CdtDbtInd');
  if (!/^\d{1,15}(?:\.\d{1,5})?$/.test(written) || (direction !== 'CRDT' && direction !== 'DBIT'))
    return null;
  const amount = decimal(written);
  if (decimalPlaces(amount) > 2) return null;
  return fixed2(direction === 'CRDT' ? amount : amount.times(-1));
}

function dayIn(node: unknown, name: string): string | null {
  const written = text(node, name, 'Dt') ?? text(node, name, 'DtTm');
  return written === undefined ? null : parseBookedDay(written.slice(0, 10));
}

function balanceOf(statement: unknown, codes: readonly string[]): string | null {
  const balances = children(statement, 'Bal');
  const found = codes
    .map((code) => balances.find((one) => text(one, 'Tp', 'CdOrPrtry', 'Cd') === code))
    .find((one) => one !== undefined);
  return found === undefined ? null : signedAmount(found);
}

/** What the payer wrote comes first; what the bank says of the entry where nobody wrote anything. */
function textOf(entry: unknown, details: readonly unknown[]): string {
  const written = details.flatMap((one) =>
    children(child(one, 'RmtInf'), 'Ustrd').flatMap((part) => text({ part }, 'part') ?? []),
  );
  const ofBank = [text(entry, 'AddtlNtryInf'), ...details.map((one) => text(one, 'AddtlTxInf'))];
  const parts = written.length > 0 ? written : ofBank.flatMap((part) => part ?? []);
  return cutLineText([...new Set(parts)].join(' '), 'text');
}

const NO_REFERENCES = new Set(['NOTPROVIDED', 'NONREF']);

function referenceOf(entry: unknown, details: readonly unknown[]): string {
  const [only, ...others] = details;
  const ofPayer =
    only && others.length === 0
      ? [
          text(only, 'RmtInf', 'Strd', 'CdtrRefInf', 'Ref'),
          text(only, 'Refs', 'EndToEndId'),
          text(only, 'Refs', 'AcctSvcrRef'),
        ]
      : [];
  const all = [...ofPayer, text(entry, 'AcctSvcrRef'), text(entry, 'NtryRef')];
  return cutLineText(all.find((one) => one !== undefined && !NO_REFERENCES.has(one)) ?? '', 'reference');
}

function counterpartyOf(transaction: unknown, isCredit: boolean) {
  const parties = child(transaction, 'RltdPties');
  const role = isCredit ? 'Dbtr' : 'Cdtr';
  // From version 8 on the party is inside of Pty.
  const party = child(parties, role, 'Pty') ?? child(parties, role);
  const account = child(parties, `${role}Acct`);
  const id = text(party, 'Id', 'OrgId', 'Othr', 'Id') ?? text(party, 'Id', 'PrvtId', 'Othr', 'Id') ?? '';
  return {
    counterpartyName: cutLineText(text(party, 'Nm') ?? '', 'name'),
    counterpartyId: normalizeKennitala(id).slice(0, 20),
    counterpartyAccount: (text(account, 'Id', 'IBAN') ?? text(account, 'Id', 'Othr', 'Id') ?? '').slice(
      0,
      40,
    ),
  };
}
