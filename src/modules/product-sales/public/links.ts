import type { ReadContext } from '../../../kernel/operations/context.ts';
import { publicToken, signedToken, verifySignedToken } from '../../../kernel/security/public-token.ts';
import type { Secrets } from '../../../kernel/security/secrets.ts';

type LinkContext = Pick<ReadContext, 'policy' | 'secrets'> & { account: { id: number } };

/** The public page of a sale. The address never changes: its token holds only the account and the sale. */
export function saleUrl({ account, policy }: Omit<LinkContext, 'secrets'>, guid: string): string {
  return `${policy.baseUrl}/sell/${publicToken({ accountId: account.id, guid })}`;
}

const ORDER = 'order';

/** The page of an order for its buyer. An order is identified by its invoice. */
export function orderUrl({ account, policy, secrets }: LinkContext, invoiceGuid: string): string {
  return `${policy.baseUrl}/order/${signedToken(secrets, ORDER, { accountId: account.id, guid: invoiceGuid })}`;
}

export function readOrderToken(secrets: Secrets, token: string) {
  return verifySignedToken(secrets, ORDER, token);
}

/** Each seat has its own signature, so the holder of one ticket cannot derive the links of the others or of the order. */
const ticket = (seat: number) => `ticket ${seat}`;

export function ticketUrl(
  { account, policy, secrets }: LinkContext,
  invoiceGuid: string,
  seat: number,
): string {
  const token = signedToken(secrets, ticket(seat), { accountId: account.id, guid: invoiceGuid });
  return `${policy.baseUrl}/ticket/${seat}/${token}`;
}

export function readTicketToken(secrets: Secrets, seat: number, token: string) {
  return verifySignedToken(secrets, ticket(seat), token);
}
