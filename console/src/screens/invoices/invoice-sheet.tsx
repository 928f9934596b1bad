import { Link } from '@tanstack/react-router';
import { ExternalLink } from 'lucide-react';
import { useRead } from '../../api/queries.ts';
import type { Invoice } from '../../api/types.ts';
import { formatDate, formatKennitala, formatMoney } from '../../lib/format.ts';
import { Answer } from '../../ui/answer.tsx';
import { Sheet } from '../../ui/dialog.tsx';
import { Facts } from '../../ui/page.tsx';
import { useWords } from '../../words/words.tsx';
import { Actions } from './actions.tsx';
import { InvoiceState } from './columns.tsx';
import { Pdf, SoldLines } from './contents.tsx';
import { PaymentMatter } from './payment-matter.tsx';
import { Timeline } from './timeline.tsx';

/** An invoice beside the list: what it says, where it stands, and what can be done with it. */
export function InvoiceSheet({ guid, onClose }: { guid: string | null; onClose(): void }) {
  const { t } = useWords();
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
      {...(data && { about: data.customer.name, footer: <Actions invoice={data} /> })}
    >
      <Answer query={query}>{(invoice) => <Content invoice={invoice} />}</Answer>
    </Sheet>
  );
}

function Content({ invoice }: { invoice: Invoice }) {
  const { t, lang } = useWords();
  const { customer, currency } = invoice;
  const money = (amount: number) => formatMoney(amount, currency, lang);
  return (
    <div className="space-y-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <span className="figure text-3xl font-semibold tracking-tight">{money(invoice.amount)}</span>
        <InvoiceState row={invoice} />
      </div>
      <PaymentMatter invoice={invoice} />
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
      <SoldLines invoice={invoice} />
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
