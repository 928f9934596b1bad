import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { COMMON_CURRENCIES } from '../../api/choices.ts';
import { useRead, useSession, useWrite } from '../../api/queries.ts';
import type { InputOf, OperationName } from '../../api/types.ts';
import { useDebounced } from '../../lib/timers.ts';
import { useDraft } from '../../lib/use-draft.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Input, Select } from '../../ui/field.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { CustomerPicker } from '../../ui/record-pickers.tsx';
import { showToast } from '../../ui/toast.tsx';
import type { Word } from '../../words/lang.ts';
import { useWords } from '../../words/words.tsx';
import { CustomerDialog } from '../customers/customer-dialog.tsx';
import { DateFields, PaymentFields, RecurringFields, TextFields } from './editor-fields.tsx';
import { type Form, type Kind, toRequest, withCustomer, withDefaultTerms } from './editor-form.ts';
import { LinesEditor } from './editor-lines.tsx';
import { EditorSummary } from './editor-summary.tsx';

const DEBOUNCE_MS = 280;

const CREATE_OPERATIONS: Record<Kind, OperationName> = {
  invoice: 'create-invoice',
  draft: 'create-draft-invoice',
  quote: 'create-quote',
  order: 'create-order-invoice',
  recurring: 'create-recurring-invoice',
};
const UPDATE_OPERATIONS: Partial<Record<Kind, OperationName>> = {
  draft: 'update-draft-invoice',
  quote: 'update-quote',
  order: 'update-order-invoice',
};
const LIST_PATHS: Record<Kind, string> = {
  invoice: '/invoices',
  draft: '/drafts',
  quote: '/quotes',
  order: '/orders',
  recurring: '/recurring',
};

interface Props {
  kind: Kind;
  /** What it begins with. */
  start: Form;
  /** The order, draft or quote that is changed; null for a new one. */
  guid: string | null;
  title: string;
  /** What a new one was begun from, so that it is kept apart from other new ones. */
  from?: string | undefined;
}

/** One editor for everything that is or becomes an invoice. Every sum in it comes from the server. */
export function Editor({ kind, start, guid, title, from }: Props) {
  const { t, lang } = useWords();
  const navigate = useNavigate();
  const { data: session } = useSession();
  const [form, setForm, discard] = useDraft<Form>(`${kind}-${guid ?? from ?? 'new'}`, start);
  const [naming, setNaming] = useState<string | null>(null);
  const body = toRequest(form, kind, lang);
  const asked = useDebounced(JSON.stringify(previewBody(form, lang)), DEBOUNCE_MS);
  const preview = useRead('preview-invoice', JSON.parse(asked) as InputOf<'preview-invoice'>, {
    keepPrevious: true,
  });
  const create = useWrite(CREATE_OPERATIONS[kind] as 'create-invoice');
  const update = useWrite((UPDATE_OPERATIONS[kind] ?? 'update-quote') as 'update-quote');
  const draft = useWrite('create-draft-invoice');
  const set = (changed: Partial<Form>) => setForm((before) => ({ ...before, ...changed }));

  const done = (word: Word, home: string, search: Record<string, string> = {}) => {
    discard();
    showToast(t(word));
    navigate({ to: home, search: search as never });
  };
  const suggested = preview.data;
  const dates = {
    issue_date: form.issue_date || session?.today,
    due_date: form.due_date || suggested?.due_date,
    settlement_date: form.settlement_date || suggested?.settlement_date,
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (guid)
      return update.mutate({ guid, data: body }, { onSuccess: () => done('done.saved', LIST_PATHS[kind]) });
    const made = withDefaultTerms(body, form);
    const sent =
      kind === 'invoice' ? { ...made, ...dates, type: 'invoice', amount: suggested?.amount } : made;
    create.mutate(sent as InputOf<'create-invoice'>, {
      onSuccess: (made) =>
        kind === 'invoice'
          ? done('done.issued', '/invoices', { open: made.guid })
          : done('done.saved', LIST_PATHS[kind]),
    });
  };
  const saveDraft = () =>
    draft.mutate(
      withDefaultTerms(
        toRequest({ ...form, payment: form.payment === 'paid' ? 'later' : form.payment }, 'draft', lang),
        form,
      ) as InputOf<'create-draft-invoice'>,
      {
        onSuccess: () => done('done.draft', '/drafts'),
      },
    );

  return (
    <Page title={title}>
      <form
        onSubmit={submit}
        noValidate
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
          waiting={preview.isFetching || asked !== JSON.stringify(previewBody(form, lang))}
          saving={create.isPending || update.isPending}
          error={create.error ?? update.error ?? draft.error}
          {...(kind === 'invoice' && {
            draft: { save: saveDraft, saving: draft.isPending },
            printed: withDefaultTerms(previewBody(form, lang), form) as InputOf<'preview-invoice-pdf'>,
          })}
        />
      </form>
      <div className="mt-4">
        <Button variant="quiet" onClick={() => done('done.dropped', LIST_PATHS[kind])}>
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

/** The dry run knows only invoices: what becomes one later is added up as if it were issued today. */
function previewBody(form: Form, lang: 'is' | 'en') {
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
