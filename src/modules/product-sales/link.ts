import type { ReadContext } from '../../kernel/context.ts';
import { publicToken, signedToken, verifySignedToken } from '../../kernel/security/public-token.ts';
import type { Secrets } from '../../kernel/security/secrets.ts';

type Naming = Pick<ReadContext, 'policy' | 'secrets'> & { account: { id: number } };

/** The public page of a sale. It stays the same for good: it holds nothing but which sale it is. */
export function saleUrl({ account, policy }: Omit<Naming, 'secrets'>, guid: string): string {
  return `${policy.baseUrl}/sell/${publicToken({ accountId: account.id, guid })}`;
}

const ORDER = 'order';

/** The page of a purchase, for who has bought. Purchases are known by their invoices. */
export function orderUrl({ account, policy, secrets }: Naming, invoiceGuid: string): string {
  return `${policy.baseUrl}/order/${signedToken(secrets, ORDER, { accountId: account.id, guid: invoiceGuid })}`;
}

export function readOrderToken(secrets: Secrets, token: string) {
  return verifySignedToken(secrets, ORDER, token);
}

/** Each seat is signed for itself: whoever is given one ticket can make out neither the others nor the order. */
const ticket = (seat: number) => `ticket ${seat}`;

export function ticketUrl({ account, policy, secrets }: Naming, invoiceGuid: string, seat: number): string {
  const token = signedToken(secrets, ticket(seat), { accountId: account.id, guid: invoiceGuid });
  return `${policy.baseUrl}/ticket/${seat}/${token}`;
}

export function readTicketToken(secrets: Secrets, seat: number, token: string) {
  return verifySignedToken(secrets, ticket(seat), token);
}
