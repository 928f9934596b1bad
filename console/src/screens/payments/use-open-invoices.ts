import { decimal } from '../../../../src/domain/values/money.ts';
import { useRead } from '../../api/queries.ts';
import type { Payment } from '../../api/types.ts';
import type { OpenInvoice } from './shares.ts';

/** As many open invoices of a customer as one payment is spread over. */
const MAX_INVOICES = 200;

/** What the customer owes, oldest due date first. */
export function useOpenInvoices(customer: string | undefined) {
  return useRead(
    'find-invoices',
    {
      customer_guid: customer ?? '',
      tab: 'unpaid',
      sort: 'due',
      ascending: true,
      limit: MAX_INVOICES,
    },
    { enabled: customer !== undefined, isFresh: true },
  );
}

/** What a payment could settle: the invoices that it settles now, as they were without it, and what else its payer owes. */
export function useSettleable({ allocations, customer }: Payment) {
  const query = useOpenInvoices(customer?.guid);
  const open = customer ? query.data?.rows : [];
  if (!open) return { query, invoices: undefined };
  const settled = allocations.flatMap(({ invoice_guid, invoice_number, amount, currency }): OpenInvoice[] => {
    if (invoice_guid === null) return [];
    const owed = open.find(({ guid }) => guid === invoice_guid);
    const remaining = decimal(owed?.remaining ?? 0)
      .plus(amount)
      .toNumber();
    return [
      {
        guid: invoice_guid,
        number: invoice_number ?? '',
        due_date: owed?.due_date ?? '',
        currency,
        remaining,
        claim_status: owed?.claim_status ?? '',
      },
    ];
  });
  const others = open.filter((row) => !settled.some(({ guid }) => guid === row.guid));
  return { query, invoices: [...settled, ...others] };
}
