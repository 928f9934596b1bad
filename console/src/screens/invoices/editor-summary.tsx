import { AlertCircle, CheckCircle2 } from 'lucide-react';
import type { SellerNeed } from '../../../../src/domain/invoices/seller-needs.ts';
import { MAX_CATCH_UP } from '../../../../src/domain/sales/recurrence.ts';
import { CallError } from '../../api/call.ts';
import { OUTPUT_EINVOICE, OUTPUT_EMAIL, OUTPUT_PRINT } from '../../api/choices.ts';
import { useErrorText } from '../../api/error-text.ts';
import { translateWarning } from '../../api/problem-text.ts';
import type { InputOf, Preview } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { formatMoney } from '../../lib/format.ts';
import { Button } from '../../ui/elements/button.tsx';
import { ErrorAlert } from '../../ui/elements/feedback.tsx';
import { SellerNeeds } from '../../ui/records/seller-needs.tsx';
import { Totals } from '../../ui/records/totals.tsx';
import type { Form, Kind } from './editor-form.ts';
import { PdfPreview } from './pdf-preview.tsx';

interface Props {
  kind: Kind;
  editing: boolean;
  form: Form;
  preview: { data: Preview | undefined; error: Error | null; refetch(): void };
  waiting: boolean;
  saving: boolean;
  error: Error | null;
  /** A submit found problems: they are read out, and stand out, until they are gone. */
  wasRefused: boolean;
  /** How many days of a new schedule have passed: invoices for them would be issued at once. */
  pastDays: number;
  /** What the company's own details lack for this invoice. */
  needs: readonly SellerNeed[];
  /** What is unusual about its date or exchange rate. */
  unusual: Preview['warnings'];
  /** Nobody has typed anything: what is missing need not be said yet. */
  isUntouched: boolean;
  draft?: { save(): void; saving: boolean };
  /** The input of the PDF preview; only invoices have one. */
  printed?: InputOf<'preview-invoice-pdf'>;
}

/** The totals, the problems that the preview found, and a submit button that names the outcome. */
export function EditorSummary(props: Props) {
  const { kind, editing, form, preview, waiting, saving, error, needs, unusual, draft, printed } = props;
  const { t, lang } = useTranslation();
  const { data } = preview;
  const amount = data ? formatMoney(data.amount, data.currency, lang) : '';
  const wasAnswered =
    data !== undefined || (preview.error instanceof CallError && preview.error.outcome === 'refused');
  return (
    <aside
      aria-label={t('editor.summary')}
      className="rounded-xl border bg-paper shadow-card lg:sticky lg:top-6"
    >
      <div className="p-5">
        <Totals figures={data} waiting={waiting} />
      </div>
      <div className="space-y-3 border-t p-5">
        <PreviewResult {...props} />
        <SellerNeeds needs={needs} />
        <InvoiceWarnings warnings={unusual} />
        {!preview.error && <ErrorAlert error={error} />}
        <Button type="submit" variant="primary" wide busy={saving} disabled={!wasAnswered}>
          {t(submitLabelKey(kind, editing, form, data), { amount })}
        </Button>
        {printed && <PdfPreview body={printed} ready={Boolean(data?.may_save) && !waiting} />}
        {draft && (
          <Button wide busy={draft.saving} disabled={!data?.may_save} onClick={draft.save}>
            {t('editor.save-draft')}
          </Button>
        )}
      </div>
    </aside>
  );
}

/** The error of the preview, else the problems that it found, else how the document will be delivered. */
function PreviewResult({ kind, editing, form, preview, waiting, wasRefused, pastDays, isUntouched }: Props) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const pastText = usePastText(pastDays);
  const { data, error, refetch } = preview;
  if (error) return <ErrorAlert error={error} onRetry={refetch} busy={waiting} />;
  if (!data || (isUntouched && data.problems.length > 0)) return null;
  if (data.problems.length === 0) {
    if (kind === 'recurring' && !(form.recurring_name.trim() && form.recurring_start_date))
      return <p className="text-muted">{t('ready.recurring-missing')}</p>;
    if (pastDays > 0) return <p className="text-warning">{pastText}</p>;
    return (
      <p className="flex gap-2 text-accent">
        <CheckCircle2 size={16} className="mt-0.5 shrink-0" aria-hidden />
        {kind === 'recurring' && editing ? (
          <span>{t('ready.recurring-edit')}</span>
        ) : (
          <DeliveryNote kind={kind} form={form} preview={data} />
        )}
      </p>
    );
  }
  return (
    <ul
      {...(wasRefused && { role: 'alert' })}
      className={`space-y-1.5 ${wasRefused ? 'rounded-lg bg-danger-subtle px-3.5 py-2.5 text-danger' : 'text-warning'}`}
    >
      {data.problems.map((problem) => (
        <li key={problem.message} className="flex gap-2">
          <AlertCircle size={16} className="mt-0.5 shrink-0" aria-hidden />
          {errorText(problem)}
        </li>
      ))}
    </ul>
  );
}

/** What becomes of the days of a new schedule that have passed. */
export function usePastText(days: number): string {
  const { tn } = useTranslation();
  return days > MAX_CATCH_UP ? tn('recurring.past-many', days) : tn('recurring.past-few', days);
}

export function InvoiceWarnings({ warnings }: { warnings: Preview['warnings'] }) {
  const { tIfKnown, lang } = useTranslation();
  return warnings.map((warning) => (
    <p key={warning.code} className="flex gap-2 text-warning">
      <AlertCircle size={16} className="mt-0.5 shrink-0" aria-hidden />
      {translateWarning(warning, tIfKnown, lang)}
    </p>
  ));
}

function submitLabelKey(kind: Kind, editing: boolean, form: Form, preview: Preview | undefined) {
  if (editing) return 'go.save';
  if (kind !== 'invoice') return `go.${kind}` as const;
  if (form.payment === 'paid') return 'go.paid';
  if (form.payment === 'claim') return 'go.claim';
  const way = preview?.customer?.output_select;
  return way === OUTPUT_EMAIL ? 'go.email' : way === OUTPUT_EINVOICE ? 'go.einvoice' : 'go.issue';
}

function DeliveryNote({ kind, form, preview }: { kind: Kind; form: Form; preview: Preview }) {
  const { t } = useTranslation();
  if (kind !== 'invoice') return <span>{t(`ready.${kind}`)}</span>;
  const { output_select = OUTPUT_PRINT, email = '', name = '' } = preview.customer ?? {};
  const way =
    output_select === OUTPUT_EMAIL
      ? t('ready.email', { email })
      : output_select === OUTPUT_EINVOICE
        ? t('ready.einvoice', { name })
        : t('ready.print');
  return (
    <span>
      {way} {form.payment !== 'later' && t(`ready.${form.payment}`)}
    </span>
  );
}
