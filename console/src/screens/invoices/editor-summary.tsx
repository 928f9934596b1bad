import { AlertCircle, CheckCircle2 } from 'lucide-react';
import { OUTPUT_EINVOICE, OUTPUT_EMAIL, OUTPUT_PRINT } from '../../api/choices.ts';
import { useErrorText } from '../../api/error-text.ts';
import type { InputOf, Preview } from '../../api/types.ts';
import { formatMoney } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorAlert } from '../../ui/feedback.tsx';
import { useWords } from '../../words/words.tsx';
import type { Form, Kind } from './editor-form.ts';
import { PdfPreview } from './pdf-preview.tsx';

interface Props {
  kind: Kind;
  editing: boolean;
  form: Form;
  preview: Preview | undefined;
  previewError: Error | null;
  onAgain(): void;
  waiting: boolean;
  saving: boolean;
  error: Error | null;
  draft?: { save(): void; saving: boolean };
  /** The input of the PDF preview; only invoices have one. */
  printed?: InputOf<'preview-invoice-pdf'>;
}

/** The totals, the problems that the preview found, and a submit button that names the outcome. */
export function EditorSummary({
  kind,
  editing,
  form,
  preview,
  previewError,
  onAgain,
  waiting,
  saving,
  error,
  draft,
  printed,
}: Props) {
  const { t, lang } = useWords();
  const errorText = useErrorText();
  const money = (amount: number) => formatMoney(amount, preview?.currency ?? form.currency, lang);
  const problems = preview?.problems ?? [];
  const ready = preview !== undefined && problems.length === 0 && !previewError;
  const rows: [string, number][] = preview
    ? [
        ...(preview.discount > 0 ? [[t('total.discount'), -preview.discount] as [string, number]] : []),
        [t('total.net'), preview.net],
        ...(preview.vat_24 ? [[t('total.vat24'), preview.vat_24] as [string, number]] : []),
        ...(preview.vat_11 ? [[t('total.vat11'), preview.vat_11] as [string, number]] : []),
      ]
    : [];
  return (
    <aside
      aria-label={t('editor.summary')}
      className="rounded-xl border bg-paper shadow-card lg:sticky lg:top-6"
    >
      <div className="space-y-2 p-5" aria-live="polite" aria-busy={waiting}>
        {rows.map(([name, amount]) => (
          <p key={name} className="flex justify-between gap-3">
            <span className="text-muted">{name}</span>
            <span className="figure">{money(amount)}</span>
          </p>
        ))}
        <p
          className={`flex items-baseline justify-between gap-3 border-t pt-3 text-lg font-semibold transition-opacity ${waiting ? 'opacity-60' : ''}`}
        >
          <span>{t('total.amount')}</span>
          <span className="figure text-xl tracking-tight">{preview ? money(preview.amount) : '–'}</span>
        </p>
      </div>
      <div className="space-y-3 border-t p-5">
        {previewError ? (
          <ErrorAlert error={previewError} onRetry={onAgain} busy={waiting} />
        ) : problems.length > 0 ? (
          <ul className="space-y-1.5">
            {problems.map((problem) => (
              <li key={problem.message} className="flex gap-2 text-warning">
                <AlertCircle size={16} className="mt-0.5 shrink-0" aria-hidden />
                {errorText(problem)}
              </li>
            ))}
          </ul>
        ) : (
          preview && (
            <p className="flex gap-2 text-accent">
              <CheckCircle2 size={16} className="mt-0.5 shrink-0" aria-hidden />
              <DeliveryNote kind={kind} form={form} preview={preview} />
            </p>
          )
        )}
        <ErrorAlert error={error} />
        <Button type="submit" variant="primary" wide busy={saving} disabled={!ready || waiting}>
          {t(submitLabelKey(kind, editing, form, preview), { amount: preview ? money(preview.amount) : '' })}
        </Button>
        {printed && <PdfPreview body={printed} ready={Boolean(preview?.may_save) && !waiting} />}
        {draft && (
          <Button wide busy={draft.saving} disabled={!preview?.may_save} onClick={draft.save}>
            {t('editor.save-draft')}
          </Button>
        )}
      </div>
    </aside>
  );
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
  const { t } = useWords();
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
