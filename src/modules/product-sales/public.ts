import type { Account } from '../../kernel/account.ts';
import { subscribes } from '../../kernel/account.ts';
import type { Kernel } from '../../kernel/execute.ts';
import { parsePublicToken } from '../../kernel/security/public-token.ts';
import type { AccountDirectory } from '../accounts/directory.ts';
import { findImage, type StoredImage } from './image-store.ts';
import { readOrderToken, readTicketToken } from './link.ts';
import { type PublicOrder, readPublicOrder } from './public-store.ts';
import { findSale, type SaleRow } from './store.ts';

type Store = Pick<Kernel, 'db' | 'secrets'>;

export interface PublicSale {
  account: Account;
  sale: SaleRow;
}

/**
 * What is sold at a public address; null where nothing is. An account that is closed, or whose plan no longer
 * includes selling, has no selling pages.
 */
export async function findSaleByToken(
  { db }: Store,
  accounts: AccountDirectory,
  name: string,
): Promise<PublicSale | null> {
  const named = parsePublicToken(name);
  const account = named && (await accounts.byId(named.accountId));
  if (!account || account.disabled || !subscribes(account, 'sell_product')) return null;
  const sale = await findSale(db, account.id, named.guid);
  if (!sale || (sale.type === 'SUB' && !subscribes(account, 'recurring'))) return null;
  return { account, sale };
}

export async function imageOfSale({ db }: Store, { account, sale }: PublicSale): Promise<StoredImage | null> {
  return sale.image === null ? null : findImage(db, account.id, sale.image);
}

export interface LinkedOrder {
  accountId: number;
  order: PublicOrder;
}

/** What the holder of such an address may see; the signature is the permission, so it is checked first. */
export async function findOrderByLink({ db, secrets }: Store, token: string): Promise<LinkedOrder | null> {
  const named = readOrderToken(secrets, token);
  const order = named && (await readPublicOrder(db, named.accountId, named.guid));
  return order && { accountId: named.accountId, order };
}

export async function findTicketByLink(
  { db, secrets }: Store,
  seat: number,
  token: string,
): Promise<LinkedOrder | null> {
  const named = readTicketToken(secrets, seat, token);
  if (!named) return null;
  const order = await readPublicOrder(db, named.accountId, named.guid);
  if (order?.type !== 'EVENT' || seat > order.qty) return null;
  return { accountId: named.accountId, order };
}
