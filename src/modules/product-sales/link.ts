import type { ReadContext } from '../../kernel/context.ts';
import { publicName, readSignedName, signedName } from '../../kernel/public-name.ts';
import type { Secrets } from '../../kernel/secrets.ts';

type Naming = Pick<ReadContext, 'rules' | 'secrets'> & { account: { id: number } };

/** The public page of a sale. It stays the same for good: it holds nothing but which sale it is. */
export function saleUrl({ account, rules }: Omit<Naming, 'secrets'>, guid: string): string {
  return `${rules.baseUrl}/sell/${publicName({ accountId: account.id, guid })}`;
}

const ORDER = 'order';

/** The page of a purchase, for who has bought. Purchases are known by their invoices. */
export function orderUrl({ account, rules, secrets }: Naming, invoiceGuid: string): string {
  return `${rules.baseUrl}/order/${signedName(secrets, ORDER, { accountId: account.id, guid: invoiceGuid })}`;
}

export function readOrderToken(secrets: Secrets, token: string) {
  return readSignedName(secrets, ORDER, token);
}

/** Each seat is signed for itself: whoever is given one ticket can make out neither the others nor the order. */
const ticket = (seat: number) => `ticket ${seat}`;

export function ticketUrl({ account, rules, secrets }: Naming, invoiceGuid: string, seat: number): string {
  const token = signedName(secrets, ticket(seat), { accountId: account.id, guid: invoiceGuid });
  return `${rules.baseUrl}/ticket/${seat}/${token}`;
}

export function readTicketToken(secrets: Secrets, seat: number, token: string) {
  return readSignedName(secrets, ticket(seat), token);
}
