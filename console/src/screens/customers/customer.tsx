import { Link, useParams } from '@tanstack/react-router';
import { ArrowLeft, FileText, Pencil, Plus } from 'lucide-react';
import { useRead } from '../../api/queries.ts';
import type { Customer } from '../../api/types.ts';
import { useFilters, usePaging } from '../../lib/filters.ts';
import { formatKennitala } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { List } from '../../ui/list.tsx';
import { Card, Facts, Page } from '../../ui/page.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { useWords } from '../../words/words.tsx';
import { useInvoiceColumns } from '../invoices/invoice-columns.tsx';
import { InvoiceSheet } from '../invoices/invoice-sheet.tsx';
import { CustomerDialog } from './customer-dialog.tsx';
import { UnverifiedCard } from './unverified.tsx';

const PAGE_SIZE = 25;

/** A customer with its invoices. */
export function CustomerPage() {
  const { t } = useWords();
  const { guid = '' } = useParams({ strict: false }) as { guid?: string };
  const [filters, change] = useFilters();
  const paging = usePaging(PAGE_SIZE);
  const query = useRead('get-customer', { guid });
  const history = useRead(
    'find-invoices',
    { customer_guid: guid, limit: PAGE_SIZE, page: paging.page },
    { keepPrevious: true },
  );
  const { data: customer } = query;
  const columns = useInvoiceColumns().filter(({ id }) => id !== 'customer');
  if (!customer) {
    return (
      <Page title={t('field.customer')}>
        <QueryView query={query}>{() => null}</QueryView>
      </Page>
    );
  }
  const actions = (
    <>
      <Button icon={<Pencil size={15} aria-hidden />} onClick={() => change({ edit: '1' })}>
        {t('edit')}
      </Button>
      <Link to="/invoices/new" search={{ customer: guid } as never} className={buttonClass('primary')}>
        <Plus size={16} aria-hidden />
        {t('new.invoice')}
      </Link>
    </>
  );
  return (
    <Page title={customer.name} description={formatKennitala(customer.registration_no)} actions={actions}>
      <Link to="/customers" className="mb-4 inline-flex items-center gap-1.5 text-muted hover:text-ink">
        <ArrowLeft size={15} aria-hidden />
        {t('nav.customers')}
      </Link>
      <div className="grid items-start gap-4 lg:grid-cols-[20rem_minmax(0,1fr)]">
        <div className="grid gap-4">
          {customer.unverified && customer.active && <UnverifiedCard customer={customer} />}
          <Card title={t('customer.details')}>
            <CustomerFacts customer={customer} />
          </Card>
        </div>
        <List
          label={t('nav.invoices')}
          query={history}
          columns={columns}
          onOpen={(guid) => change({ open: guid })}
          paging={paging}
          empty={{
            icon: <FileText size={22} aria-hidden />,
            title: t('customer.no-invoices'),
            description: t('customer.no-invoices-about'),
          }}
        />
      </div>
      <InvoiceSheet guid={filters.open ?? null} onClose={() => change({ open: undefined })} />
      {filters.edit && (
        <CustomerDialog
          start={customer}
          onClose={() => change({ edit: undefined })}
          onSaved={() => change({ edit: undefined })}
        />
      )}
    </Page>
  );
}

function CustomerFacts({ customer }: { customer: Customer }) {
  const { t, tn, tIfKnown } = useWords();
  return (
    <Facts
      rows={[
        customer.active ? null : [t('field.status'), <Badge key="a">{t('inactive')}</Badge>],
        [t('field.email'), customer.email],
        [t('field.phone_number'), customer.phone_number],
        [
          t('field.address'),
          [customer.address, `${customer.zip} ${customer.city}`.trim()].filter(Boolean).join(', '),
        ],
        [t('field.output_select'), tIfKnown(`output.${customer.output_select}`)],
        [t('field.due_date'), tn('days-from-issue', customer.due_date)],
        [t('field.settlement_date'), tn('days-from-issue', customer.settlement_date)],
        [t('field.currency'), customer.currency],
        customer.tax_exempt ? [t('field.tax'), t('field.tax_exempt')] : null,
        customer.customer_number ? [t('field.customer_number'), customer.customer_number] : null,
      ]}
    />
  );
}
