import { isPaidUp } from '../../../../src/domain/payments/settlement.ts';
import { decimal } from '../../../../src/domain/values/money.ts';
import type { Payment } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { formatDate, formatMoney } from '../../lib/format.ts';
import { StateBadge } from '../../ui/elements/badge.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { useFieldProblem } from '../../ui/forms/form.tsx';
import { NumberInput } from '../../ui/forms/number-input.tsx';

/** An invoice that a payment can settle. */
export interface OpenInvoice {
  guid: string;
  number: string;
  /** Empty where it is not known. */
  due_date: string;
  currency: string;
  remaining: number;
  claim_status: string;
}

/** The typed shares by invoice; an invoice that was not touched takes as much as fits. */
export type Shares = Readonly<Record<string, string>>;

const isNothing = (share: string) => /^[0.]*$/.test(share);

/** The allocations of the request, in the order of the list. */
export function toAllocations(invoices: readonly OpenInvoice[], shares: Shares) {
  return invoices.flatMap(({ guid }) => {
    const amount = shares[guid];
    if (amount === undefined) return [{ invoice_guid: guid }];
    return isNothing(amount) ? [] : [{ invoice_guid: guid, amount }];
  });
}

interface Props {
  invoices: readonly OpenInvoice[];
  shares: Shares;
  onChange(shares: Shares): void;
  /** What the server says that the payment would settle; undefined while that is not known. */
  settles: Payment['allocations'] | undefined;
  /** The first share takes the focus when the form opens. */
  autoFocus?: boolean;
}

/** Which invoices a payment settles, how much of each, and what becomes of them. */
export function InvoiceShares({ invoices, shares, onChange, settles, autoFocus = false }: Props) {
  const { t } = useTranslation();
  const allocated = toAllocations(invoices, shares);
  if (invoices.length === 0) return null;
  return (
    <ul aria-label={t('payment.settles')} className="divide-y rounded-lg border sm:col-span-2">
      {invoices.map((invoice, place) => {
        const taken = settles?.find(({ invoice_guid }) => invoice_guid === invoice.guid)?.amount;
        return (
          <InvoiceShare
            key={invoice.guid}
            invoice={invoice}
            path={`allocations[${allocated.findIndex((one) => one.invoice_guid === invoice.guid)}].amount`}
            value={shares[invoice.guid] ?? (settles ? String(taken ?? 0) : '')}
            taken={settles && (taken ?? 0)}
            autoFocus={autoFocus && place === 0}
            onChange={(amount) => onChange({ ...shares, [invoice.guid]: amount })}
          />
        );
      })}
    </ul>
  );
}

interface ShareProps {
  invoice: OpenInvoice;
  path: string;
  value: string;
  /** What the payment settles of it; undefined while that is not known. */
  taken: number | undefined;
  autoFocus: boolean;
  onChange(amount: string): void;
}

function InvoiceShare({ invoice, path, value, taken, autoFocus, onChange }: ShareProps) {
  const { t, lang } = useTranslation();
  const { number, currency, remaining, due_date } = invoice;
  const label = t('payment.share', { number });
  const problem = useFieldProblem(path, value, label);
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
      <span className="w-32">
        <Field label={label} hideLabel problem={problem}>
          <NumberInput
            kind={{ currency }}
            autoFocus={autoFocus}
            value={value}
            onFocus={({ target }) => target.select()}
            onChange={onChange}
          />
        </Field>
      </span>
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
