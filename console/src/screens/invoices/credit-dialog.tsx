import { LIMITS } from '../../api/limits.ts';
import { useRead, useSession, useWrite } from '../../api/queries.ts';
import type { Invoice, Preview } from '../../api/types.ts';
import { formatMoney, formatNumber, parseNumber } from '../../lib/format.ts';
import { useDebounced } from '../../lib/timers.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorAlert } from '../../ui/feedback.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { CheckField, TextAreaField } from '../../ui/form-fields.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { useRecordDialog } from '../../ui/use-record-dialog.ts';
import { useWords } from '../../words/words.tsx';

const DEBOUNCE_MS = 250;

/** The typed quantities by line; a line that was not touched is credited in full. */
type Quantities = Readonly<Record<string, string>>;

/** Credits an invoice, in full or in part. The server computes the remaining quantities and the total. */
export function CreditDialog({ invoice, onClose }: { invoice: Invoice; onClose(): void }) {
  const { t } = useWords();
  const left = useRead('preview-invoice', { type: 'credit', ref_invoice_guid: invoice.guid });
  const [problem] = left.data?.problems ?? [];
  return left.data && !problem ? (
    <CreditForm invoice={invoice} left={left.data} onClose={onClose} />
  ) : (
    <Dialog open onClose={onClose} title={t('invoice.credit')}>
      <QueryView query={left} rows={4}>
        {() => <ErrorAlert error={problem ?? null} />}
      </QueryView>
    </Dialog>
  );
}

function CreditForm({ invoice, left, onClose }: { invoice: Invoice; left: Preview; onClose(): void }) {
  const { t, lang } = useWords();
  const credit = useWrite('create-invoice');
  const { form, whenSaved, dialog } = useRecordDialog({
    draft: `credit-${invoice.guid}`,
    initial: { qtys: {} as Quantities, text: '', refunded: false },
    writes: [credit],
    onClose,
  });
  const { fields, set } = form;
  const whole = left.lines.map(({ guid, qty }) => [guid, formatNumber(qty, lang)]);
  const qtys: Quantities = { ...Object.fromEntries(whole), ...fields.qtys };
  const { data: session } = useSession();
  const settlement_date = session?.today ?? '';
  const body = {
    type: 'credit',
    ref_invoice_guid: invoice.guid,
    settlement_date,
    items: creditedLines(left, qtys, lang),
  };
  const settled = useDebounced(JSON.stringify(body), DEBOUNCE_MS);
  const preview = useRead('preview-invoice', JSON.parse(settled) as typeof body, { keepPrevious: true });
  const [problem] = preview.data?.problems ?? [];
  const isReady =
    preview.data !== undefined &&
    !preview.isFetching &&
    !preview.error &&
    !problem &&
    settled === JSON.stringify(body);
  const amount = preview.data ? formatMoney(preview.data.amount, left.currency, lang) : '';
  const submit = () =>
    credit.mutate(
      {
        ...body,
        amount: preview.data?.amount,
        description: fields.text,
        ...(fields.refunded && { mark_paid: true }),
      },
      whenSaved(t('done.credited')),
    );
  return (
    <FormDialog
      {...dialog}
      title={t('invoice.credit')}
      description={t('credit.about', { number: invoice.number, name: invoice.customer.name })}
      submitLabel={isReady ? t('credit.go', { amount }) : t('invoice.credit')}
      isReady={isReady}
      onSubmit={submit}
      columns={1}
    >
      <LineQuantities
        left={left}
        qtys={qtys}
        onChange={(guid, qty) => set({ qtys: { ...fields.qtys, [guid]: qty } })}
      />
      <TextAreaField
        form={form}
        name="text"
        label={t('credit.why')}
        optional
        maxLength={LIMITS['create-draft-invoice'].description}
        rows={2}
      />
      {invoice.may.refund && <CheckField form={form} name="refunded" label={t('credit.refunded')} />}
      <p aria-live="polite" className="flex justify-between gap-3 text-base font-semibold">
        <span>{t('credit.total')}</span>
        <span className="figure">{preview.error || problem ? '–' : amount}</span>
      </p>
      <ErrorAlert
        error={preview.error ?? problem ?? null}
        onRetry={preview.refetch}
        busy={preview.isFetching}
      />
    </FormDialog>
  );
}

/** The lines of the credit note; a line with quantity zero is left out. */
function creditedLines({ lines }: Preview, qtys: Quantities, lang: 'is' | 'en') {
  return lines
    .map(({ guid }) => ({ guid, qty: parseNumber(qtys[guid] ?? '', lang) }))
    .filter(({ qty }) => !/^[0.]*$/.test(qty));
}

interface LineQuantitiesProps {
  left: Preview;
  qtys: Quantities;
  onChange(guid: string, qty: string): void;
}

function LineQuantities({ left, qtys, onChange }: LineQuantitiesProps) {
  const { t, lang, tIfKnown } = useWords();
  return (
    <ul className="divide-y rounded-lg border">
      {left.lines.map((line, place) => (
        <li key={line.guid} className="flex items-center gap-3 px-3.5 py-2.5">
          <span className="min-w-0 flex-1">
            {line.description}
            <span className="figure block text-xs text-muted">
              {t('credit.left', {
                qty: formatNumber(line.qty, lang),
                unit: tIfKnown(`uom.${line.uom}`) ?? '',
              })}
            </span>
          </span>
          <span className="w-24">
            <Field label={`${t('field.qty')}: ${line.description}`} hideLabel>
              <Input
                figure
                autoFocus={place === 0}
                onFocus={({ target }) => target.select()}
                inputMode="decimal"
                value={qtys[line.guid] ?? ''}
                onChange={({ target }) => onChange(line.guid, target.value)}
              />
            </Field>
          </span>
        </li>
      ))}
    </ul>
  );
}
