import { usePendingAction } from '../../api/delayed-actions.ts';
import type { Cost } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { formatDate } from '../../lib/format.ts';
import { useDraftFields } from '../../lib/use-fields.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { ErrorAlert } from '../../ui/elements/feedback.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { PendingNotice } from '../../ui/records/pending.tsx';
import { ReviewActions } from './review-actions.tsx';
import { ReviewFields } from './review-fields.tsx';
import { type Place, type Reading, toFields } from './review-values.ts';
import { useReviewWrites } from './review-writes.ts';
import { DuplicateWarning, useSimilarCosts } from './similar-costs.tsx';

interface Props {
  cost: Cost;
  reading: Reading;
  /** Marks the place on the receipt that a value was read from. */
  onPlace(place: Place | null): void;
  onClose(): void;
  onNext(): void;
}

/** The fields of a cost; they can be changed until it is approved. */
export function ReviewForm({ cost, reading, onPlace, onClose, onNext }: Props) {
  const { t, lang } = useTranslation();
  const draft = `cost-${cost.guid}`;
  const form = useDraftFields(draft, toFields(cost));
  const similar = useSimilarCosts(cost, form);
  const pending = usePendingAction(cost.guid);
  const writes = useReviewWrites({ cost, draft, form, onClose, onNext });
  const { approve, error } = writes;
  return (
    <Form
      error={error}
      onSubmit={approve.run}
      submitsBy="shortcut"
      focusedAs={t('costs.review')}
      className="flex min-h-0 flex-col outline-none"
    >
      {/* Where all fields are disabled, only the container can be scrolled with the keyboard. */}
      <div tabIndex={cost.may.approve ? undefined : 0} className="flex-1 space-y-4 overflow-y-auto p-5">
        {reading.problem && cost.may.approve && (
          <p className="rounded-lg bg-warning-subtle px-3.5 py-2.5 text-warning">
            {t('costs.unread')} {lang === 'en' && reading.problem}
          </p>
        )}
        {cost.first_approved_at && cost.may.approve && (
          <p className="rounded-lg bg-info-subtle px-3.5 py-2.5">
            {t('costs.first-approved', {
              name: cost.first_approved_by || t('costs.operator'),
              date: formatDate(cost.first_approved_at.slice(0, 10), lang),
            })}
          </p>
        )}
        {cost.accounting_message && (
          <p className="rounded-lg bg-sunken px-3.5 py-2.5">{cost.accounting_message}</p>
        )}
        <ReviewFields
          cost={cost}
          form={form}
          reading={reading}
          last={similar?.last_booked ?? null}
          disabled={!cost.may.approve}
          onPlace={onPlace}
        />
      </div>
      {cost.may.approve && <DuplicateWarning duplicates={similar?.duplicates ?? []} />}
      {error && (
        <div className="border-t px-5 pt-3.5">
          <ErrorAlert error={error} />
        </div>
      )}
      {pending ? (
        <div className="border-t px-5 py-3.5">
          <PendingNotice action={pending} />
        </div>
      ) : (
        <ReviewActions
          cost={cost}
          amount={form.fields.amount}
          approve={approve}
          reopen={writes.reopen}
          remove={writes.remove}
        />
      )}
      {writes.question}
      {writes.isIncomplete && (
        <ConfirmDialog
          title={t('costs.incomplete')}
          description={t('costs.incomplete-about')}
          submitLabel={t('costs.approve-anyway')}
          busy={approve.busy}
          error={null}
          onConfirm={writes.approveAnyway}
          onClose={writes.cancelApproval}
        />
      )}
    </Form>
  );
}
