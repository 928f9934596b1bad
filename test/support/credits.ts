import { type Client, invoice, line } from './client.ts';

/** Ten pieces at 100 with 24 % VAT, and four hours at 250 with 11 %: 1,240 and 1,110. */
const SALE_LINES = [
  { qty: 10, unit_price: 100, tax: 'S', item_number: 'T' },
  { qty: 4, unit_price: 250, tax: 'AA', item_number: 'H', uom: 'HUR' },
];
export const SALE_AMOUNT = 2350;

/** The invoice that tests of credit notes credit. */
export function saleToCredit(fields: object = {}): Record<string, unknown> {
  return invoice({ items: SALE_LINES.map((row) => line(row)), amount: SALE_AMOUNT, ...fields });
}

export function creditNote(ref: string, amount: number, fields: object = {}) {
  return {
    data: {
      type: 'credit',
      settlement_date: '2099-12-31',
      ref_invoice_guid: ref,
      amount,
      issue_date: '2026-03-09',
      ...fields,
    },
  };
}

/** Credits one piece of the item A, or all that remains. */
export function creditInvoice(
  seller: Client,
  guid: string,
  part: 'one' | 'rest',
  amount = 620,
): Promise<string> {
  const items = part === 'one' ? [{ item_number: 'A', qty: 1 }] : undefined;
  return seller.ok('create-invoice', {
    data: { type: 'credit', settlement_date: '2099-12-31', amount, ref_invoice_guid: guid, items },
  });
}

export async function readCreditState(seller: Client, guid: string) {
  const { status, credited, credited_amount } = await seller.ok('get-invoice', { guid });
  return [status, credited, credited_amount];
}
