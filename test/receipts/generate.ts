import { invoices } from './invoices.ts';
import { shopReceipts } from './shop-receipts.ts';
import type { TestReceipt } from './truth.ts';

/** All receipts of the accuracy test, generated deterministically, with their true values. */
export async function generateReceipts(): Promise<TestReceipt[]> {
  return [...(await shopReceipts()), ...(await invoices())];
}
