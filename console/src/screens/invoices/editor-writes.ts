import { useWrite } from '../../api/queries.ts';
import type { InputOf, OperationName } from '../../api/types.ts';
import type { TextKey } from '../../i18n/lang.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { changeOf, useBase } from '../../lib/changes.ts';
import type { Filters } from '../../lib/filters.ts';
import { useScreenNavigate } from '../../lib/navigation.ts';
import { stashForm } from '../../lib/undo-stash.ts';
import { useChange } from '../../ui/dialogs/conflict-question.tsx';
import { showToast } from '../../ui/elements/toast.tsx';
import {
  type EditedDocument,
  type Form,
  type Kind,
  toForm,
  toRequest,
  withDefaultTerms,
} from './editor-form.ts';

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
  recurring: 'update-recurring-invoice',
};
export const LIST_PATHS = {
  invoice: '/invoices',
  draft: '/drafts',
  quote: '/quotes',
  order: '/orders',
  recurring: '/recurring',
} as const satisfies Record<Kind, string>;

interface Options {
  kind: Kind;
  /** The document that is changed; null for a new one. */
  guid: string | null;
  /** The document as it was read; the change names the values that it was made from. */
  record: EditedDocument | null;
  /** The name under which the form is kept. */
  draftName: string;
  form: Form;
  isDirty: boolean;
  dates: Readonly<Record<string, string | null | undefined>>;
  /** The total that the preview showed; the server refuses another, because the person confirmed this one. */
  amount: number | undefined;
  discard(): void;
}

/** The writes of the editor: create or update, save as draft, and leaving it. */
export function useEditorWrites(options: Options) {
  const { kind, guid, record, draftName, form, isDirty, dates, amount, discard } = options;
  const { t } = useTranslation();
  const navigate = useScreenNavigate();
  const create = useWrite(CREATE_OPERATIONS[kind] as 'create-invoice');
  const update = useWrite((UPDATE_OPERATIONS[kind] ?? 'update-quote') as 'update-quote');
  const change = useChange(update);
  const base = useBase(draftName, record, isDirty);
  const draft = useWrite('create-draft-invoice');
  const leave = (toast: TextKey, to: (typeof LIST_PATHS)[Kind], search: Filters = {}) => {
    discard();
    showToast(t(toast));
    navigate({ to, search });
  };
  const submit = () => {
    const body = toRequest(form, kind);
    if (guid && base) {
      const onSuccess = () => leave('done.saved', LIST_PATHS[kind], { open: guid });
      const before = toChanges({ ...toForm(base), files: base.files }, kind);
      return change.save(changeOf(before, toChanges(form, kind), base), (data) => ({ guid, data }), {
        onSuccess,
      });
    }
    const request = withDefaultTerms(body, form);
    const isInvoice = kind === 'invoice';
    create.mutate(
      (isInvoice
        ? { ...request, ...dates, type: 'invoice', amount }
        : { ...request, ...(kind === 'recurring' && { amount }) }) as InputOf<'create-invoice'>,
      {
        onSuccess: (created) =>
          isInvoice
            ? leave('done.issued', '/invoices', { open: created.guid })
            : leave('done.saved', LIST_PATHS[kind], {
                open: created.guid,
                // The next step of a new quote is to send it.
                ...(kind === 'quote' && { ask: 'send' }),
              }),
        onDelayed: ({ guid: action }) => {
          discard();
          stashForm(action, `invoice-${action}`, form, `/invoices/new?undone=${action}`);
          navigate({ to: '/invoices' });
        },
      },
    );
  };
  const saveDraft = () => {
    // A draft cannot be paid already.
    const unpaid: Form = { ...form, payment: form.payment === 'paid' ? 'later' : form.payment };
    draft.mutate(withDefaultTerms(toRequest(unpaid, 'draft'), form) as InputOf<'create-draft-invoice'>, {
      onSuccess: ({ guid: saved }) => leave('done.draft', '/drafts', { open: saved }),
    });
  };
  return {
    submit,
    saveDraft,
    leave,
    saving: create.isPending || update.isPending,
    savingDraft: draft.isPending,
    error: create.error ?? update.error ?? draft.error,
    question: change.question,
  };
}

/** The request of a changed document. An update leaves alone what is not sent, so what was emptied is sent empty. */
function toChanges(form: Form, kind: Kind) {
  const body = toRequest(form, kind);
  const { currency, recurring_max_invoice, recurring_period = '' } = form;
  const exchange_rate = currency === 'ISK' ? '' : form.exchange_rate;
  const emptied = { ...body, exchange_rate };
  return kind === 'recurring' ? { ...emptied, recurring_max_invoice, recurring_period } : emptied;
}
