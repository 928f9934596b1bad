import { type ComponentProps, type RefObject, useRef, useState } from 'react';
import { countOccurrences, type Interval } from '../../../../src/domain/sales/recurrence.ts';
import { useSession } from '../../api/queries.ts';
import type { ChosenCustomer, InputOf, Preview } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { useDeferredSubmit } from '../../lib/use-deferred-submit.ts';
import { useDraft } from '../../lib/use-draft.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { focusAfterClosing } from '../../ui/dialogs/dialog.tsx';
import { useDiscardQuestion } from '../../ui/dialogs/discard-question.tsx';
import { Button } from '../../ui/elements/button.tsx';
import { Card, Page } from '../../ui/elements/page.tsx';
import { Form as FormElement } from '../../ui/forms/form.tsx';
import { CustomerPicker } from '../../ui/forms/record-pickers.tsx';
import { SellerNeeds, useSellerNeeds } from '../../ui/records/seller-needs.tsx';
import { CustomerDialog } from '../customers/customer-dialog.tsx';
import { Attachments } from './attachments.tsx';
import {
  CurrencyFields,
  DateFields,
  type EditorFieldsProps,
  PaymentFields,
  QuoteFields,
  RecurringFields,
} from './editor-fields.tsx';
import {
  type EditedDocument,
  type Form,
  isRequested,
  type Kind,
  toInvoicePreview,
  withCustomer,
  withDefaultTerms,
} from './editor-form.ts';
import { LinesEditor } from './editor-lines.tsx';
import { EditorSummary, InvoiceWarnings, usePastText } from './editor-summary.tsx';
import { TextFields } from './editor-text-fields.tsx';
import { LIST_PATHS, useEditorWrites } from './editor-writes.ts';
import { usePreview } from './use-preview.ts';

interface Props {
  kind: Kind;
  /** The initial form. */
  start: Form;
  /** The document that is changed; null for a new one. */
  record?: EditedDocument | null;
  title: string;
  /** The record that a new document was started from; it gives the draft a name of its own. */
  from?: string | undefined;
}

/** One editor for invoices, drafts, quotes, orders and templates. The server computes every sum in it. */
export function Editor({ kind, start, record = null, title, from }: Props) {
  const guid = record?.guid ?? null;
  const draftName = `${kind}-${guid ?? from ?? 'new'}`;
  const { data: session } = useSession();
  const [fields, setFields, discard] = useDraft<Form>(draftName, start);
  const isDirty = JSON.stringify(fields) !== JSON.stringify(start);
  const set = (changed: Partial<Form>) => setFields((before) => ({ ...before, ...changed }));
  const previewed = usePreview(fields, kind, guid ? { guid, form: start } : null);
  const { preview, isWaiting, problems } = previewed;
  const suggested = preview.data;
  const dates = {
    issue_date: fields.issue_date || session?.today,
    due_date: fields.due_date || suggested?.due_date,
    settlement_date: fields.settlement_date || suggested?.settlement_date,
  };
  const writes = useEditorWrites({
    kind,
    guid,
    record,
    draftName,
    form: fields,
    isDirty,
    dates,
    amount: suggested?.amount,
    discard,
  });
  const { saveDraft, leave, saving, savingDraft, error } = writes;
  const warnings = useWarnings({ kind, fields, start, preview: suggested });
  const { attempts, deferSubmit, question } = useCheckedSubmit({ previewed, warnings, writes });
  return (
    <Page title={title}>
      <FormElement
        error={error}
        {...(attempts > 0 && problems.length > 0 && { problems })}
        attempts={attempts}
        onSubmit={deferSubmit}
        submitsBy="shortcut"
        className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_21rem]"
      >
        <FieldCards
          kind={kind}
          form={{ fields, set }}
          dates={dates}
          preview={suggested}
          usualTerms={guid ? '' : (suggested?.terms ?? '')}
          onCustomer={(customer) => setFields((before) => withCustomer(before, customer))}
        />
        <EditorSummary
          kind={kind}
          editing={guid !== null}
          form={fields}
          preview={preview}
          waiting={isWaiting}
          saving={saving}
          error={error}
          wasRefused={attempts > 0}
          pastDays={warnings.pastDays}
          needs={suggested && suggested.lines.length > 0 ? warnings.needs : []}
          unusual={warnings.unusual}
          isUntouched={!isDirty && attempts === 0}
          {...(kind === 'invoice' && {
            draft: { save: saveDraft, saving: savingDraft },
            printed: withDefaultTerms(toInvoicePreview(fields), fields) as InputOf<'preview-invoice-pdf'>,
          })}
        />
      </FormElement>
      <DiscardButton isDirty={isDirty} onDiscard={() => leave('done.dropped', LIST_PATHS[kind])} />
      {question}
      {writes.question}
    </Page>
  );
}

/** Leaves the editor without saving, and asks first if anything was typed. */
function DiscardButton({ isDirty, onDiscard }: { isDirty: boolean; onDiscard(): void }) {
  const { t } = useTranslation();
  const { close, question } = useDiscardQuestion(isDirty, onDiscard);
  return (
    <div className="mt-4">
      <Button variant="quiet" onClick={close}>
        {t('editor.drop')}
      </Button>
      {question}
    </div>
  );
}

interface FieldCardsProps extends EditorFieldsProps {
  kind: Kind;
  /** The dates that the document gets where the form has none. */
  dates: ComponentProps<typeof DateFields>['suggested'];
  preview: Preview | undefined;
  usualTerms: string;
  onCustomer(customer: ChosenCustomer): void;
}

/** The cards with everything that a document can state. */
function FieldCards({ kind, form, dates, preview, usualTerms, onCustomer }: FieldCardsProps) {
  const firstItem = useRef<HTMLInputElement>(null);
  const { customer, lines } = form.fields;
  return (
    <div className="grid min-w-0 gap-4">
      <Card>
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <CustomerField
            name={customer?.name ?? ''}
            next={lines.some(isRequested) ? undefined : firstItem}
            onChoose={onCustomer}
          />
          {kind === 'recurring' && <RecurringFields form={form} />}
          {kind === 'quote' && <QuoteFields form={form} />}
          <DateFields kind={kind} form={form} suggested={dates} />
          <CurrencyFields form={form} />
        </div>
      </Card>
      <LinesCard form={form} preview={preview} firstItem={firstItem} />
      <PaymentFields kind={kind} form={form} preview={preview} />
      <Attachments form={form} />
      <TextFields form={form} usualTerms={usualTerms} />
    </div>
  );
}

interface Warned {
  kind: Kind;
  fields: Form;
  start: Form;
  preview: Preview | undefined;
}

/** What the person is asked about before the document is saved: missing details of the seller, a start in the past, a quote that has expired. */
function useWarnings({ kind, fields, start, preview }: Warned) {
  const { data: session } = useSession();
  const needs = useSellerNeeds({
    hasVat: (preview?.vat_24 ?? 0) + (preview?.vat_11 ?? 0) > 0,
    isPaidByTransfer: fields.payment === 'later',
  });
  const { recurring_start_date: begin, valid_until: end } = fields;
  const isNewBegin = begin !== '' && begin !== start.recurring_start_date;
  const today = session?.today ?? '';
  return {
    needs: kind === 'invoice' ? needs : [],
    unusual: kind === 'invoice' ? (preview?.warnings ?? []) : [],
    // Invoices of past days would be issued at once, or the template paused, which nobody expects.
    pastDays: kind === 'recurring' && isNewBegin ? countPastDays(fields, today) : 0,
    isExpired: kind === 'quote' && end !== '' && end < today,
  };
}

function isAnyWarning({ needs, unusual, pastDays, isExpired }: ReturnType<typeof useWarnings>): boolean {
  return needs.length + unusual.length > 0 || pastDays > 0 || isExpired;
}

/** How many days of a new schedule have passed, today included where one before it has. */
function countPastDays(
  { recurring_start_date, recurring_interval, recurring_max_invoice }: Form,
  today: string,
) {
  if (!(recurring_start_date < today)) return 0;
  const days = countOccurrences(recurring_start_date, recurring_interval as Interval, today);
  return Math.min(days, Number(recurring_max_invoice) || days);
}

interface WarningQuestionProps extends ReturnType<typeof useWarnings> {
  busy: boolean;
  error: Error | null;
  onConfirm(): void;
  onClose(): void;
}

function WarningQuestion({ needs, unusual, pastDays, isExpired, ...dialog }: WarningQuestionProps) {
  const { t } = useTranslation();
  const pastText = usePastText(pastDays);
  const about = needs.length > 0 ? 'needs-seller.ask-about' : 'unusual.about';
  const [title, description, submitLabel] =
    pastDays > 0
      ? ([t('recurring.past'), pastText, 'go.recurring'] as const)
      : isExpired
        ? ([t('quote.past'), t('quote.past-about'), 'go.quote'] as const)
        : ([t('needs-seller.ask'), t(about), 'needs-seller.go'] as const);
  return (
    <ConfirmDialog
      {...dialog}
      title={title}
      description={description}
      submitLabel={t(submitLabel)}
      focuses="cancel"
    >
      <SellerNeeds needs={needs} />
      <InvoiceWarnings warnings={unusual} />
    </ConfirmDialog>
  );
}

interface SubmitChecks {
  previewed: ReturnType<typeof usePreview>;
  warnings: ReturnType<typeof useWarnings>;
  writes: ReturnType<typeof useEditorWrites>;
}

/** Submits a form without problems; `question` asks about warnings first. `attempts` counts the submits with problems. */
function useCheckedSubmit({ previewed, warnings, writes }: SubmitChecks) {
  const { preview, isWaiting, problems } = previewed;
  const { submit, saving, error } = writes;
  const [attempts, setAttempts] = useState(0);
  const [isAsking, setAsking] = useState(false);
  const submitIfReady = () => {
    if (problems.length > 0) setAttempts(attempts + 1);
    else if (!preview.data || preview.error) return;
    else if (isAnyWarning(warnings)) setAsking(true);
    else submit();
  };
  const deferSubmit = useDeferredSubmit(isWaiting, submitIfReady);
  const question = isAsking && (
    <WarningQuestion
      {...warnings}
      busy={saving}
      error={error}
      onConfirm={submit}
      onClose={() => setAsking(false)}
    />
  );
  return { attempts, deferSubmit, question };
}

interface LinesCardProps extends EditorFieldsProps {
  preview: Preview | undefined;
  firstItem: RefObject<HTMLInputElement | null>;
}

function LinesCard({ form: { fields, set }, preview, firstItem }: LinesCardProps) {
  const { t } = useTranslation();
  return (
    <Card title={t('lines')} flush>
      <LinesEditor
        lines={fields.lines}
        currency={fields.currency}
        preview={preview}
        firstItem={firstItem}
        onChange={(lines) => set({ lines })}
      />
    </Card>
  );
}

interface CustomerFieldProps {
  name: string;
  next: RefObject<HTMLElement | null> | undefined;
  onChoose(customer: ChosenCustomer): void;
}

/** The customer of the document. A new one is created in a dialog, which starts with the typed name. */
function CustomerField({ name, next, onChoose }: CustomerFieldProps) {
  const { t } = useTranslation();
  const [newName, setNewName] = useState<string | null>(null);
  return (
    <div className="sm:col-span-2">
      <p className="mb-1.5 text-dense font-medium">{t('field.customer')}</p>
      <CustomerPicker chosen={name} autoFocus next={next} onChoose={onChoose} onCreate={setNewName} />
      {newName !== null && (
        <CustomerDialog
          start={{ name: newName }}
          onClose={() => setNewName(null)}
          onSaved={(customer) => {
            onChoose(customer);
            focusAfterClosing(next?.current);
            setNewName(null);
          }}
        />
      )}
    </div>
  );
}
