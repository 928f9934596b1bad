import { Link } from '@tanstack/react-router';
import { HandCoins, Shuffle, Undo2 } from 'lucide-react';
import { usePendingAction } from '../../api/delayed-actions.ts';
import { useRead } from '../../api/queries.ts';
import type { Payment } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { useFilters } from '../../lib/filters.ts';
import { formatDate, formatMoney, formatTime } from '../../lib/format.ts';
import { Sheet } from '../../ui/dialogs/dialog.tsx';
import { Button } from '../../ui/elements/button.tsx';
import { Facts } from '../../ui/elements/page.tsx';
import { QueryView } from '../../ui/elements/query-view.tsx';
import { DocumentQuestions } from '../../ui/records/document-questions.tsx';
import { PendingNotice } from '../../ui/records/pending.tsx';
import { AllocateDialog } from './allocate-dialog.tsx';
import { PayBackDialog } from './pay-back-dialog.tsx';
import { PaymentState } from './payment-columns.tsx';
import { signedAmount, usePaymentText } from './payment-text.ts';
import { ReceiptActions } from './receipt-actions.tsx';
import { ReverseDialog } from './reverse-dialog.tsx';

const I = { size: 16, 'aria-hidden': true } as const;
const LINK = 'font-medium text-accent underline-offset-2 hover:underline';

/** A payment beside the list: what it settles, how it came, and what can be done with it. */
export function PaymentSheet({ guid, onClose }: { guid: string | null; onClose(): void }) {
  const { t, lang } = useTranslation();
  const { kindOf } = usePaymentText();
  const query = useRead('get-payment', { guid: guid ?? '' }, { enabled: guid !== null });
  const { data } = query;
  return (
    <Sheet
      open={guid !== null}
      onClose={onClose}
      title={data ? `${kindOf(data)} ${formatDate(data.paid_on, lang)}` : t('loading')}
      {...(data && {
        description: data.customer?.name ?? t('payment.of-several'),
        footer: data.state === 'booked' && <PaymentActions payment={data} />,
      })}
    >
      <QueryView query={query}>{(payment) => <Content payment={payment} />}</QueryView>
    </Sheet>
  );
}

function Content({ payment }: { payment: Payment }) {
  const { t, lang } = useTranslation();
  return (
    <div className="space-y-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <span
          className={`figure block text-3xl font-semibold tracking-tight ${payment.state === 'reversed' ? 'text-muted line-through' : ''}`}
        >
          {formatMoney(signedAmount(payment), payment.currency, lang)}
        </span>
        <PaymentState payment={payment} />
      </div>
      {payment.state === 'reversed' && (
        <p className="rounded-lg bg-warning-subtle px-3.5 py-2.5 text-warning">
          {t('payment.reversed-on', {
            date: formatDate(payment.reversed_on ?? '', lang),
            reason: payment.reversal_reason,
          })}
        </p>
      )}
      <DocumentQuestions
        kind="payment"
        guid={payment.guid}
        name={payment.customer?.name ?? t('payment.of-several')}
      />
      <Allocations payment={payment} />
      <PaymentFacts payment={payment} />
      <ReceiptActions payment={payment} />
    </div>
  );
}

/** What the payment settles, with links, and what is left of it. */
function Allocations({ payment }: { payment: Payment }) {
  const { t, lang } = useTranslation();
  const { allocations, components, unallocated, currency } = payment;
  const money = (amount: number) => formatMoney(amount, currency, lang);
  const parts = (['interest', 'charge', 'fee'] as const).filter((part) => components[part] > 0);
  return (
    <section aria-label={t('payment.settled')}>
      <h3 className="mb-2 font-semibold">{t('payment.settled')}</h3>
      <ul className="divide-y rounded-lg border">
        {allocations.map((one) => (
          <AllocationRow key={one.invoice_guid ?? one.payment_guid} allocation={one} payment={payment} />
        ))}
        {parts.map((part) => (
          <li key={part} className="flex justify-between gap-3 px-3.5 py-2.5">
            {t(`field.${part}`)}
            <span className="figure">{money(components[part])}</span>
          </li>
        ))}
        {(unallocated > 0 || allocations.length === 0) && (
          <li className="flex justify-between gap-3 px-3.5 py-2.5">
            {t('field.unallocated')}
            <span className="figure">{money(unallocated)}</span>
          </li>
        )}
      </ul>
    </section>
  );
}

interface AllocationProps {
  allocation: Payment['allocations'][number];
  payment: Payment;
}

/** What a payment settles of a document, or takes of another payment; both amounts where the currencies differ. */
function AllocationRow({ allocation, payment }: AllocationProps) {
  const { t, lang } = useTranslation();
  const { invoice_guid, invoice_number, payment_guid, amount, currency, paid } = allocation;
  const difference = allocation.exchange_difference;
  return (
    <li className="flex flex-wrap justify-between gap-x-3 px-3.5 py-2.5">
      {invoice_guid ? (
        <Link to="/invoices" search={{ open: invoice_guid }} className={LINK}>
          {t(payment.direction === 'out' ? 'invoice.credit-number' : 'invoice.number', {
            number: invoice_number ?? '',
          })}
        </Link>
      ) : (
        <Link to="/payments" search={{ open: payment_guid ?? '' }} className={LINK}>
          {t('payment.surplus')}
        </Link>
      )}
      <span className="figure text-right">
        {currency !== payment.currency && `${formatMoney(amount, currency, lang)} · `}
        {formatMoney(paid, payment.currency, lang)}
        {difference !== 0 && (
          <span className="block text-dense text-muted">
            {t(difference > 0 ? 'payment.exchange-gain' : 'payment.exchange-loss', {
              amount: formatMoney(Math.abs(difference), 'ISK', lang),
            })}
          </span>
        )}
      </span>
    </li>
  );
}

function PaymentFacts({ payment }: { payment: Payment }) {
  const { t, lang, tIfKnown } = useTranslation();
  const { customer, method_payment, acquirer_fee, received, currency } = payment;
  return (
    <Facts
      rows={[
        customer && [
          t('field.payer'),
          <Link key="c" to="/customers/$guid" params={{ guid: customer.guid }} className={LINK}>
            {customer.name}
          </Link>,
        ],
        [t('field.paid_on'), formatDate(payment.paid_on, lang)],
        [t('payment.recorded-at'), formatTime(payment.recorded_at, lang)],
        [t('field.method_payment'), method_payment && tIfKnown(`method.${method_payment}`)],
        [t('payment.source'), tIfKnown(`payment-source.${payment.source}`)],
        payment.reference ? [t('field.reference'), payment.reference] : null,
        payment.note ? [t('field.note'), payment.note] : null,
        acquirer_fee > 0 ? [t('field.acquirer_fee'), formatMoney(acquirer_fee, currency, lang)] : null,
        acquirer_fee > 0 ? [t('payment.received'), formatMoney(received, currency, lang)] : null,
        [
          t('invoice.accounting'),
          [tIfKnown(`accounting.${payment.accounting_status}`), payment.accounting_message]
            .filter(Boolean)
            .join(' · '),
        ],
      ]}
    />
  );
}

/** What can be done with a payment that counts. Of a line of the bank it is done with the line. */
function PaymentActions({ payment }: { payment: Payment }) {
  const { t } = useTranslation();
  const [{ ask }, change] = useFilters();
  const pending = usePendingAction(payment.guid);
  const { guid, customer, currency, unallocated, bank_line_guid } = payment;
  const close = () => change({ ask: undefined });
  const mayChange = bank_line_guid === null;
  const mayAllocate = mayChange && isAllocatable(payment);
  const mayPayBack = unallocated > 0;
  if (pending) return <PendingNotice action={pending} />;
  return (
    <>
      {mayAllocate && (
        <Button
          {...(mayPayBack && { variant: 'primary' })}
          icon={<Shuffle {...I} />}
          onClick={() => change({ ask: 'allocate' })}
        >
          {t('payment.allocate')}
        </Button>
      )}
      {mayPayBack && (
        <Button icon={<HandCoins {...I} />} onClick={() => change({ ask: 'pay-back' })}>
          {t('payment.pay-back')}
        </Button>
      )}
      {mayChange && (
        <Button variant="danger" icon={<Undo2 {...I} />} onClick={() => change({ ask: 'reverse' })}>
          {t('payment.reverse')}
        </Button>
      )}
      {ask === 'allocate' && mayAllocate && <AllocateDialog payment={payment} onClose={close} />}
      {ask === 'reverse' && mayChange && <ReverseDialog payment={payment} onClose={close} />}
      {ask === 'pay-back' && mayPayBack && (
        <PayBackDialog
          customer={customer}
          currency={currency}
          credit={unallocated}
          of={{ payment_guid: guid }}
          onClose={close}
        />
      )}
    </>
  );
}

function isAllocatable({ direction, source }: Payment): boolean {
  return direction === 'in' && source !== 'credit';
}
