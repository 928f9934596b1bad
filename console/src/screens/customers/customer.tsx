import { Link, useParams } from '@tanstack/react-router';
import { ArrowLeft, FileText, Pencil, Plus } from 'lucide-react';
import { useState } from 'react';
import { useRead } from '../../api/queries.ts';
import { useFilters } from '../../lib/filters.ts';
import { formatKennitala } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card, Facts, Page } from '../../ui/page.tsx';
import { Empty, Skeleton, Trouble } from '../../ui/state.tsx';
import { Pager, Table } from '../../ui/table.tsx';
import { useWords } from '../../words/words.tsx';
import { useColumns } from '../invoices/list.tsx';
import { InvoiceSheet } from '../invoices/sheet.tsx';
import { CustomerDialog } from './customer-dialog.tsx';

const PAGE = 25;

/** A customer: who it is, and every invoice that was made for it. */
export function CustomerPage() {
  const { t, maybe } = useWords();
  const { guid = '' } = useParams({ strict: false }) as { guid?: string };
  const [filters, change] = useFilters();
  const [editing, setEditing] = useState(false);
  const page = Number(filters.page ?? 1) || 1;
  const { data: customer, error, refetch } = useRead('get-customer', { guid });
  const history = useRead('find-invoices', { customer_guid: guid, limit: PAGE, page }, { keep: true });
  const columns = useColumns().filter(({ id }) => id !== 'customer');
  if (!customer) {
    return (
      <Page title={t('field.customer')}>
        {error ? <Trouble error={error} onRetry={refetch} /> : <Skeleton />}
      </Page>
    );
  }
  const actions = (
    <>
      <Button icon={<Pencil size={15} aria-hidden />} onClick={() => setEditing(true)}>
        {t('edit')}
      </Button>
      <Link to="/invoices/new" search={{ customer: guid } as never} className={buttonClass('primary')}>
        <Plus size={16} aria-hidden />
        {t('new.invoice')}
      </Link>
    </>
  );
  const count = history.data?.tabs.reduce((sum, one) => sum + one.count, 0) ?? 0;
  return (
    <Page title={customer.name} about={formatKennitala(customer.registration_no)} actions={actions}>
      <Link to="/customers" className="mb-4 inline-flex items-center gap-1.5 text-soft hover:text-ink">
        <ArrowLeft size={15} aria-hidden />
        {t('nav.customers')}
      </Link>
      <div className="grid items-start gap-4 lg:grid-cols-[20rem_minmax(0,1fr)]">
        <Card title={t('customer.details')}>
          <Facts
            rows={[
              customer.active ? null : [t('field.status'), <Badge key="a">{t('inactive')}</Badge>],
              [t('field.email'), customer.email],
              [t('field.phone_number'), customer.phone_number],
              [
                t('field.address'),
                [customer.address, `${customer.zip} ${customer.city}`.trim()].filter(Boolean).join(', '),
              ],
              [t('field.output_select'), maybe(`output.${customer.output_select}`)],
              [t('field.due_date'), t('days', { n: customer.due_date })],
              [t('field.settlement_date'), t('days', { n: customer.settlement_date })],
              [t('field.currency'), customer.currency],
              customer.tax_exempt ? [t('field.tax'), t('field.tax_exempt')] : null,
              customer.customer_number ? [t('field.customer_number'), customer.customer_number] : null,
            ]}
          />
        </Card>
        <Card title={t('nav.invoices')} flush>
          {history.error && !history.data ? (
            <Trouble error={history.error} onRetry={history.refetch} />
          ) : !history.data ? (
            <Skeleton />
          ) : history.data.rows.length === 0 ? (
            <Empty
              icon={<FileText size={22} aria-hidden />}
              title={t('customer.no-invoices')}
              about={t('customer.no-invoices-about')}
            />
          ) : (
            <>
              <Table
                label={t('nav.invoices')}
                columns={columns}
                rows={history.data.rows}
                keyOf={(row) => row.guid}
                onOpen={(row) => change({ open: row.guid })}
              />
              <Pager
                page={page}
                pageSize={PAGE}
                count={count}
                onPage={(next) => change({ page: String(next) })}
              />
            </>
          )}
        </Card>
      </div>
      <InvoiceSheet guid={filters.open ?? null} onClose={() => change({ open: undefined })} />
      {editing && (
        <CustomerDialog
          start={customer}
          onClose={() => setEditing(false)}
          onSaved={() => setEditing(false)}
        />
      )}
    </Page>
  );
}
