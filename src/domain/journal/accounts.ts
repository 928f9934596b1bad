import { fields } from '../texts/fields-is.ts';
import { COST_CODES, type CostCode, isCostCode, PAYMENT_METHODS } from '../values/codes.ts';
import { keysOf } from '../values/records.ts';

/** A kind of posting and the account of the books that it goes to. */
export interface JournalAccount {
  account: string;
  name: string;
}

const account = (number: string, name: string): JournalAccount => ({ account: number, name });

const BANK = '7800';
const CARDS = '7650';

/** Payments of cards are owed by the acquirer until they are paid out. */
const MONEY: Readonly<Record<number, string>> = {
  1: '7700',
  2: CARDS,
  3: CARDS,
  4: CARDS,
  5: CARDS,
  6: CARDS,
};

function moneyAccounts(): Record<`money_${number}`, JournalAccount> {
  const rows = PAYMENT_METHODS.map(({ code }) => [
    `money_${code}`,
    account(MONEY[code] ?? BANK, `Greitt: ${fields[`method.${code}`]}`),
  ]);
  return Object.fromEntries(rows);
}

/** The codes of costs are those of the tax return, and serve as accounts. */
function costAccounts(): Record<`cost_${CostCode}`, JournalAccount> {
  const rows = keysOf(COST_CODES).map((code) => [`cost_${code}`, account(code, fields[`code.${code}`])]);
  return Object.fromEntries(rows);
}

/** The chart of accounts that a company begins with, by what is posted. The names are Icelandic, as the books are. */
export const JOURNAL_ACCOUNTS = {
  sales_s: account('1010', 'Sala með 24% VSK'),
  sales_aa: account('1020', 'Sala með 11% VSK'),
  sales_z: account('1030', 'Sala án VSK'),
  fee: account('1080', 'Innheimt greiðslugjöld'),
  rounding: account('1090', 'Aurajöfnun'),
  interest: account('1610', 'Vaxtatekjur af kröfum'),
  charge: account('1620', 'Vanskila- og innheimtugjöld'),
  exchange_difference: account('1630', 'Gengismunur'),
  acquirer_fee: account('2610', 'Þóknun færsluhirða'),
  lost_claims: account('2620', 'Tapaðar viðskiptakröfur'),
  bank_fee: account('2630', 'Þjónustugjöld banka'),
  bank_interest: account('1640', 'Vaxtatekjur af bankareikningum'),
  bank_interest_paid: account('2640', 'Vaxtagjöld'),
  ...costAccounts(),
  cost_other: account('2533', 'Kostnaður án bókhaldslykils'),
  receivables: account('7600', 'Viðskiptakröfur'),
  withheld_tax: account('7690', 'Greiddur fjármagnstekjuskattur'),
  ...moneyAccounts(),
  money_other: account(BANK, 'Greitt: bankareikningur'),
  bank_transfer: account('7890', 'Millifært milli eigin reikninga'),
  bank_other: account('7895', 'Bankafærslur án lykils'),
  bank_salary: account('9410', 'Laun'),
  bank_tax: account('9420', 'Opinber gjöld'),
  bank_pension: account('9430', 'Lífeyrissjóðir'),
  bank_vat: account('9535', 'Uppgjör VSK'),
  bank_loan: account('9610', 'Lán'),
  payables: account('9300', 'Lánardrottnar'),
  customer_credit: account('9350', 'Inneignir viðskiptavina'),
  output_vat_s: account('9510', 'Útskattur 24%'),
  output_vat_aa: account('9511', 'Útskattur 11%'),
  vat_abroad: account('9515', 'VSK af þjónustu frá útlöndum'),
  input_vat_s: account('9520', 'Innskattur 24%'),
  input_vat_aa: account('9521', 'Innskattur 11%'),
} as const satisfies Record<string, JournalAccount>;

export type JournalKey = keyof typeof JOURNAL_ACCOUNTS;
export const JOURNAL_KEYS = keysOf(JOURNAL_ACCOUNTS);

/** The account of each kind of posting in the books of one company. */
export type ChartOfAccounts = Readonly<Record<JournalKey, JournalAccount>>;

export function moneyKey(method: number | null): JournalKey {
  const key = `money_${method}`;
  return JOURNAL_KEYS.find((one) => one === key) ?? 'money_other';
}

export function costKey(code: string): JournalKey {
  return isCostCode(code) ? `cost_${code}` : 'cost_other';
}
