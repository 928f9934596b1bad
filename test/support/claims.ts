import { companyKennitala } from '../domain/generators.ts';
import { type Client, invoice } from './client.ts';
import type { TestService } from './service.ts';

export const PAYER = companyKennitala(703);
const customer = { name: 'Greiðandi ehf.', output_select: 4, registration_no: PAYER };

/** Creates an invoice with a claim for two pieces at 620 each, plus a fee of 190.50. */
export function createInvoiceWithClaim(seller: Client, fields: object = {}): Promise<string> {
  const items = [
    { add_new: 1, item_number: 'A', description: 'x', qty: 2, uom: 'C62', unit_price: 500, tax: 'S' },
  ];
  const data = invoice({ is_claim: 1, payment_fee: 190.5, customer, items, ...fields });
  return seller.ok('create-invoice', { data });
}

export async function readClaimState(seller: Client, guid: string): Promise<[status: string, claim: string]> {
  const { status, claim_status } = await seller.ok('get-invoice', { guid });
  return [status, claim_status];
}

export async function fetchBankClaims(kvitt: TestService, { username }: Client): Promise<any[]> {
  return (await kvitt.operator('GET', `/sandbox/claims?account=${username}`)).body;
}
