import { accountNoOfIban, type BankAccountNumber, isNumberOf } from '../../domain/bank/account-number.ts';
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
import { decimal, decimalPlaces, fixed2, sum } from '../../domain/values/money.ts';
import {
  child,
  children,
  decodeXml,
  refuseDoctype,
  text,
  type XmlNode,
  xmlParser,
} from '../receipt-reader/xml.ts';

/** The root element with its namespaces; the declaration, comments and blanks may stand before it. */
const ROOT_TAG = /^\s*(?:<\?[^>]*\?>\s*|<!--(?:(?!-->)[\s\S])*-->\s*)*<(?:[\w.-]+:)?Document\b[^>]*>/;
/** The versions have the same elements where they matter here; `statusOf`, `partyOf` and `amountOf` know the differences. */
const VERSION = /xmlns(?::[\w.-]+)?\s*=\s*["']urn:iso:std:iso:20022:tech:xsd:camt\.053\.001\.(\d\d)["']/;
const VERSIONS = { first: 2, last: 13 };
/** What stands for no character. A file without a DOCTYPE can't define entities of its own. */
const UNKNOWN_ENTITY = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-f]{1,6});)[^\s;<]{0,20};?/i;
const ROOT = 'BkToCstmrStmt';

/**
 * Reads a statement of ISO 20022. A file may have statements of several accounts, of which those of one are read: the one that
 * is `own`, or the first of all. Several statements of one account follow each other.
 */
export function readCamt(bytes: Uint8Array, own: readonly BankAccountNumber[]): ReadStatement {
  let document: XmlNode;
  try {
    const xml = decodeXml(bytes);
    refuseDoctype(xml);
    const version = VERSION.exec(ROOT_TAG.exec(xml)?.[0] ?? '')?.[1];
    if (version === undefined) return refuseStatement('statement_not', 'camt.053');
    if (Number(version) < VERSIONS.first || Number(version) > VERSIONS.last)
      return refuseStatement('statement_version', `001.${version}`);
    const unknown = UNKNOWN_ENTITY.exec(xml)?.[0];
    if (unknown) return refuseStatement('statement_broken', `the entity ${unknown} is defined nowhere`);
    document = xmlParser.parse(xml, true) as XmlNode;
  } catch (error) {
    return refuseStatement('statement_broken', error instanceof Error ? error.message.slice(0, 200) : 'XML');
  }
  const statements = children(child(document, 'Document', ROOT), 'Stmt');
  if (statements.length === 0) return refuseStatement('statement_missing', 'Stmt');
  return joinStatements(statements, own);
}

function joinStatements(nodes: readonly unknown[], own: readonly BankAccountNumber[]): ReadStatement {
  const numbers = nodes.map(accountOf);
  const found = own.flatMap((account) => numbers.find((one) => isNumberOf(account, one)) ?? []);
  if (found.length > 1) return refuseStatement('statement_accounts', found.join(', '));
  const number = found[0] ?? numbers[0] ?? '';
  if (number === '') return refuseStatement('statement_missing', 'Acct/Id');
  const read: Statement[] = [];
  let entries = 0;
  for (const [at, node] of nodes.entries()) {
    // Lines are counted over the whole file, as a person finds them in it.
    const before = entries;
    entries += children(node, 'Ntry').length;
    if (!isSameAccount(numbers[at] ?? '', number)) continue;
    const outcome = readStatement(node, number, before);
    if ('problem' in outcome) return outcome;
    read.push(outcome.statement);
  }
  const dated = read.filter(({ lines }) => lines.length > 0);
  dated.sort((a, b) => (a.lines[0]?.bookedOn ?? '').localeCompare(b.lines[0]?.bookedOn ?? ''));
  const [first = read[0], last = read.at(-1)] = [dated[0], dated.at(-1)];
  if (!first || !last) return refuseStatement('statement_missing', 'Stmt');
  const other = read.find(({ currency }) => currency !== first.currency);
  if (other) return refuseStatement('statement_currency', other.currency, first.currency);
  const lines = dated.flatMap((one) => one.lines);
  if (lines.length > MAX_LINES) return refuseStatement('statement_large', MAX_LINES);
  return checkBalances({ ...first, closingBalance: last.closingBalance, lines });
}

/** The number of the account that a statement is of; the same for its IBAN with and without blanks. */
function accountOf(node: unknown): string {
  const account = child(node, 'Acct');
  const written = text(account, 'Id', 'IBAN') ?? text(account, 'Id', 'Othr', 'Id') ?? '';
  return written.replace(/\s/g, '');
}

function readStatement(node: unknown, number: string, entriesBefore: number): ReadStatement {
  const entries = children(node, 'Ntry');
  if (entries.length > MAX_LINES) return refuseStatement('statement_large', MAX_LINES);
  const count = text(node, 'TxsSummry', 'TtlNtries', 'NbOfNtries');
  if (count !== undefined && Number(count) !== entries.length)
    return refuseStatement('statement_count', Number(count), entries.length);
  const read: StatementLine[][] = [];
  let currency = text(node, 'Acct', 'Ccy') ?? '';
  for (const [at, entry] of entries.entries()) {
    if (statusOf(entry) !== 'BOOK') continue;
    const lines = readEntry(entry, number, entriesBefore + at + 1);
    if ('problem' in lines) return lines;
    const found = currencyOf(entry);
    currency ||= found;
    if (found !== '' && found !== currency)
      return refuseStatement('statement_line_currency', entriesBefore + at + 1, found.slice(0, 40), currency);
    read.push(lines);
  }
  return checkBalances({
    format: 'camt.053',
    accounts: [number],
    currency,
    openingBalance: balanceOf(node, ['OPBD', 'PRCD']),
    closingBalance: balanceOf(node, ['CLBD']),
    lines: (isNewestFirst(read.flat()) ? read.reverse() : read).flat(),
    mapping: null,
    columns: [],
  });
}

function isNewestFirst(lines: readonly StatementLine[]): boolean {
  return (lines.at(-1)?.bookedOn ?? '') < (lines[0]?.bookedOn ?? '');
}

/** The lines of an entry: one, or one for each transaction of a batch whose amounts the file says. */
function readEntry(entry: unknown, own: string, row: number): StatementLine[] | RefusedStatement {
  const amount = amountOf(entry);
  if (amount === null) return refuseStatement('statement_amount', row, elementText(entry, 'Amt') ?? '');
  const day = dayIn(entry, 'BookgDt') ?? dayIn(entry, 'ValDt');
  if (!day) return refuseStatement('statement_date', row, text(entry, 'BookgDt', 'Dt') ?? '');
  const details = children(entry, 'NtryDtls').flatMap((group) => children(group, 'TxDtls'));
  const common = { row, bookedOn: day, valueOn: dayIn(entry, 'ValDt'), balance: null };
  const batch = details.length > 1 ? batchAmounts(entry, details) : null;
  if (batch === null) {
    const [only = null] = details.length === 1 ? details : [];
    const isReversal = isReversed(entry) || details.some(isReturned);
    return [
      {
        ...common,
        amount,
        isReversal,
        text: textOf(entry, details),
        reference: referenceOf(only, entry),
        ...counterpartyOf(only, { amount, own, isReversal: isReversed(entry) }),
      },
    ];
  }
  const total = fixed2(sum(batch.map((one) => decimal(one))));
  if (total !== amount) return refuseStatement('statement_batch', row, batch.length, total, amount);
  return details.map((one, at) => {
    const part = batch[at] ?? '';
    return {
      ...common,
      amount: part,
      isReversal: isReversed(entry) || isReturned(one),
      text: textOf(entry, [one]),
      reference: referenceOf(one),
      ...counterpartyOf(one, { amount: part, own, isReversal: isReversed(entry) }),
    };
  });
}

/** The signed amounts of the transactions of a batch; null where one of them is not said in the currency of the entry. */
function batchAmounts(entry: unknown, details: readonly unknown[]): string[] | null {
  const currency = currencyOf(entry);
  const direction = text(entry, 'CdtDbtInd');
  const amounts = details.map((one) => {
    // From version 4 on the amount stands in the transaction, until then only in its details.
    const places = [one, child(one, 'AmtDtls', 'TxAmt'), child(one, 'AmtDtls', 'InstdAmt')];
    const place = places.find(
      (node) => elementText(node, 'Amt') !== undefined && currencyOf(node) === currency,
    );
    return amountOf(place, text(one, 'CdtDbtInd') ?? direction);
  });
  return amounts.every((one) => one !== null) ? amounts : null;
}

/** The direction of the entry is that of the money: it is not to be turned around. */
function isReversed(entry: unknown): boolean {
  return ['true', '1'].includes(text(entry, 'RvslInd') ?? '');
}

/** A payment that did not arrive comes back with the reason. */
function isReturned(transaction: unknown): boolean {
  return child(transaction, 'RtrInf') !== undefined;
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

/** The signed amount; null where it or its direction is not said. */
function amountOf(node: unknown, direction = text(node, 'CdtDbtInd')): string | null {
  const written = elementText(node, 'Amt') ?? '';
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
  return found === undefined ? null : amountOf(found);
}

/** What the payer wrote comes first; what the bank says of the entry where nobody wrote anything. */
function textOf(entry: unknown, details: readonly unknown[]): string {
  const written = details.flatMap((one) => remittanceOf(child(one, 'RmtInf')));
  const ofBank = [text(entry, 'AddtlNtryInf'), ...details.map((one) => text(one, 'AddtlTxInf'))];
  const parts = written.length > 0 ? written : ofBank.flatMap((part) => part ?? []);
  return cutLineText([...new Set(parts)].join(' '), 'text');
}

/** The texts of the payer, and the numbers of the invoices that are paid. */
function remittanceOf(remittance: unknown): string[] {
  const structured = children(remittance, 'Strd');
  const invoices = structured.flatMap((one) => children(one, 'RfrdDocInf'));
  return [
    ...textsIn(remittance, 'Ustrd'),
    ...invoices.flatMap((one) => text(one, 'Nb') ?? []),
    ...structured.flatMap((one) => textsIn(one, 'AddtlRmtInf')),
  ];
}

function textsIn(node: unknown, name: string): string[] {
  return children(node, name).flatMap((part) => text({ part }, 'part') ?? []);
}

const NO_REFERENCES = new Set(['NOTPROVIDED', 'NONREF']);

/** What the payer wrote for this transaction, and what the bank calls the entry, where it is of that transaction alone. */
function referenceOf(transaction: unknown, entry: unknown = null): string {
  const all = [
    text(transaction, 'RmtInf', 'Strd', 'CdtrRefInf', 'Ref'),
    text(transaction, 'Refs', 'EndToEndId'),
    text(transaction, 'Refs', 'AcctSvcrRef'),
    text(entry, 'AcctSvcrRef'),
    text(entry, 'NtryRef'),
  ];
  return cutLineText(all.find((one) => one !== undefined && !NO_REFERENCES.has(one)) ?? '', 'reference');
}

interface Direction {
  amount: string;
  own: string;
  isReversal: boolean;
}

/**
 * Who paid, or was paid. A reversal names the parties of the transaction that it reverses, so that the other one stands on the
 * side of the own account; some banks turn the sides around, and then the number of the own account tells.
 */
function counterpartyOf(transaction: unknown, { amount, own, isReversal }: Direction) {
  const parties = child(transaction, 'RltdPties');
  const isDebtor = amount.startsWith('-') === isReversal;
  const roles = isDebtor ? (['Dbtr', 'Cdtr'] as const) : (['Cdtr', 'Dbtr'] as const);
  const [role = roles[0]] = roles.filter((one) => !isSameAccount(accountIn(parties, one), own));
  const party = partyOf(parties, role) ?? partyOf(parties, `Ultmt${role}`);
  const ids = ['OrgId', 'PrvtId'].flatMap((kind) => children(child(party, 'Id', kind), 'Othr'));
  const numbers = ids.map((id) => normalizeKennitala(text(id, 'Id') ?? ''));
  return {
    counterpartyName: cutLineText(text(party, 'Nm') ?? '', 'name'),
    counterpartyId: (numbers.find((id) => /^\d{10}$/.test(id)) ?? numbers[0] ?? '').slice(0, 20),
    counterpartyAccount: accountIn(parties, role).slice(0, 40),
  };
}

/** A file may name one account by its IBAN and by its twelve digits. */
function isSameAccount(a: string, b: string): boolean {
  return (accountNoOfIban(a) || a) === (accountNoOfIban(b) || b);
}

function accountIn(parties: unknown, role: string): string {
  const id = child(parties, `${role}Acct`, 'Id');
  return (text(id, 'IBAN') ?? text(id, 'Othr', 'Id') ?? '').replace(/\s/g, '');
}

/** From version 8 on the party is inside of Pty. */
function partyOf(parties: unknown, role: string): XmlNode | undefined {
  return child(parties, role, 'Pty') ?? child(parties, role);
}
