import {
  formatAddress,
  KENNITALA_SCHEMES,
  parseForeignAddress,
} from '../../domain/invoices/einvoice-address.ts';
import type { Einvoice, EinvoiceParty } from '../../domain/receipts/einvoice.ts';
import { isPlainDate } from '../../domain/values/dates.ts';
import { normalizeKennitala } from '../../domain/values/kennitala.ts';
import { fail } from '../../kernel/failures/failure.ts';
import type { ReadContext } from '../../kernel/operations/context.ts';
import { type FiledEinvoice, findEinvoiceFile } from './einvoice-store.ts';

interface CostEinvoice {
  cost: FiledEinvoice;
  /** Null where the file of the cost is none that can be read. */
  einvoice: Einvoice | null;
}

/** The file is the document: it is parsed again whenever it is needed, so that nothing of it is stored twice. */
export async function readCostEinvoice(
  { db, account, ports }: Pick<ReadContext, 'db' | 'account' | 'ports'>,
  guid: string,
): Promise<CostEinvoice> {
  const cost = (await findEinvoiceFile(db, account.id, guid)) ?? fail('cost_not_found');
  const file = cost.bytes && { bytes: cost.bytes, own: account.registrationNo };
  const read = file && (await ports.documents.readEinvoice(account.id, file));
  return { cost, einvoice: !read || 'problem' in read ? null : read.einvoice };
}

/** Null for a text that is no day. */
export function toDay(stated: string): string | null {
  return isPlainDate(stated) ? stated : null;
}

/** Where the network reaches a party, as the trading partner of a customer is written; empty where it cannot. */
export function networkAddressOf(party: EinvoiceParty): string {
  const abroad = parseForeignAddress(formatAddress(party.endpoint));
  return abroad ? formatAddress(abroad) : kennitalaOfParty(party);
}

export function kennitalaOfParty({ endpoint, kennitala }: EinvoiceParty): string {
  const isKennitala = endpoint.scheme === '' || KENNITALA_SCHEMES.includes(endpoint.scheme);
  return (isKennitala && toKennitala(endpoint.id)) || kennitala;
}

export function toKennitala(id: string): string {
  const digits = normalizeKennitala(id);
  return /^\d{10}$/.test(digits) ? digits : '';
}
