import { partsOfNote } from '../../../../src/domain/payments/settlement.ts';
import { decimal, isZero } from '../../../../src/domain/values/money.ts';
import { LIMITS } from '../../api/limits.ts';
import { useRead, useSession, useSettledRead, useWrite } from '../../api/queries.ts';
import type { Invoice, Preview } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { formatMoney } from '../../lib/format.ts';
import type { FormFields } from '../../lib/use-fields.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { usePreviewedDialog } from '../../ui/dialogs/use-previewed-dialog.tsx';
import { useRecordDialog } from '../../ui/dialogs/use-record-dialog.ts';
import { ErrorAlert } from '../../ui/elements/feedback.tsx';
import { QueryView } from '../../ui/elements/query-view.tsx';
import { Segments } from '../../ui/elements/segments.tsx';
import { CheckField, NumberField, TextAreaField } from '../../ui/forms/form-fields.tsx';
import {
  allQuantities,
  LineQuantities,
  type Quantities,
  requestedItems,
} from '../../ui/forms/line-quantities.tsx';

const WAYS = ['lines', 'amount'] as const;

interface Fields {
  way: (typeof WAYS)[number];
  qtys: Quantities;
  amount: string;
  text: string;
  refunded: boolean;
}

/** Credits an invoice: all of it, some of its lines, or an amount. The server computes what is left and the total. */
export function CreditDialog({ invoice, onClose }: { invoice: Invoice; onClose(): void }) {
  const { t } = useTranslation();
  const { data: session } = useSession();
  const settlement_date = session?.today ?? '';
  const remaining = useRead('preview-invoice', {
    type: 'credit',
    ref_invoice_guid: invoice.guid,
    settlement_date,
  });
  const [problem] = remaining.data?.problems ?? [];
  return remaining.data && !problem ? (
    <CreditForm invoice={invoice} remaining={remaining.data} onClose={onClose} />
  ) : (
    <Dialog open onClose={onClose} title={t('invoice.credit')}>
      <QueryView query={remaining} rows={4}>
        {() => <ErrorAlert error={problem ?? null} />}
      </QueryView>
    </Dialog>
  );
}

function CreditForm({
  invoice,
  remaining,
  onClose,
}: {
  invoice: Invoice;
  remaining: Preview;
  onClose(): void;
}) {
  const { t, lang } = useTranslation();
  const credit = useWrite('create-invoice');
  const { form, whenSaved, dialog } = useRecordDialog<Fields>({
    draft: `credit-note-${invoice.guid}`,
    initial: { way: 'lines', qtys: {}, amount: '', text: '', refunded: false },
    writes: [credit],
    onClose,
  });
  const { fields } = form;
  const body = useCreditBody(invoice, remaining, fields);
  const preview = useSettledRead('preview-invoice', body);
  const hasRefund = (preview.data ?? remaining).refund_amount > 0;
  const amount = preview.data ? formatMoney(preview.data.amount, remaining.currency, lang) : '';
  const issue = () =>
    credit.mutate(
      {
        ...body,
        amount: preview.data?.amount,
        description: fields.text,
        ...(hasRefund && fields.refunded && { mark_paid: true }),
      },
      whenSaved(t('done.credited')),
    );
  const { isReady, dialog: previewed } = usePreviewedDialog(preview, issue, { isBlank: isBlank(fields) });
  return (
    <FormDialog
      {...dialog}
      {...previewed}
      title={t('invoice.credit')}
      description={t('credit.about', { number: invoice.number, name: invoice.customer.name })}
      submitLabel={isReady ? t('credit.go', { amount }) : t('invoice.credit')}
    >
      <LinesOrAmount form={form} remaining={remaining} items={('items' in body && body.items) || []} />
      <TextAreaField
        form={form}
        name="text"
        label={t('credit.why')}
        optional
        maxLength={LIMITS['create-draft-invoice'].description}
        rows={2}
      />
      {hasRefund && <CheckField form={form} name="refunded" label={t('credit.refunded')} />}
      <div aria-live="polite">
        {isReady && preview.data && <NoteParts preview={preview.data} />}
        <p className="flex justify-between gap-3 text-base font-semibold">
          <span>{t('credit.total')}</span>
          <span className="figure">{isReady ? amount : '–'}</span>
        </p>
      </div>
    </FormDialog>
  );
}

/** What a note on a partly paid invoice takes off it, and what it gives back; the total says it where it does one of them. */
function NoteParts({ preview: { amount, refund_amount, currency } }: { preview: Preview }) {
  const { t, lang } = useTranslation();
  const { reduction, refund } = partsOfNote(decimal(amount), decimal(refund_amount), currency);
  if (isZero(reduction) || isZero(refund)) return null;
  return (
    <dl className="figure grid grid-cols-[1fr_auto] gap-x-3 text-muted">
      <dt>{t('field.reduction_amount')}</dt>
      <dd className="text-right">{formatMoney(reduction.toNumber(), currency, lang)}</dd>
      <dt>{t('field.refund_amount')}</dt>
      <dd className="text-right">{formatMoney(refund.toNumber(), currency, lang)}</dd>
    </dl>
  );
}

function isBlank({ way, amount }: Fields): boolean {
  return way === 'amount' && amount.trim() === '';
}

/** The note that the fields describe. */
function useCreditBody(invoice: Invoice, remaining: Preview, fields: Fields) {
  const { data: session } = useSession();
  const { amount } = fields;
  return {
    type: 'credit',
    ref_invoice_guid: invoice.guid,
    settlement_date: session?.today ?? '',
    ...(fields.way === 'amount'
      ? { ...(!isBlank(fields) && { amount }), credit_partial: true }
      : requestedItems(openLines(remaining), allQuantities(openLines(remaining), fields.qtys))),
  };
}

/** The lines of which a quantity is left; the others balance amounts that were credited before. */
function openLines({ lines }: Preview) {
  return lines.filter(({ guid }) => guid !== '');
}

interface LinesOrAmountProps {
  form: FormFields<Fields>;
  remaining: Preview;
  /** The lines of the request, in whose order refusals name them. */
  items: readonly { guid: string }[];
}

function LinesOrAmount({ form, remaining, items }: LinesOrAmountProps) {
  const { t, lang } = useTranslation();
  const { fields, set } = form;
  return (
    <>
      <Segments label={t('credit.way')} values={WAYS} value={fields.way} onChange={(way) => set({ way })}>
        {(way) => t(`credit.by-${way}`)}
      </Segments>
      {fields.way === 'amount' ? (
        <NumberField
          form={form}
          name="amount"
          label={t('credit.amount')}
          kind={{ currency: remaining.currency }}
          hint={t('credit.rest', { amount: formatMoney(remaining.amount, remaining.currency, lang) })}
          autoFocus
        />
      ) : (
        <LineQuantities
          lines={openLines(remaining)}
          qtys={allQuantities(openLines(remaining), fields.qtys)}
          pathOf={(guid) => `items[${items.findIndex((item) => item.guid === guid)}]`}
          onChange={(guid, qty) => set({ qtys: { ...fields.qtys, [guid]: qty } })}
        />
      )}
    </>
  );
}
