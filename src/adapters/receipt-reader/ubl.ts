import {
  accountNoOfIban,
  type BankAccountNumber,
  parseAccountNo,
  parseIban,
} from '../../domain/bank/account-number.ts';
import { crossCheck } from '../../domain/receipts/cross-check.ts';
import type { Einvoice, EinvoiceEnvelope, EinvoiceParty } from '../../domain/receipts/einvoice.ts';
import { CONFIDENCE, makeField, type ReadField, type ReceiptFields } from '../../domain/receipts/fields.ts';
import { type Decimal, decimal, fixed2, isNegative, isZero, sum, ZERO } from '../../domain/values/money.ts';
import type { ReadBackground, ReadResult } from './read-result.ts';
import { toEinvoice } from './ubl-document.ts';
import { parseXml } from './xml.ts';

const MAX_TEXT_LENGTH = 20_000;
/** The code of UNCL 4461 by which Icelandic invoices say that the bank has a claim. */
const CLAIM = '9';

export interface UblResult extends ReadResult {
  einvoice: Einvoice;
  envelope: EinvoiceEnvelope | null;
}

/** Null if the XML is not a UBL invoice or credit note. Throws on forbidden or malformed XML. */
export function readUbl(bytes: Uint8Array, { own }: ReadBackground = {}): UblResult | null {
  const read = toEinvoice(parseXml(bytes));
  if (!read) return null;
  const { einvoice } = read;
  // The day of a receipt must be plausible, because it may be misread; that of an e-invoice is stated.
  const fields = crossCheck(fieldsOf(einvoice), own === undefined ? {} : { own });
  return { ...read, fields, text: itemsOf(einvoice) };
}

function fieldsOf(einvoice: Einvoice): ReceiptFields {
  const { seller, kind } = einvoice;
  const { total, isContradicted = false } = totalOf(einvoice);
  const isNegativeTotal = total !== undefined && isNegative(total);
  // An invoice below zero gives money back. A credit note below zero may take it, or its sender has written the sign twice.
  const isUnsure = isNegativeTotal && kind === 'credit_note';
  const amount = total && fixed2(total.abs());
  const payee = payeeOf(einvoice);
  const vat = isFromAbroad(seller) ? {} : readVat(einvoice, isNegativeTotal);
  const fields = {
    supplier_name: certainField(seller.name, 'AccountingSupplierParty'),
    supplier_id: certainField(seller.kennitala, 'AccountingSupplierParty'),
    issue_date: certainField(einvoice.issue_date, 'IssueDate'),
    due_date: certainField(einvoice.due_date, 'DueDate'),
    payee_account: certainField(payee.account_no, 'PayeeFinancialAccount'),
    payee_iban: certainField(payee.iban, 'PayeeFinancialAccount'),
    amount:
      isContradicted || isUnsure
        ? amount && makeField(amount, CONFIDENCE.contradicted, 'ubl LegalMonetaryTotal')
        : certainField(amount, 'LegalMonetaryTotal'),
    currency: certainField(einvoice.currency, 'DocumentCurrencyCode'),
    vat_24: certainField(vat.vat_24, 'TaxTotal'),
    vat_11: certainField(vat.vat_11, 'TaxTotal'),
    invoice_number: certainField(einvoice.number, 'ID'),
    is_credit_note: isUnsure
      ? makeField(false, CONFIDENCE.unsure, 'ubl: the total is below zero')
      : certainField(kind === 'credit_note' || isNegativeTotal, 'the kind of document'),
  };
  const present = Object.entries(fields).filter(([, field]) => field !== undefined);
  return Object.fromEntries(present) as ReceiptFields;
}

/** A structured field is certain. */
function certainField<T>(value: T | undefined, path: string): ReadField<T> | undefined {
  return value === undefined || value === '' ? undefined : makeField(value, CONFIDENCE.proven, `ubl ${path}`);
}

/** The first account that is one: an IBAN, or the twelve digits of an Icelandic account. A claim is paid at the bank, not there. */
function payeeOf({ payment }: Einvoice): BankAccountNumber {
  const transfers = payment.filter(({ means }) => means !== CLAIM);
  const accounts = transfers.flatMap(({ account }): BankAccountNumber[] => {
    const iban = parseIban(account);
    const account_no = iban === null ? parseAccountNo(account) : accountNoOfIban(iban);
    return account_no === null ? [] : [{ account_no, iban: iban ?? '' }];
  });
  return accounts[0] ?? { account_no: '', iban: '' };
}

/**
 * The total including VAT, also if a part was prepaid. What is payable and what was prepaid state it a second time: a
 * rounding that contradicts them is a mistake of the sender, and other contradictions are left to a person.
 */
function totalOf({ totals }: Einvoice): { total?: Decimal; isContradicted?: boolean } {
  const amount = (name: keyof typeof totals) => (totals[name] === null ? undefined : decimal(totals[name]));
  const [inclusive, payable] = [amount('gross'), amount('payable')];
  if (!inclusive) return payable ? { total: payable } : {};
  const rounded = inclusive.plus(amount('rounding') ?? ZERO);
  const paid = payable?.plus(amount('prepaid') ?? ZERO);
  if (!paid || paid.eq(rounded)) return { total: rounded };
  return paid.eq(inclusive) ? { total: inclusive } : { total: rounded, isContradicted: true };
}

/** Other countries have rates of 24 and 11 % as well. A supplier with a kennitala may have its address abroad. */
function isFromAbroad({ country, kennitala }: EinvoiceParty): boolean {
  return country !== '' && country !== 'IS' && kennitala === '';
}

/**
 * VAT by rate without its sign, which is that of the total. Where one rate has the other sign, because more was returned
 * than bought, a cost cannot hold the figures, and a person has to decide.
 */
function readVat(einvoice: Einvoice, isNegativeTotal: boolean): { vat_24?: string; vat_11?: string } {
  const [vat24, vat11] = [vatAt(einvoice, '24'), vatAt(einvoice, '11')];
  if ([vat24, vat11].some((vat) => !isZero(vat) && isNegative(vat) !== isNegativeTotal)) return {};
  return {
    ...(!isZero(vat24) && { vat_24: fixed2(vat24.abs()) }),
    ...(!isZero(vat11) && { vat_11: fixed2(vat11.abs()) }),
  };
}

function vatAt({ vat }: Einvoice, rate: string): Decimal {
  const ofRate = vat.filter(({ percent }) => percent !== null && decimal(percent).eq(rate));
  return sum(ofRate.map(({ amount }) => decimal(amount ?? '0')));
}

function itemsOf({ lines }: Einvoice): string {
  return lines
    .map(({ name, amount }) => [name, amount ?? ''].join('  ').trim())
    .filter((line) => line !== '')
    .join('\n')
    .slice(0, MAX_TEXT_LENGTH);
}
