import { useRead, useWrite } from '../../api/queries.ts';
import type { Invoice, Preview } from '../../api/types.ts';
import { formatMoney, formatNumber, parseNumber } from '../../lib/format.ts';
import { useDebounced, useDraftFields } from '../../lib/use-draft.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorAlert } from '../../ui/feedback.tsx';
import { Check, Field, Input, TextArea } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useWords } from '../../words/words.tsx';

const DEBOUNCE_MS = 250;

/** Credits an invoice, whole or in part. What is left and what it comes to is the server's word. */
export function CreditDialog({ invoice, onClose }: { invoice: Invoice; onClose(): void }) {
  const { t } = useWords();
  const left = useRead('preview-invoice', { type: 'credit', ref_invoice_guid: invoice.guid });
  return left.data ? (
    <CreditForm invoice={invoice} left={left.data} onClose={onClose} />
  ) : (
    <Dialog open onClose={onClose} title={t('invoice.credit')}>
      <QueryView query={left} rows={4}>
        {() => null}
      </QueryView>
    </Dialog>
  );
}

function CreditForm({ invoice, left, onClose }: { invoice: Invoice; left: Preview; onClose(): void }) {
  const { t, lang, tIfKnown } = useWords();
  const { fields, set, forget } = useDraftFields(`credit-${invoice.guid}`, {
    qtys: {} as Readonly<Record<string, string>>,
    text: '',
    refunded: false,
  });
  const { text, refunded } = fields;
  const whole = left.lines.map(({ guid, qty }) => [guid, formatNumber(qty, lang)]);
  const qtys: Readonly<Record<string, string>> = { ...Object.fromEntries(whole), ...fields.qtys };
  const asked = left.lines
    .map(({ guid }) => ({ guid, qty: parseNumber(qtys[guid] ?? '', lang) }))
    // A line of which nothing is credited stays away.
    .filter(({ qty }) => !/^[0.]*$/.test(qty));
  const body = { type: 'credit', ref_invoice_guid: invoice.guid, items: asked };
  const settled = useDebounced(JSON.stringify(body), DEBOUNCE_MS);
  const preview = useRead('preview-invoice', JSON.parse(settled) as typeof body, { keepPrevious: true });
  const credit = useWrite('create-invoice');
  const ready =
    preview.data !== undefined && !preview.isFetching && !preview.error && settled === JSON.stringify(body);
  const amount = preview.data ? formatMoney(preview.data.amount, left.currency, lang) : '';
  const close = () => {
    forget();
    onClose();
  };
  const go = () =>
    credit.mutate(
      { ...body, amount: preview.data?.amount, description: text, ...(refunded && { mark_paid: true }) },
      {
        onSuccess: () => {
          showToast(t('done.credited'));
          close();
        },
      },
    );
  return (
    <FormDialog
      title={t('invoice.credit')}
      description={t('credit.about', { number: invoice.number, name: invoice.customer.name })}
      submitLabel={ready ? t('credit.go', { amount }) : t('invoice.credit')}
      busy={credit.isPending}
      isReady={ready}
      error={credit.error}
      onSubmit={go}
      onClose={close}
      columns={1}
    >
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
                  onChange={({ target }) => set({ qtys: { ...fields.qtys, [line.guid]: target.value } })}
                />
              </Field>
            </span>
          </li>
        ))}
      </ul>
      <Field label={t('credit.why')} optional={t('optional')}>
        <TextArea
          value={text}
          onChange={({ target }) => set({ text: target.value })}
          maxLength={4000}
          rows={2}
        />
      </Field>
      {invoice.may.refund && (
        <Check label={t('credit.refunded')} checked={refunded} onChange={(refunded) => set({ refunded })} />
      )}
      <p aria-live="polite" className="flex justify-between gap-3 text-base font-semibold">
        <span>{t('credit.total')}</span>
        <span className="figure">{preview.error ? '–' : amount}</span>
      </p>
      <ErrorAlert error={preview.error} onRetry={preview.refetch} busy={preview.isFetching} />
    </FormDialog>
  );
}
