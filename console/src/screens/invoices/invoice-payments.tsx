import { Link } from '@tanstack/react-router';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { partsOfNote } from '../../../../src/domain/payments/settlement.ts';
import { decimal, isZero } from '../../../../src/domain/values/money.ts';
import { useRead } from '../../api/queries.ts';
import type { Invoice, Payment } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { useFilters } from '../../lib/filters.ts';
import { formatDate, formatMoney } from '../../lib/format.ts';
import { Button, IconButton } from '../../ui/elements/button.tsx';
import { usePaymentText } from '../payments/payment-text.ts';
import { ReverseDialog } from '../payments/reverse-dialog.tsx';
import { useCustomerCredit } from './use-customer-credit.ts';

/** What was paid of an invoice, each payment, and credit of the customer that could settle the rest. */
export function InvoicePayments({ invoice }: { invoice: Invoice }) {
  const { t, lang } = useTranslation();
  const isIssued = invoice.number !== '';
  const { data } = useRead('get-payments', { invoice_guid: invoice.guid }, { enabled: isIssued });
  const [reversed, setReversed] = useState<Payment | null>(null);
  const money = (amount: number) => formatMoney(amount, invoice.currency, lang);
  if (!isIssued) return null;
  // What was paid of an invoice, and what is left of it, stands below its lines.
  const sums = invoice.type === 'credit' ? noteSums(invoice) : [];
  return (
    <>
      <CreditNotice invoice={invoice} />
      {data && data.length + sums.length > 0 && (
        <section aria-label={t('nav.payments')}>
          <h3 className="mb-2 font-semibold">{t('nav.payments')}</h3>
          <ul className="divide-y rounded-lg border empty:hidden">
            {data.toReversed().map((payment) => (
              <PaymentRow
                key={payment.guid}
                payment={payment}
                invoice={invoice}
                onReverse={() => setReversed(payment)}
              />
            ))}
          </ul>
          <dl className="figure mt-2 empty:hidden grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 px-3.5">
            {sums.map(({ label, amount }) => (
              <div key={label} className="contents">
                <dt className="text-muted">{t(label)}</dt>
                <dd className="text-right">{money(amount)}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      {reversed && <ReverseDialog payment={reversed} onClose={() => setReversed(null)} />}
    </>
  );
}

/** What a credit note has taken off its invoice, and what was and is to be paid back of it; empty where it gives nothing back. */
function noteSums({ amount, refund_amount = 0, paid_amount, remaining, currency }: Invoice) {
  if (refund_amount === 0) return [];
  const { reduction } = partsOfNote(decimal(amount), decimal(refund_amount), currency);
  return [
    ...(isZero(reduction)
      ? []
      : [{ label: 'field.reduction_amount' as const, amount: reduction.toNumber() }]),
    { label: 'payment.paid-back' as const, amount: paid_amount },
    { label: 'field.refund_amount' as const, amount: remaining },
  ];
}

interface RowProps {
  payment: Payment;
  invoice: Invoice;
  onReverse(): void;
}

function PaymentRow({ payment, invoice, onReverse }: RowProps) {
  const { t, lang } = useTranslation();
  const { kindOf, wayOf } = usePaymentText();
  const share = payment.allocations.find(({ invoice_guid }) => invoice_guid === invoice.guid);
  const isReversed = payment.state === 'reversed';
  const day = formatDate(payment.paid_on, lang);
  const reversed =
    isReversed &&
    t('payment.reversed-on', {
      date: formatDate(payment.reversed_on ?? '', lang),
      reason: payment.reversal_reason,
    });
  const about = [wayOf(payment), payment.reference, reversed];
  return (
    <li className="flex items-center gap-3 px-3.5 py-2">
      <span className="min-w-0 flex-1">
        <Link
          to="/payments"
          search={{ open: payment.guid }}
          className="font-medium text-accent underline-offset-2 hover:underline"
        >
          {kindOf(payment)} {day}
        </Link>
        <span className="block text-dense text-muted wrap-anywhere empty:hidden">
          {about.filter(Boolean).join(' · ')}
        </span>
      </span>
      <span className={`figure ${isReversed ? 'text-muted line-through' : ''}`}>
        {formatMoney((share ?? payment).amount, (share ?? payment).currency, lang)}
      </span>
      {!isReversed && payment.bank_line_guid === null && (
        <IconButton
          label={t('payment.reverse-of', { date: day })}
          icon={<Undo2 size={16} />}
          onClick={onReverse}
        />
      )}
    </li>
  );
}

/** Credit of the customer, which can settle what is left. */
function CreditNotice({ invoice }: { invoice: Invoice }) {
  const { t, lang } = useTranslation();
  const [, change] = useFilters();
  const credit = useCustomerCredit(invoice);
  if (credit === 0) return null;
  return (
    <section
      aria-label={t('payment.credit')}
      className="flex flex-wrap items-center gap-3 rounded-lg bg-note-subtle px-3.5 py-2.5 text-note"
    >
      <span className="min-w-0 flex-1">
        {t('payment.has-credit', { amount: formatMoney(credit, invoice.currency, lang) })}
      </span>
      <Button small onClick={() => change({ ask: 'apply' })}>
        {t('payment.apply-credit')}
      </Button>
    </section>
  );
}
