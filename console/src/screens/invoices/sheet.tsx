import { Link, useNavigate } from '@tanstack/react-router';
import { CheckCircle2, Copy, ExternalLink, FileDown, FileMinus2, MoreHorizontal, Send } from 'lucide-react';
import { useState } from 'react';
import { CallError } from '../../api/call.ts';
import { useRead, useSession, useWrite } from '../../api/queries.ts';
import type { Invoice, InvoiceTab } from '../../api/types.ts';
import { formatDate, formatKennitala, formatMoney, formatNumber } from '../../lib/format.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Dialog, Sheet } from '../../ui/dialog.tsx';
import { useFileAddress } from '../../ui/file-view.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Facts } from '../../ui/page.tsx';
import { Refusal, Skeleton, Trouble } from '../../ui/state.tsx';
import { say } from '../../ui/toast.tsx';
import { useWords } from '../../words/words.tsx';
import { CreditDialog } from './credit.tsx';
import { InvoiceState } from './list.tsx';
import { ResendDialog } from './resend.tsx';
import { Timeline } from './timeline.tsx';

/** An invoice beside the list: what it says, where it stands, and what can be done with it. */
export function InvoiceSheet({ guid, onClose }: { guid: string | null; onClose(): void }) {
  const { t } = useWords();
  const { data, error, refetch, isFetching } = useRead(
    'get-invoice',
    { guid: guid ?? '' },
    { enabled: guid !== null },
  );
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
      {...(data && { about: data.customer.name, footer: <Actions invoice={data} /> })}
    >
      {data ? (
        <Content invoice={data} />
      ) : error ? (
        <Trouble error={error} onRetry={refetch} busy={isFetching} />
      ) : (
        <Skeleton />
      )}
    </Sheet>
  );
}

export function tabOf(invoice: Pick<Invoice, 'status' | 'type' | 'due_date'>, today: string): InvoiceTab {
  if (invoice.status === 'Draft') return 'draft';
  if (invoice.status === 'Cancelled') return 'cancelled';
  if (invoice.type === 'credit') return 'credit';
  if (invoice.status === 'Paid') return 'paid';
  if (invoice.status === 'Collection') return 'collection';
  return invoice.due_date < today ? 'overdue' : 'open';
}

function Content({ invoice }: { invoice: Invoice }) {
  const { t, lang } = useWords();
  const { data: session } = useSession();
  const { customer, currency } = invoice;
  const money = (amount: number) => formatMoney(amount, currency, lang);
  return (
    <div className="space-y-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <span className="figure text-3xl font-semibold tracking-tight">{money(invoice.amount)}</span>
        <InvoiceState
          row={{ tab: tabOf(invoice, session?.today ?? ''), credited_amount: invoice.credited_amount }}
        />
      </div>
      <Facts
        rows={[
          [
            t('field.customer'),
            <Link
              key="c"
              to="/customers/$guid"
              params={{ guid: customer.guid } as never}
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
          invoice.description ? [t('field.description'), invoice.description] : null,
          invoice.credited_amount > 0 ? [t('invoice.credited'), money(invoice.credited_amount)] : null,
          invoice.claim_status ? [t('invoice.claim'), t(`claim.${invoice.claim_status as 'sent'}`)] : null,
          invoice.accounting_status
            ? [t('invoice.accounting'), t(`accounting.${invoice.accounting_status as 'Created'}`)]
            : null,
        ]}
      />
      <Lines invoice={invoice} />
      {invoice.number && <Pdf guid={invoice.guid} />}
      <Timeline entries={invoice.timeline} />
      {invoice.payment_link && (
        <a
          href={invoice.payment_link}
          target="_blank"
          rel="noreferrer"
          className="inline-flex items-center gap-2 font-medium text-accent hover:underline"
        >
          <ExternalLink size={15} aria-hidden />
          {t('invoice.payment-page')}
        </a>
      )}
    </div>
  );
}

/** The printed invoice, fetched when it is asked for. */
function Pdf({ guid }: { guid: string }) {
  const { t } = useWords();
  const [open, setOpen] = useState(false);
  const { data, error, refetch, isFetching } = useRead('get-invoice-pdf', { guid }, { enabled: open });
  const address = useFileAddress(data?.file, 'pdf');
  if (!open) {
    return (
      <Button icon={<FileDown size={16} aria-hidden />} onClick={() => setOpen(true)}>
        {t('invoice.pdf')}
      </Button>
    );
  }
  if (error) return <Trouble error={error} onRetry={refetch} busy={isFetching} />;
  if (!address) return <Skeleton rows={3} />;
  return (
    <div className="space-y-2">
      <a href={address} download={data?.file_name} className={buttonClass()}>
        <FileDown size={16} aria-hidden />
        {t('invoice.download')}
      </a>
      <iframe
        title={data?.file_name}
        src={`${address}#navpanes=0&view=FitH`}
        className="h-[70dvh] w-full rounded-lg border bg-white"
      />
    </div>
  );
}

function Lines({ invoice }: { invoice: Invoice }) {
  const { t, lang, maybe } = useWords();
  const money = (amount: number) => formatMoney(amount, invoice.currency, lang);
  const vat = invoice.amount - invoice.total_24vat - invoice.total_11vat - invoice.total_0vat;
  return (
    <table className="w-full" aria-label={t('lines')}>
      <thead>
        <tr className="border-b text-left text-xs text-soft">
          <th scope="col" className="py-2 font-medium">
            {t('field.description')}
          </th>
          <th scope="col" className="py-2 text-right font-medium">
            {t('field.qty')}
          </th>
          <th scope="col" className="py-2 text-right font-medium">
            {t('field.unit_price')}
          </th>
        </tr>
      </thead>
      <tbody>
        {invoice.items.map((line) => (
          <tr key={line.line_guid} className="border-b align-top">
            <td className="py-2 pr-3">
              {line.description}
              <span className="block text-xs text-soft">
                {t('invoice.line-vat', { rate: maybe(`vat.${line.tax}`) ?? line.tax })}
                {line.discount > 0 &&
                  ` · ${t('field.discount')} ${line.discount_type ? `${formatNumber(line.discount, lang)}%` : money(line.discount)}`}
              </span>
            </td>
            <td className="figure py-2 text-right">
              {formatNumber(line.qty, lang)} {maybe(`uom.${line.uom}`)}
            </td>
            <td className="figure py-2 pl-3 text-right">{money(line.unit_price)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot className="figure text-right">
        <tr>
          <th scope="row" colSpan={2} className="pt-3 font-normal text-soft">
            {t('total.net')}
          </th>
          <td className="pt-3">{money(invoice.total_24vat + invoice.total_11vat + invoice.total_0vat)}</td>
        </tr>
        <tr>
          <th scope="row" colSpan={2} className="pt-1 font-normal text-soft">
            {t('total.vat')}
          </th>
          <td className="pt-1">{money(vat)}</td>
        </tr>
        <tr className="font-semibold">
          <th scope="row" colSpan={2} className="pt-1">
            {t('total.amount')}
          </th>
          <td className="pt-1">{money(invoice.amount)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

function Actions({ invoice }: { invoice: Invoice }) {
  const { t } = useWords();
  const navigate = useNavigate();
  const [asking, setAsking] = useState<'paid' | 'credit' | 'issue' | 'resend' | null>(null);
  const unpaid = invoice.status === 'Sent' || invoice.status === 'Collection';
  const creditable = invoice.type === 'invoice' && invoice.status !== 'Draft' && !invoice.credited;
  const copy = () => navigate({ to: '/invoices/new', search: { copy: invoice.guid } as never });
  return (
    <>
      {invoice.status === 'Draft' && (
        <Button look="primary" icon={<Send size={16} aria-hidden />} onClick={() => setAsking('issue')}>
          {t('invoice.issue')}
        </Button>
      )}
      {unpaid && (
        <Button
          look="primary"
          icon={<CheckCircle2 size={16} aria-hidden />}
          onClick={() => setAsking('paid')}
        >
          {invoice.type === 'credit' ? t('invoice.refunded') : t('invoice.mark-paid')}
        </Button>
      )}
      {creditable && (
        <Button icon={<FileMinus2 size={16} aria-hidden />} onClick={() => setAsking('credit')}>
          {t('invoice.credit')}
        </Button>
      )}
      {invoice.type === 'invoice' && (
        <Menu
          side="top"
          trigger={<Button icon={<MoreHorizontal size={16} aria-hidden />} aria-label={t('more')} />}
          choices={[
            ...(invoice.number
              ? [
                  {
                    label: t('invoice.resend'),
                    icon: <Send size={16} aria-hidden />,
                    onSelect: () => setAsking('resend'),
                  },
                ]
              : []),
            { label: t('invoice.copy'), icon: <Copy size={16} aria-hidden />, onSelect: copy },
          ]}
        />
      )}
      {asking === 'resend' && <ResendDialog invoice={invoice} onClose={() => setAsking(null)} />}
      {asking === 'credit' && <CreditDialog invoice={invoice} onClose={() => setAsking(null)} />}
      {asking === 'paid' && (
        <Confirm invoice={invoice} what="do-paid-invoice" onClose={() => setAsking(null)} />
      )}
      {asking === 'issue' && (
        <Confirm invoice={invoice} what="issue-invoice" onClose={() => setAsking(null)} />
      )}
    </>
  );
}

interface ConfirmProps {
  invoice: Invoice;
  what: 'do-paid-invoice' | 'issue-invoice';
  onClose(): void;
}

function Confirm({ invoice, what, onClose }: ConfirmProps) {
  const { t, lang } = useWords();
  const write = useWrite(what);
  // The time of one of its lines was billed elsewhere; whoever knows that the line stands may issue it all the same.
  const isSpent = write.error instanceof CallError && write.error.code === 'task_nothing_to_bill';
  const title =
    what === 'issue-invoice'
      ? t('invoice.issue')
      : invoice.type === 'credit'
        ? t('invoice.refunded')
        : t('invoice.mark-paid');
  const go = () =>
    write.mutate(
      { guid: invoice.guid, ...(isSpent && { drop_tasks: true }) },
      {
        onSuccess: () => {
          say(what === 'issue-invoice' ? t('done.issued') : t('done.paid'));
          onClose();
        },
      },
    );
  const footer = (
    <>
      <Button onClick={onClose}>{t('cancel')}</Button>
      <Button look="primary" busy={write.isPending} onClick={go}>
        {isSpent ? t('invoice.issue-all-the-same') : title}
      </Button>
    </>
  );
  return (
    <Dialog open onClose={onClose} title={title} footer={footer}>
      <div className="space-y-3">
        <p>
          {t(what === 'issue-invoice' ? 'invoice.issue-about' : 'invoice.paid-about', {
            name: invoice.customer.name,
            amount: formatMoney(invoice.amount, invoice.currency, lang),
          })}
        </p>
        {invoice.claim_status === 'sent' && what === 'do-paid-invoice' && (
          <p className="text-soft">{t('invoice.claim-goes')}</p>
        )}
        <Refusal error={write.error} />
      </div>
    </Dialog>
  );
}
