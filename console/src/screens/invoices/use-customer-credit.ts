import { useRead } from '../../api/queries.ts';
import type { Invoice } from '../../api/types.ts';

/** What is owed to the customer of an unpaid invoice, in its currency; 0 where nothing is or the invoice is settled. */
export function useCustomerCredit({ customer, currency, remaining, type, may }: Invoice): number {
  const isOwed = type === 'invoice' && may.pay && remaining > 0;
  const { data } = useRead('get-customer', { guid: customer.guid }, { enabled: isOwed });
  return (isOwed && data?.credits.find((one) => one.currency === currency)?.amount) || 0;
}
