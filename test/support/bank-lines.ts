import { csvStatement, type FileLine, nextAccountNo } from './bank-files.ts';
import { type Client, invoice, line } from './client.ts';

export const PAYER = '5501234520';

/** An invoice without VAT; returns its guid and number. */
export async function issue(seller: Client, amount: number, fields: object = {}) {
  const items = [line({ qty: 1, unit_price: amount, tax: 'Z' })];
  const customer = { name: 'Kaupandi ehf.', output_select: 4, registration_no: PAYER };
  const guid = await seller.ok('create-invoice', { data: invoice({ items, amount, customer, ...fields }) });
  const { number, customer: buyer } = await seller.ok('get-invoice', { guid });
  return { guid, number, customer: buyer.guid };
}

export async function openAccount(
  seller: Client,
  fields: object = {},
): Promise<{ guid: string; account_no: string }> {
  const data = { name: 'Velta', account_no: nextAccountNo(), ...fields };
  return seller.ok('create-bank-account', { data });
}

/** Imports lines and returns them as they are listed, oldest first. */
export async function receive(
  seller: Client,
  lines: readonly FileLine[],
  bankAccount?: string,
): Promise<any[]> {
  const bank_account_guid = bankAccount ?? (await openAccount(seller)).guid;
  await seller.ok('import-bank-statement', { bank_account_guid, file: csvStatement(lines) });
  return (await seller.ok('get-bank-lines', { bank_account_guid, state: 'open' })).reverse();
}

export const paid = (amount: number, more: Partial<FileLine> = {}): FileLine => ({
  booked_on: '2026-03-16',
  amount,
  ...more,
});
