import { useParams, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useRead } from '../../api/queries.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { LoadError, Skeleton } from '../../ui/elements/feedback.tsx';
import { Page } from '../../ui/elements/page.tsx';
import { Editor } from './editor.tsx';
import { EMPTY_FORM, type Kind, taskToForm, toForm } from './editor-form.ts';

const READ_OPERATIONS = {
  draft: 'get-draft-invoice',
  quote: 'get-quote',
  order: 'get-order-invoice',
  recurring: 'get-recurring-invoice',
} as const;

/** A new invoice; it may start from a copy of another, from a customer, or from a task. */
export function NewInvoice() {
  const { t } = useTranslation();
  const { copy, customer, task, undone } = useSearch({ strict: false }) as {
    /** The action that was undone: its form is a draft of this tab. */
    undone?: string;
    copy?: string;
    customer?: string;
    task?: string;
  };
  const work = useRead('get-task', { guid: task ?? '' }, { enabled: task !== undefined });
  const source = useRead('get-invoice', { guid: copy ?? '' }, { enabled: copy !== undefined });
  const buyer = useRead('get-customer', { guid: customer ?? '' }, { enabled: customer !== undefined });
  const start = useMemo(() => {
    if (source.data) return toForm(source.data);
    if (work.data) return taskToForm(work.data);
    if (buyer.data)
      return {
        ...EMPTY_FORM,
        customer: { guid: buyer.data.guid, name: buyer.data.name },
        currency: buyer.data.currency,
      };
    return EMPTY_FORM;
  }, [source.data, buyer.data, work.data]);
  const asked =
    copy !== undefined ? source : task !== undefined ? work : customer !== undefined ? buyer : null;
  if (asked && !asked.data)
    return <EditorLoading title={t('new.invoice')} error={asked.error} onRetry={asked.refetch} />;
  return (
    <Editor
      key={undone ?? copy ?? task ?? customer ?? 'new'}
      kind="invoice"
      from={undone ?? copy ?? task ?? customer}
      start={start}
      title={t('new.invoice')}
    />
  );
}

function EditorLoading({ title, error, onRetry }: { title: string; error: Error | null; onRetry(): void }) {
  return <Page title={title}>{error ? <LoadError error={error} onRetry={onRetry} /> : <Skeleton />}</Page>;
}

function EditDocument({ kind }: { kind: keyof typeof READ_OPERATIONS }) {
  const { t } = useTranslation();
  const { guid = '' } = useParams({ strict: false }) as { guid?: string };
  const { data, error, refetch } = useRead(READ_OPERATIONS[kind] as 'get-order-invoice', { guid });
  const start = useMemo(() => (data ? { ...toForm(data), files: data.files } : null), [data]);
  const title = t(`edit.${kind}`);
  if (!start) return <EditorLoading title={title} error={error} onRetry={refetch} />;
  return <Editor key={guid} kind={kind} start={start} record={data ?? null} title={title} />;
}

function NewDocument({ kind }: { kind: Exclude<Kind, 'invoice' | 'draft'> }) {
  const { t } = useTranslation();
  return <Editor kind={kind} start={EMPTY_FORM} title={t(`new.${kind}`)} />;
}

export const EditDraft = () => <EditDocument kind="draft" />;
export const EditQuote = () => <EditDocument kind="quote" />;
export const EditOrder = () => <EditDocument kind="order" />;
export const EditRecurring = () => <EditDocument kind="recurring" />;
export const NewQuote = () => <NewDocument kind="quote" />;
export const NewOrder = () => <NewDocument kind="order" />;
export const NewRecurring = () => <NewDocument kind="recurring" />;
