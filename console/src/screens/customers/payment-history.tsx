import { Banknote } from 'lucide-react';
import { useRead } from '../../api/queries.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { usePaging } from '../../lib/filters.ts';
import { useScreenNavigate } from '../../lib/navigation.ts';
import { List } from '../../ui/lists/list.tsx';
import { usePaymentColumns } from '../payments/payment-columns.tsx';

const PAGE_SIZE = 25;

/** A page of the customer's payments; one opens in the list of all payments. */
export function PaymentHistory({ customer }: { customer: string }) {
  const { t } = useTranslation();
  const navigate = useScreenNavigate();
  const paging = usePaging(PAGE_SIZE);
  const query = useRead(
    'get-payments',
    { customer_guid: customer, limit: PAGE_SIZE, page: paging.page },
    { keepPrevious: true },
  );
  const columns = usePaymentColumns().filter(({ id }) => id !== 'customer' && id !== 'reference');
  return (
    <List
      label={t('nav.payments')}
      query={query}
      columns={columns.map((column) => (column.id === 'settles' ? { ...column, card: 'title' } : column))}
      onOpen={(guid) => navigate({ to: '/payments', search: { customer, open: guid } })}
      paging={paging}
      empty={{
        icon: <Banknote size={22} aria-hidden />,
        title: t('payments.empty'),
        description: t('payments.empty-about'),
      }}
    />
  );
}
