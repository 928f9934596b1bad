import type { ReactNode } from 'react';
import { isPaidUp } from '../../../../src/domain/payments/settlement.ts';
import { decimal } from '../../../../src/domain/values/money.ts';
import type { Payment } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { formatDate, formatMoney } from '../../lib/format.ts';
import { StateBadge } from '../../ui/elements/badge.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { useFieldProblem } from '../../ui/forms/form.tsx';
import { NumberInput } from '../../ui/forms/number-input.tsx';
import { foreignShare, isForeign, type OpenInvoice, type Settling, toAllocations } from './shares.ts';

interface Props {
  invoices: readonly OpenInvoice[];
  settling: Settling;
  /** What is typed of an invoice, in its currency and in that of the payment. */
  onShare(guid: string, amount: string): void;
  onPaid(guid: string, amount: string): void;
  /** What the server says that the payment would settle; undefined while that is not known. */
  settles: Payment['allocations'] | undefined;
  /** The first share takes the focus when the form opens. */
  autoFocus?: boolean;
}

/** Which invoices a payment settles, how much of each, and what becomes of them. */
export function InvoiceShares(props: Props) {
  const { invoices, settling, onShare, onPaid, settles, autoFocus = false } = props;
  const { t } = useTranslation();
  const { shares, paid } = settling;
  const allocated = toAllocations(invoices, settling);
  if (invoices.length === 0) return null;
  return (
    <ul aria-label={t('payment.settles')} className="divide-y rounded-lg border sm:col-span-2">
      {invoices.map((invoice, index) => {
        const { guid } = invoice;
        const taken = settles?.find(({ invoice_guid }) => invoice_guid === guid)?.amount;
        const path = `allocations[${allocated.findIndex((one) => one.invoice_guid === guid)}]`;
        const isOther = isForeign(invoice, settling);
        const usual = settles ? String(taken ?? 0) : '';
        return (
          <InvoiceShare key={guid} invoice={invoice} taken={settles && (taken ?? 0)} isWide={isOther}>
            <ShareInput
              label={
                isOther
                  ? t('payment.share-in', { number: invoice.number, currency: invoice.currency })
                  : t('payment.share', { number: invoice.number })
              }
              hasLabel={isOther}
              path={`${path}.amount`}
              currency={invoice.currency}
              value={isOther ? foreignShare(invoice, settling) : (shares[guid] ?? usual)}
              autoFocus={autoFocus && index === 0}
              onChange={(amount) => onShare(guid, amount)}
            />
            {isOther && (
              <ShareInput
                label={t('payment.share-paid', { number: invoice.number, currency: settling.currency })}
                hasLabel
                path={`${path}.paid`}
                currency={settling.currency}
                value={paid[guid] ?? ''}
                onChange={(amount) => onPaid(guid, amount)}
              />
            )}
          </InvoiceShare>
        );
      })}
    </ul>
  );
}

interface ShareInputProps {
  label: string;
  hasLabel: boolean;
  /** The field as refusals name it. */
  path: string;
  currency: string;
  value: string;
  autoFocus?: boolean;
  onChange(amount: string): void;
}

function ShareInput({ label, hasLabel, path, currency, value, autoFocus, onChange }: ShareInputProps) {
  const problem = useFieldProblem(path, value, label);
  return (
    <span className={hasLabel ? 'min-w-0' : 'w-32'}>
      <Field label={label} hideLabel={!hasLabel} problem={problem}>
        <NumberInput
          kind={{ currency }}
          autoFocus={autoFocus}
          value={value}
          onFocus={({ target }) => target.select()}
          onChange={onChange}
        />
      </Field>
    </span>
  );
}

interface ShareProps {
  invoice: OpenInvoice;
  /** What the payment settles of it; undefined while that is not known. */
  taken: number | undefined;
  /** The amounts stand below, side by side. */
  isWide: boolean;
  children: ReactNode;
}

function InvoiceShare({ invoice, taken, isWide, children }: ShareProps) {
  const { t, lang } = useTranslation();
  const { number, currency, remaining, due_date } = invoice;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1.5 px-3.5 py-2.5">
      <span className="min-w-0 flex-1 basis-40">
        <span className="font-medium">#{number}</span>{' '}
        {due_date && (
          <span className="text-dense text-muted">
            {t('payment.due', { date: formatDate(due_date, lang) })}
          </span>
        )}
        <span className="figure block text-dense text-muted">
          {t('payment.owed', { amount: formatMoney(remaining, currency, lang) })}
        </span>
      </span>
      <span aria-live="polite" className="figure text-dense text-muted max-sm:order-last max-sm:basis-full">
        {taken !== undefined && <AfterText invoice={invoice} taken={taken} />}
      </span>
      {isWide ? <span className="grid basis-full grid-cols-2 gap-3">{children}</span> : children}
    </li>
  );
}

/** What the invoice will be after the payment. */
function AfterText({ invoice: { remaining, currency }, taken }: { invoice: OpenInvoice; taken: number }) {
  const { t, lang } = useTranslation();
  if (taken === 0) return t('payment.unchanged');
  const left = decimal(remaining).minus(taken);
  if (isPaidUp(left, currency)) return <StateBadge state="paid">{t('state.paid')}</StateBadge>;
  return t('payment.left', { amount: formatMoney(left.toNumber(), currency, lang) });
}
