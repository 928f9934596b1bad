import { useState } from 'react';
import { COMMON_CURRENCIES } from '../../api/choices.ts';
import { useRead, useSession } from '../../api/queries.ts';
import type { InputOf } from '../../api/types.ts';
import { useDebounced } from '../../lib/timers.ts';
import { useDraft } from '../../lib/use-draft.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Input, Select } from '../../ui/field.tsx';
import { Form as FormElement } from '../../ui/form.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { CustomerPicker } from '../../ui/record-pickers.tsx';
import type { Lang } from '../../words/lang.ts';
import { useWords } from '../../words/words.tsx';
import { CustomerDialog } from '../customers/customer-dialog.tsx';
import { DateFields, PaymentFields, RecurringFields, TextFields } from './editor-fields.tsx';
import { type Form, type Kind, toRequest, withCustomer, withDefaultTerms } from './editor-form.ts';
import { LinesEditor } from './editor-lines.tsx';
import { EditorSummary } from './editor-summary.tsx';
import { LIST_PATHS, useEditorWrites } from './editor-writes.ts';

const DEBOUNCE_MS = 280;

interface Props {
  kind: Kind;
  /** The initial form. */
  start: Form;
  /** The order, draft or quote that is changed; null for a new one. */
  guid: string | null;
  title: string;
  /** The record that a new document was started from; it gives the draft a name of its own. */
  from?: string | undefined;
}

/** One editor for invoices, drafts, quotes, orders and templates. The server computes every sum in it. */
export function Editor({ kind, start, guid, title, from }: Props) {
  const { t, lang } = useWords();
  const { data: session } = useSession();
  const [form, setForm, discard] = useDraft<Form>(`${kind}-${guid ?? from ?? 'new'}`, start);
  const [naming, setNaming] = useState<string | null>(null);
  // An item that is already on the document may stay on it when it is no longer active.
  const keptItems = guid ? start.lines.map((line) => line.guid) : [];
  const requested = JSON.stringify({ ...previewBody(form, lang), kept_items: keptItems });
  const debounced = useDebounced(requested, DEBOUNCE_MS);
  const preview = useRead('preview-invoice', JSON.parse(debounced) as InputOf<'preview-invoice'>, {
    keepPrevious: true,
  });
  const suggested = preview.data;
  const dates = {
    issue_date: form.issue_date || session?.today,
    due_date: form.due_date || suggested?.due_date,
    settlement_date: form.settlement_date || suggested?.settlement_date,
  };
  const { submit, saveDraft, leave, saving, savingDraft, error } = useEditorWrites({
    kind,
    guid,
    form,
    dates,
    amount: suggested?.amount,
    discard,
  });
  const set = (changed: Partial<Form>) => setForm((before) => ({ ...before, ...changed }));
  return (
    <Page title={title}>
      <FormElement
        error={error}
        onSubmit={submit}
        className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_21rem]"
      >
        <div className="grid min-w-0 gap-4">
          <Card>
            <div className="grid gap-4 sm:grid-cols-2">
              <div className="sm:col-span-2">
                <p className="mb-1.5 text-[0.8125rem] font-medium">{t('field.customer')}</p>
                <CustomerPicker
                  chosen={form.customer?.name ?? ''}
                  onChoose={(customer) => setForm((before) => withCustomer(before, customer))}
                  onCreate={setNaming}
                />
              </div>
              {kind === 'recurring' && <RecurringFields form={form} set={set} />}
              <DateFields kind={kind} form={form} set={set} suggested={dates} />
              <Currency form={form} set={set} />
            </div>
          </Card>
          <Card title={t('lines')} flush>
            <LinesEditor
              lines={form.lines}
              currency={form.currency}
              preview={suggested}
              onChange={(lines) => set({ lines })}
            />
          </Card>
          <PaymentFields kind={kind} form={form} set={set} preview={suggested} />
          <TextFields form={form} set={set} usualTerms={guid ? '' : (suggested?.terms ?? '')} />
        </div>
        <EditorSummary
          kind={kind}
          editing={guid !== null}
          form={form}
          preview={preview.data}
          previewError={preview.error}
          onAgain={preview.refetch}
          waiting={preview.isFetching || debounced !== requested}
          saving={saving}
          error={error}
          {...(kind === 'invoice' && {
            draft: { save: saveDraft, saving: savingDraft },
            printed: withDefaultTerms(previewBody(form, lang), form) as InputOf<'preview-invoice-pdf'>,
          })}
        />
      </FormElement>
      <div className="mt-4">
        <Button variant="quiet" onClick={() => leave('done.dropped', LIST_PATHS[kind])}>
          {t('editor.drop')}
        </Button>
      </div>
      {naming !== null && (
        <CustomerDialog
          start={{ name: naming }}
          onClose={() => setNaming(null)}
          onSaved={(customer) => {
            setForm((before) => withCustomer(before, customer));
            setNaming(null);
          }}
        />
      )}
    </Page>
  );
}

/** The preview knows only invoices: a document that becomes one later is computed as if it were issued today. */
function previewBody(form: Form, lang: Lang) {
  return { ...toRequest(form, 'invoice', lang), type: 'invoice', suggest_days: true };
}

function Currency({ form, set }: { form: Form; set(changed: Partial<Form>): void }) {
  const { t } = useWords();
  const currencies: readonly string[] = COMMON_CURRENCIES;
  const all = currencies.includes(form.currency) ? currencies : [...currencies, form.currency];
  return (
    <>
      <Field label={t('field.currency')}>
        <Select value={form.currency} onChange={({ target }) => set({ currency: target.value })}>
          {all.map((currency) => (
            <option key={currency}>{currency}</option>
          ))}
        </Select>
      </Field>
      {form.currency !== 'ISK' && (
        <Field label={t('field.exchange_rate')} hint={t('editor.rate-hint', { currency: form.currency })}>
          <Input
            figure
            inputMode="decimal"
            value={form.exchange_rate}
            onChange={({ target }) => set({ exchange_rate: target.value })}
          />
        </Field>
      )}
    </>
  );
}
