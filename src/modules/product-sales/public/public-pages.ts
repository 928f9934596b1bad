import { decimal, isZero } from '../../../domain/values/money.ts';
import type { Account } from '../../../kernel/access/account.ts';
import { hasSubscription } from '../../../kernel/access/account.ts';
import type { Kernel } from '../../../kernel/operations/kernel.ts';
import { parsePublicToken } from '../../../kernel/security/public-token.ts';
import { type PrintedSettlement, printedSettlement } from '../../../rendering/printed-figures.ts';
import type { AccountCache } from '../../accounts/account-cache.ts';
import { findImage, type StoredImage } from '../images/image-store.ts';
import { findSale, type SaleRow } from '../store.ts';
import { readOrderToken, readTicketToken } from './links.ts';
import { type PublicOrder, readPublicOrder } from './public-store.ts';

type Store = Pick<Kernel, 'db' | 'secrets'>;

export interface PublicSale {
  account: Account;
  sale: SaleRow;
}

/** The sale of a public address. Null also for an account that is disabled or whose plan does not include selling. */
export async function findSaleByToken(
  { db }: Store,
  accounts: AccountCache,
  token: string,
): Promise<PublicSale | null> {
  const ref = parsePublicToken(token);
  const account = ref && (await accounts.byId(ref.accountId));
  if (!account || account.disabled || !hasSubscription(account, 'sell_product')) return null;
  const sale = await findSale(db, account.id, ref.guid);
  if (!sale || (sale.type === 'SUB' && !hasSubscription(account, 'recurring'))) return null;
  return { account, sale };
}

export async function findSaleImage(
  { db }: Store,
  { account, sale }: PublicSale,
): Promise<StoredImage | null> {
  return sale.image === null ? null : findImage(db, account.id, sale.image);
}

export interface LinkedOrder {
  accountId: number;
  order: PublicOrder;
}

/** The order of a signed link. The signature is the permission, so it is verified before anything is read. */
export async function findOrderByLink({ db, secrets }: Store, token: string): Promise<LinkedOrder | null> {
  const ref = readOrderToken(secrets, token);
  const order = ref && (await readPublicOrder(db, ref.accountId, ref.guid));
  return order && { accountId: ref.accountId, order };
}

export async function findTicketByLink(
  { db, secrets }: Store,
  seat: number,
  token: string,
): Promise<LinkedOrder | null> {
  const ref = readTicketToken(secrets, seat, token);
  if (!ref) return null;
  const order = await readPublicOrder(db, ref.accountId, ref.guid);
  if (order?.type !== 'EVENT' || seat > order.qty) return null;
  return { accountId: ref.accountId, order };
}

/** What was paid of an order that is still owed, and what is left of it; null where nothing was paid. */
export function paidPart(order: PublicOrder): Pick<PrintedSettlement, 'paid' | 'left'> | null {
  if (order.status === 'Paid' || isZero(decimal(order.paid_amount))) return null;
  return printedSettlement({
    currency: order.currency,
    amount: decimal(order.amount),
    credited: decimal(order.credited_amount),
    paid: decimal(order.paid_amount),
    writtenOff: decimal(order.written_off_amount),
  });
}
