import { Link } from '@tanstack/react-router';
import { useRead } from '../../api/queries.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { formatMoney } from '../../lib/format.ts';
import { Facts } from '../../ui/page.tsx';
import { type Kind, OPERATIONS } from './operations.ts';

/** The invoices that were made from a document, with links to them; nothing before the first one. */
export function MadeInvoices({ kind, guid }: { kind: Kind; guid: string }) {
  const { t, lang } = useTranslation();
  const { data = [] } = useRead(OPERATIONS[kind].invoices, { guid });
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
          {formatMoney(invoice.amount, invoice.currency, lang)}
        </Link>,
      ])}
    />
  );
}
