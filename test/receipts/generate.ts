import { invoices } from './invoices.ts';
import { shopReceipts } from './shop-receipts.ts';
import type { TestReceipt } from './truth.ts';

/** Every receipt that the reader is measured by, made anew and always the same, with what is on it. */
export async function generateReceipts(): Promise<TestReceipt[]> {
  return [...(await shopReceipts()), ...(await invoices())];
}
