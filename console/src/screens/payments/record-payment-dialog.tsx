import { Coins, Layers } from 'lucide-react';
import { useState } from 'react';
import { payableAmount } from '../../../../src/domain/invoices/payments.ts';
import { decimal, sum } from '../../../../src/domain/values/money.ts';
import { COMMON_CURRENCIES } from '../../api/choices.ts';
import { usePreviewedWrite, useSession, useWrite } from '../../api/queries.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { formatMoney } from '../../lib/format.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { usePreviewedDialog } from '../../ui/dialogs/use-previewed-dialog.tsx';
import { useRecordDialog } from '../../ui/dialogs/use-record-dialog.ts';
import { Button } from '../../ui/elements/button.tsx';
import { QueryView } from '../../ui/elements/query-view.tsx';
import { Segments } from '../../ui/elements/segments.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { InvoiceShares } from './invoice-shares.tsx';
import { entryInput, newEntry, type PaymentEntry, PaymentFields } from './payment-fields.tsx';
import { type OpenInvoice, type Shares, spreadPaid, toAllocations } from './shares.ts';
import { useOpenInvoices } from './use-open-invoices.ts';

interface Payer {
  guid: string;
  name: string;
}

interface ChosenProps {
  customer: Payer;
  /** The invoices that the money is meant for, in one currency; the other open ones can be added. */
  chosen: readonly OpenInvoice[];
  onClose(): void;
}

/** Records money that came in for invoices of one customer. */
export function RecordInvoicePayment({ customer, chosen, onClose }: ChosenProps) {
  const { data } = useOpenInvoices(customer.guid);
  const [first] = chosen;
  const others = data?.rows.filter(
    ({ guid, currency }) => currency === first?.currency && !chosen.some((one) => one.guid === guid),
  );
  return (
    <PaymentForm
      customer={customer}
      currency={first?.currency ?? 'ISK'}
      chosen={chosen}
      others={others ?? []}
      onClose={onClose}
    />
  );
}

interface CustomerProps {
  customer: Payer & { currency: string };
  onClose(): void;
}

/** Records money of a customer, spread over all that is owed, oldest first. */
export function RecordCustomerPayment({ customer, onClose }: CustomerProps) {
  const { t } = useTranslation();
  const query = useOpenInvoices(customer.guid);
  const [chosen, setChosen] = useState('');
  if (!query.data)
    return (
      <Dialog open onClose={onClose} title={t('payment.record')}>
        <QueryView query={query} rows={4}>
          {() => null}
        </QueryView>
      </Dialog>
    );
  const currencies = [...new Set(query.data.rows.map(({ currency }) => currency))];
  const currency = chosen || currencies[0] || customer.currency;
  return (
    <PaymentForm
      key={currency}
      customer={customer}
      currency={currency}
      currencies={currencies}
      onCurrency={setChosen}
      chosen={query.data.rows.filter((row) => row.currency === currency)}
      others={[]}
      onClose={onClose}
    />
  );
}

interface FormProps {
  customer: Payer;
  currency: string;
  /** Those of what is owed, where there are several to choose from. */
  currencies?: readonly string[];
  onCurrency?(currency: string): void;
  chosen: readonly OpenInvoice[];
  others: readonly OpenInvoice[];
  onClose(): void;
}

interface Fields extends PaymentEntry {
  shares: Shares;
  /** What was typed as paid for invoices in another currency. */
  paid: Shares;
  /** The currency of the payment, where it is not that of the invoices. */
  paidIn: string;
  /** The other open invoices take part. */
  hasOthers: boolean;
}

function PaymentForm({
  customer,
  currency,
  currencies = [],
  onCurrency,
  chosen,
  others,
  onClose,
}: FormProps) {
  const { t, lang } = useTranslation();
  const { data: session } = useSession();
  const record = useWrite('record-payment');
  const { form, whenSaved, dialog } = useRecordDialog<Fields>({
    draft: `payment-${customer.guid}-${currency}-${chosen.map(({ number }) => number).join('-')}`,
    initial: {
      ...newEntry(owedText(chosen), session?.today ?? ''),
      ...{ shares: {}, paid: {}, paidIn: '', hasOthers: false },
    },
    writes: [record],
    onClose,
  });
  const { shares, paid, paidIn, hasOthers, ...entry } = form.fields;
  const invoices = hasOthers ? [...chosen, ...others] : chosen;
  const typed = { currency: paidIn || currency, shares, paid };
  const settling = { ...typed, paid: spreadPaid(entry.amount, invoices, typed) };
  const input = {
    ...entryInput(entry),
    currency: settling.currency,
    customer_guid: customer.guid,
    allocations: toAllocations(invoices, settling),
  };
  const preview = usePreviewedWrite('record-payment', input);
  const isBlank = entry.amount.trim() === '';
  const write = () => record.mutate(input, whenSaved(t('done.payment')));
  const { dialog: previewed } = usePreviewedDialog(preview, write, { isBlank });
  // The last answer stays until the next one is there: a button must not move away from under the pointer.
  const payment = preview.data?.output?.payment;
  const settled = invoices.filter(({ guid }) =>
    payment?.allocations.some(({ invoice_guid }) => invoice_guid === guid),
  );
  return (
    <FormDialog
      {...dialog}
      {...previewed}
      columns={2}
      title={t('payment.record')}
      description={customer.name}
      submitLabel={t('payment.record')}
    >
      {currencies.length > 1 && onCurrency && (
        <div className="sm:col-span-2">
          <Segments label={t('field.currency')} values={currencies} value={currency} onChange={onCurrency}>
            {(one) => one}
          </Segments>
        </div>
      )}
      {paidIn && (
        <div className="sm:col-span-2">
          <SelectField
            label={t('payment.paid-in')}
            field="currency"
            values={COMMON_CURRENCIES}
            value={paidIn}
            onChange={(chosenCurrency) => form.set({ paidIn: chosenCurrency, paid: {} })}
          >
            {(one) => one}
          </SelectField>
        </div>
      )}
      <PaymentFields form={form} currency={settling.currency} />
      <InvoiceShares
        invoices={invoices}
        settling={settling}
        onShare={(guid, amount) => form.set({ shares: { ...shares, [guid]: amount } })}
        onPaid={(guid, amount) => form.set({ paid: { ...paid, [guid]: amount } })}
        settles={payment?.allocations}
      />
      <div className="grid gap-3 sm:col-span-2">
        {invoices.length === 0 && <p className="text-muted">{t('payment.nothing-owed')}</p>}
        <span className="flex flex-wrap gap-2 empty:hidden">
          {others.length > 0 && !hasOthers && (
            <Button
              small
              icon={<Layers size={15} aria-hidden />}
              onClick={() => form.set({ hasOthers: true })}
            >
              {t('payment.add-others', { n: others.length })}
            </Button>
          )}
          {invoices.length > 0 && !paidIn && (
            <Button
              small
              icon={<Coins size={15} aria-hidden />}
              onClick={() => form.set({ paidIn: currency === 'ISK' ? 'EUR' : 'ISK', amount: '' })}
            >
              {t('payment.other-currency')}
            </Button>
          )}
        </span>
        <p role="status" className="empty:hidden">
          {payment && payment.unallocated > 0 && (
            <span className="block rounded-lg bg-note-subtle px-3.5 py-2.5 text-note">
              {t('payment.becomes-credit', {
                amount: formatMoney(payment.unallocated, payment.currency, lang),
              })}
            </span>
          )}
        </p>
        {settled.some(({ claim_status }) => claim_status === 'sent') && (
          <p className="text-muted">{t('payment.claim-follows')}</p>
        )}
      </div>
    </FormDialog>
  );
}

/** The sum of what is owed, as it is paid; empty where nothing is. */
function owedText(invoices: readonly OpenInvoice[]): string {
  if (invoices.length === 0) return '';
  return sum(
    invoices.map(({ remaining, currency }) => payableAmount(decimal(remaining), currency)),
  ).toFixed();
}
