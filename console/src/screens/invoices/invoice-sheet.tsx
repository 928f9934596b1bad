import { Link } from '@tanstack/react-router';
import { ExternalLink } from 'lucide-react';
import { formatKennitala } from '../../../../src/domain/values/kennitala.ts';
import { useRead } from '../../api/queries.ts';
import type { Invoice } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { documentFacts } from '../../lib/document-facts.ts';
import { formatDate, formatMoney } from '../../lib/format.ts';
import { Sheet } from '../../ui/dialogs/dialog.tsx';
import { Facts } from '../../ui/elements/page.tsx';
import { QueryView } from '../../ui/elements/query-view.tsx';
import { DocumentQuestions } from '../../ui/records/document-questions.tsx';
import { PdfButton } from '../../ui/records/pdf-button.tsx';
import { FileLink } from './file-link.tsx';
import { InvoiceActions } from './invoice-actions.tsx';
import { InvoiceState } from './invoice-columns.tsx';
import { InvoiceLines, InvoiceXml } from './invoice-contents.tsx';
import { InvoiceLink } from './invoice-link.tsx';
import { InvoicePayments } from './invoice-payments.tsx';
import { PaymentIssue } from './payment-issue.tsx';
import { Timeline } from './timeline.tsx';

/** An invoice beside the list: its contents, state, timeline and actions. */
export function InvoiceSheet({ guid, onClose }: { guid: string | null; onClose(): void }) {
  const { t } = useTranslation();
  const query = useRead('get-invoice', { guid: guid ?? '' }, { enabled: guid !== null });
  const { data } = query;
  const title = data
    ? data.number
      ? t(data.type === 'credit' ? 'invoice.credit-number' : 'invoice.number', { number: data.number })
      : t('tab.draft')
    : t('loading');
  return (
    <Sheet
      open={guid !== null}
      onClose={onClose}
      title={title}
      {...(data && { description: data.customer.name, footer: <InvoiceActions invoice={data} /> })}
    >
      <QueryView query={query}>{(invoice) => <Content invoice={invoice} />}</QueryView>
    </Sheet>
  );
}

function Content({ invoice }: { invoice: Invoice }) {
  return (
    <div className="space-y-6">
      <AmountAndState invoice={invoice} />
      <DocumentQuestions kind="invoice" guid={invoice.guid} name={invoice.customer.name} />
      <PaymentIssue invoice={invoice} />
      <InvoicePayments invoice={invoice} />
      <InvoiceFacts invoice={invoice} />
      <InvoiceLines invoice={invoice} />
      {invoice.number && <Renditions invoice={invoice} />}
      <Timeline entries={invoice.timeline} notes={invoice.credit_notes} />
      {invoice.payment_link && <PaymentPageLink href={invoice.payment_link} />}
    </div>
  );
}

function AmountAndState({ invoice }: { invoice: Invoice }) {
  const { t, lang } = useTranslation();
  const money = (amount: number) => formatMoney(amount, invoice.currency, lang);
  // What is left to pay is what the person wants to know of an invoice that was credited or paid in part.
  const isReduced = invoice.remaining > 0 && invoice.remaining !== invoice.amount;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <div>
        <span className="figure block text-3xl font-semibold tracking-tight">
          {money(isReduced ? invoice.remaining : invoice.amount)}
        </span>
        {isReduced && (
          <span className="text-dense text-muted">
            {t(invoice.type === 'credit' ? 'payment.back-of' : 'invoice.left-of', {
              amount: money(invoice.amount),
            })}
          </span>
        )}
      </div>
      <InvoiceState row={invoice} />
    </div>
  );
}

function InvoiceFacts({ invoice }: { invoice: Invoice }) {
  const { t, lang } = useTranslation();
  const { customer } = invoice;
  return (
    <Facts
      rows={[
        [
          t('field.customer'),
          <Link
            key="c"
            to="/customers/$guid"
            params={{ guid: customer.guid }}
            className="font-medium text-accent underline-offset-2 hover:underline"
          >
            {customer.name}
          </Link>,
        ],
        customer.registration_no
          ? [
              t('field.registration_no'),
              <span key="k" className="figure">
                {formatKennitala(customer.registration_no)}
              </span>,
            ]
          : null,
        [t('field.issue_date'), formatDate(invoice.issue_date, lang)],
        invoice.type === 'invoice' ? [t('field.due_date'), formatDate(invoice.due_date, lang)] : null,
        invoice.type === 'invoice'
          ? [t('field.settlement_date'), formatDate(invoice.settlement_date, lang)]
          : null,
        invoice.refer_guid
          ? [
              t('invoice.original'),
              <InvoiceLink key="o" guid={invoice.refer_guid}>
                {t('inbox-item.open')}
              </InvoiceLink>,
            ]
          : null,
        ...documentFacts(invoice, t, lang),
        invoice.files.length > 0
          ? [
              t('files'),
              <span key="f" className="flex flex-wrap gap-x-3 gap-y-1">
                {invoice.files.map((file) => (
                  <FileLink key={file.id} file={file} />
                ))}
              </span>,
            ]
          : null,
        invoice.credited_amount > 0
          ? [t('invoice.credited'), formatMoney(invoice.credited_amount, invoice.currency, lang)]
          : null,
        invoice.written_off_on ? [t('field.written_off_on'), formatDate(invoice.written_off_on, lang)] : null,
        invoice.claim_status ? [t('invoice.claim'), t(`claim.${invoice.claim_status as 'sent'}`)] : null,
        invoice.accounting_status
          ? [t('invoice.accounting'), t(`accounting.${invoice.accounting_status as 'Created'}`)]
          : null,
      ]}
    />
  );
}

/** The invoice as PDF and XML, and the reminder of what is unpaid. */
function Renditions({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation();
  return (
    <div className="flex flex-wrap gap-2">
      <PdfButton operation="get-invoice-pdf" guid={invoice.guid} />
      <InvoiceXml guid={invoice.guid} />
      {invoice.may.print_reminder && (
        <PdfButton operation="get-reminder-pdf" guid={invoice.guid} label={t('invoice.reminder-pdf')} />
      )}
    </div>
  );
}

/** Leads to the page on which the customer pays. */
function PaymentPageLink({ href }: { href: string }) {
  const { t } = useTranslation();
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      className="inline-flex items-center gap-2 font-medium text-accent hover:underline"
    >
      <ExternalLink size={15} aria-hidden />
      {t('invoice.payment-page')}
    </a>
  );
}
