import { Link, useParams } from '@tanstack/react-router';
import { ArrowLeft, Banknote, FileText, Pencil, Plus } from 'lucide-react';
import { formatKennitala } from '../../../../src/domain/values/kennitala.ts';
import { useRead } from '../../api/queries.ts';
import type { Customer } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { useFilters, usePaging } from '../../lib/filters.ts';
import { Badge } from '../../ui/elements/badge.tsx';
import { Button, buttonClass } from '../../ui/elements/button.tsx';
import { Card, Facts, Page } from '../../ui/elements/page.tsx';
import { QueryView } from '../../ui/elements/query-view.tsx';
import { Segments } from '../../ui/elements/segments.tsx';
import { List } from '../../ui/lists/list.tsx';
import { useInvoiceColumns } from '../invoices/invoice-columns.tsx';
import { InvoiceSheet } from '../invoices/invoice-sheet.tsx';
import { PayBackDialog } from '../payments/pay-back-dialog.tsx';
import { RecordCustomerPayment } from '../payments/record-payment-dialog.tsx';
import { Balance } from './balance.tsx';
import { CustomerDialog } from './customer-dialog.tsx';
import { ContactsCard, NotesCard } from './notes.tsx';
import { PaymentHistory } from './payment-history.tsx';
import { StatementCard } from './statement.tsx';
import { TimelineCard } from './timeline.tsx';
import { UnverifiedCard } from './unverified.tsx';

const PAGE_SIZE = 25;

const VIEWS = ['invoices', 'payments', 'statement', 'timeline', 'notes'] as const;

/** A customer with its balance, invoices, payments, statement, timeline, contacts and notes. */
export function CustomerPage() {
  const { t } = useTranslation();
  const { guid = '' } = useParams({ strict: false }) as { guid?: string };
  const [filters, change] = useFilters();
  const query = useRead('get-customer', { guid });
  // Requested together with the customer, so that the list does not wait for it.
  const history = useInvoiceHistory(guid);
  const { data: customer } = query;
  const view = VIEWS.find((one) => one === filters.view) ?? 'invoices';
  // A printed statement goes to the customer, so it carries the movements alone.
  const hiddenOnPaper = view === 'statement' ? 'print:hidden' : '';
  if (!customer) {
    return (
      <Page title={t('field.customer')}>
        <QueryView query={query}>{() => null}</QueryView>
      </Page>
    );
  }
  return (
    <Page
      title={customer.name}
      description={formatKennitala(customer.registration_no)}
      actions={
        <CustomerActions
          guid={guid}
          onEdit={() => change({ edit: '1' })}
          onPay={() => change({ ask: 'payment' })}
        />
      }
      isTitlePrinted={view !== 'statement'}
      back={
        <Link to="/customers" className="inline-flex items-center gap-1.5 text-muted hover:text-ink">
          <ArrowLeft size={15} aria-hidden />
          {t('nav.customers')}
        </Link>
      }
    >
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[20rem_minmax(0,1fr)]">
        {/* On a phone, what the customer owes comes before the details. */}
        <div className={`grid grid-cols-1 gap-4 max-lg:order-last ${hiddenOnPaper}`}>
          <DetailCards customer={customer} />
        </div>
        <div className="grid min-w-0 gap-4">
          <div className={hiddenOnPaper}>
            <Balance customer={customer} onPayBack={(currency) => change({ ask: 'pay-back', currency })} />
          </div>
          <Segments
            label={t('customer.views')}
            values={VIEWS}
            value={view}
            onChange={(one) => change({ view: one === 'invoices' ? '' : one, page: '' })}
          >
            {(one) => t(`customer.${one}`)}
          </Segments>
          {view === 'payments' ? (
            <PaymentHistory customer={guid} />
          ) : view === 'statement' ? (
            <StatementCard customer={customer} />
          ) : view === 'timeline' ? (
            <TimelineCard guid={guid} />
          ) : view === 'notes' ? (
            <NotesCard guid={guid} />
          ) : (
            <InvoiceHistory {...history} onOpen={(one) => change({ open: one })} />
          )}
        </div>
      </div>
      <InvoiceSheet guid={filters.open ?? null} onClose={() => change({ open: undefined })} />
      <PaymentDialogs customer={customer} />
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

interface ActionsProps {
  guid: string;
  onEdit(): void;
  onPay(): void;
}

function CustomerActions({ guid, onEdit, onPay }: ActionsProps) {
  const { t } = useTranslation();
  return (
    <>
      <Button icon={<Pencil size={15} aria-hidden />} onClick={onEdit}>
        {t('edit')}
      </Button>
      <Button icon={<Banknote size={15} aria-hidden />} onClick={onPay}>
        {t('payment.record')}
      </Button>
      <Link to="/invoices/new" search={{ customer: guid }} className={buttonClass('primary')}>
        <Plus size={16} aria-hidden />
        {t('new.invoice')}
      </Link>
    </>
  );
}

/** The facts about the customer, the question about an unverified profile, and the contacts. */
function DetailCards({ customer }: { customer: Customer }) {
  const { t } = useTranslation();
  return (
    <>
      {customer.unverified && customer.active && <UnverifiedCard customer={customer} />}
      <Card title={t('customer.details')}>
        <CustomerFacts customer={customer} />
      </Card>
      <div className="no-print">
        <ContactsCard guid={customer.guid} />
      </div>
    </>
  );
}

/** A page of the customer's invoices. */
function useInvoiceHistory(guid: string) {
  const paging = usePaging(PAGE_SIZE);
  const query = useRead(
    'find-invoices',
    { customer_guid: guid, limit: PAGE_SIZE, page: paging.page },
    { keepPrevious: true },
  );
  return { query, paging };
}

/** The dialogs that the address names: money that the customer pays, or that is paid back. */
function PaymentDialogs({ customer }: { customer: Customer }) {
  const [{ ask, currency }, change] = useFilters();
  const close = () => change({ ask: undefined, currency: undefined });
  const credit = customer.credits.find((one) => one.currency === currency);
  if (ask === 'payment') return <RecordCustomerPayment customer={customer} onClose={close} />;
  if (ask !== 'pay-back' || !credit) return null;
  return (
    <PayBackDialog customer={customer} currency={credit.currency} credit={credit.amount} onClose={close} />
  );
}

interface InvoiceHistoryProps extends ReturnType<typeof useInvoiceHistory> {
  onOpen(guid: string): void;
}

function InvoiceHistory({ query, paging, onOpen }: InvoiceHistoryProps) {
  const { t } = useTranslation();
  const columns = useInvoiceColumns().filter(({ id }) => id !== 'customer');
  return (
    <List
      label={t('nav.invoices')}
      query={query}
      columns={columns}
      onOpen={onOpen}
      paging={paging}
      empty={{
        icon: <FileText size={22} aria-hidden />,
        title: t('customer.no-invoices'),
        description: t('customer.no-invoices-about'),
      }}
    />
  );
}

/** An address that is too long for its line is broken before the at sign and not within a word. */
function EmailLink({ email }: { email: string }) {
  const [name, host] = email.split('@');
  return (
    <a href={`mailto:${email}`} className="text-accent underline-offset-2 hover:underline">
      {name}
      <wbr />@{host}
    </a>
  );
}

function CustomerFacts({ customer }: { customer: Customer }) {
  const { t, tn, tIfKnown } = useTranslation();
  return (
    <Facts
      isStacked
      rows={[
        customer.active ? null : [t('field.status'), <Badge key="a">{t('inactive')}</Badge>],
        [t('field.email'), customer.email && <EmailLink email={customer.email} />],
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
