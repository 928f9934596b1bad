import { CallError } from '../../api/call.ts';
import { useWrite } from '../../api/queries.ts';
import type { Cost } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { pickLike, useBase } from '../../lib/changes.ts';
import { stashForm } from '../../lib/undo-stash.ts';
import type { FormFields } from '../../lib/use-fields.ts';
import { useChange } from '../../ui/dialogs/conflict-question.tsx';
import { showToast } from '../../ui/elements/toast.tsx';
import { type ReviewFieldValues, toRecord, toRequest } from './review-values.ts';

interface Options {
  cost: Cost;
  /** The name under which the form is kept as a draft. */
  draft: string;
  form: FormFields<ReviewFieldValues>;
  onClose(): void;
  onNext(): void;
}

/** The writes of the review: approve the cost, reopen and delete it. */
export function useReviewWrites({ cost, draft, form, onClose, onNext }: Options) {
  const { t } = useTranslation();
  const approve = useWrite('approve-cost');
  const reopen = useWrite('move-cost-to-new');
  const remove = useWrite('delete-cost');
  const isIncomplete = approve.error instanceof CallError && approve.error.code === 'cost_incomplete';
  const change = useChange(approve);
  const base = useBase(draft, cost, form.isDirty);
  const submit = (more: { allow_missing?: true } = {}) => {
    // An approval is of all that is shown, so all of it must still be what was read.
    const data = toRequest(form.fields);
    change.save(
      { data, was: pickLike(data, toRecord(base)) },
      (chosen) => ({ guid: cost.guid, ...chosen, ...more }),
      {
        onSuccess: ({ needs_second }) => {
          form.discard();
          showToast(t(needs_second ? 'costs.needs-second' : 'done.approved'));
          onNext();
        },
        onDelayed: ({ guid: action }) => {
          // The draft stays until the cost is approved: undo opens it with what was typed.
          stashForm(action, draft, form.fields, `/costs?open=${cost.guid}`);
          onNext();
        },
      },
    );
  };
  const removeCost = () =>
    remove.mutate(
      { guid: cost.guid },
      {
        onSuccess: () => {
          showToast(t('done.deleted'));
          onClose();
        },
        onDelayed: onClose,
      },
    );
  return {
    approve: { busy: approve.isPending, run: () => submit() },
    /** The server refused the approval because of missing fields; the person may approve the cost without them. */
    isIncomplete,
    approveAnyway: () => submit({ allow_missing: true }),
    cancelApproval: approve.reset,
    reopen: {
      busy: reopen.isPending,
      run: () => reopen.mutate({ guid: cost.guid }, { onSuccess: () => showToast(t('done.reopened')) }),
    },
    remove: { busy: remove.isPending, run: removeCost },
    question: change.question,
    error: (isIncomplete ? null : approve.error) ?? reopen.error ?? remove.error,
  };
}
