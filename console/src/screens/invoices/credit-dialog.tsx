import { LIMITS } from '../../api/limits.ts';
import { useRead, useWrite } from '../../api/queries.ts';
import type { Invoice, Preview } from '../../api/types.ts';
import { formatMoney, formatNumber, parseNumber } from '../../lib/format.ts';
import { useDebounced } from '../../lib/timers.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorAlert } from '../../ui/feedback.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { CheckField, NumberField, TextAreaField } from '../../ui/form-fields.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { Segments } from '../../ui/segments.tsx';
import { useRecordDialog } from '../../ui/use-record-dialog.ts';
import { useWords } from '../../words/words.tsx';

const DEBOUNCE_MS = 250;

const WAYS = ['lines', 'amount'] as const;

/** The typed quantities by line; a line that was not touched is credited in full. */
type Quantities = Readonly<Record<string, string>>;

interface Fields {
  way: (typeof WAYS)[number];
  qtys: Quantities;
  amount: string;
  text: string;
  refunded: boolean;
}

/** Credits an invoice: all of it, some of its lines, or an amount. The server computes what is left and the total. */
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
  const { form, whenSaved, dialog } = useRecordDialog<Fields>({
    draft: `credit-${invoice.guid}`,
    initial: { way: 'lines', qtys: {}, amount: '', text: '', refunded: false },
    writes: [credit],
    onClose,
  });
  const { fields, set } = form;
  const lines = left.lines.filter(({ guid }) => guid !== '');
  const whole = lines.map(({ guid, qty }) => [guid, formatNumber(qty, lang)]);
  const qtys: Quantities = { ...Object.fromEntries(whole), ...fields.qtys };
  const isAmount = fields.way === 'amount';
  const body = {
    type: 'credit',
    ref_invoice_guid: invoice.guid,
    ...(isAmount
      ? { amount: parseNumber(fields.amount, lang), credit_partial: true }
      : creditedItems(lines, qtys, lang)),
  };
  const settled = useDebounced(JSON.stringify(body), DEBOUNCE_MS);
  const preview = useRead('preview-invoice', JSON.parse(settled) as typeof body, { keepPrevious: true });
  const [problem] = preview.data?.problems ?? [];
  const isReady =
    preview.data !== undefined &&
    !(isAmount && fields.amount.trim() === '') &&
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
      <Segments label={t('credit.way')} values={WAYS} value={fields.way} onChange={(way) => set({ way })}>
        {(way) => t(`credit.by-${way}`)}
      </Segments>
      {isAmount ? (
        <NumberField
          form={form}
          name="amount"
          label={t('credit.amount')}
          hint={t('credit.rest', { amount: formatMoney(left.amount, left.currency, lang) })}
          autoFocus
        />
      ) : (
        <LineQuantities
          lines={lines}
          qtys={qtys}
          onChange={(guid, qty) => set({ qtys: { ...fields.qtys, [guid]: qty } })}
        />
      )}
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

/**
 * The lines of the credit note; a line with quantity zero is left out. While every quantity is that which is left, the
 * note names no lines: it credits the exact rest, also where amounts were credited before.
 */
function creditedItems(lines: Preview['lines'], qtys: Quantities, lang: 'is' | 'en') {
  const items = lines.map(({ guid }) => ({ guid, qty: parseNumber(qtys[guid] ?? '', lang) }));
  if (items.every(({ qty }, place) => Number(qty) === lines[place]?.qty)) return {};
  return { items: items.filter(({ qty }) => !/^[0.]*$/.test(qty)) };
}

interface LineQuantitiesProps {
  lines: Preview['lines'];
  qtys: Quantities;
  onChange(guid: string, qty: string): void;
}

function LineQuantities({ lines, qtys, onChange }: LineQuantitiesProps) {
  const { t, lang, tIfKnown } = useWords();
  if (lines.length === 0) return null;
  return (
    <ul className="divide-y rounded-lg border">
      {lines.map((line, place) => (
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
