import { Link } from '@tanstack/react-router';
import { useRead } from '../../api/queries.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { formatDate, formatMoney } from '../../lib/format.ts';
import { Facts } from '../elements/page.tsx';

interface Props {
  operation:
    | 'get-invoices-from-order'
    | 'get-invoices-from-draft'
    | 'get-invoices-from-quote'
    | 'get-invoices-from-recurring';
  guid: string;
}

const MAX_ROWS = 24;

/** The newest invoices that were made from a document, with links to them; nothing before the first one. */
export function MadeInvoices({ operation, guid }: Props) {
  const { t, lang } = useTranslation();
  const { data = [] } = useRead(operation, { guid, limit: MAX_ROWS });
  if (data.length === 0) return null;
  return (
    <Facts
      rows={data.map((invoice) => [
        t('invoice.number', { number: invoice.number }),
        <Link
          key={invoice.guid}
          to="/invoices"
          search={{ open: invoice.guid }}
          className="font-medium text-accent hover:underline"
        >
          {formatDate(invoice.issue_date, lang)} · {formatMoney(invoice.amount, invoice.currency, lang)}
        </Link>,
      ])}
    />
  );
}
