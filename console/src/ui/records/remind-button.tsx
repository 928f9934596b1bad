import { BellRing } from 'lucide-react';
import { useState } from 'react';
import { isRemindedLately } from '../../../../src/domain/invoices/reminders.ts';
import { usePendingAction } from '../../api/delayed-actions.ts';
import { useSession, useWrite } from '../../api/queries.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { formatDate } from '../../lib/format.ts';
import { ConfirmDialog } from '../dialogs/confirm-dialog.tsx';
import { Button } from '../elements/button.tsx';
import { ErrorAlert } from '../elements/feedback.tsx';
import { showToast } from '../elements/toast.tsx';
import { PendingBadge } from './pending.tsx';

interface Props {
  invoice: { guid: string; reminded_at: string | null };
  small?: boolean;
}

/** Mails a reminder. It asks first where the customer was reminded lately. */
export function RemindButton({ invoice: { guid, reminded_at }, small = false }: Props) {
  const { t, lang } = useTranslation();
  const [asks, setAsks] = useState(false);
  const remind = useWrite('remind-invoice');
  const { data: session } = useSession();
  const pending = usePendingAction(guid);
  const wasLately = session !== undefined && isRemindedLately(reminded_at, session.today);
  const send = (again: boolean) =>
    remind.mutate(
      { guid, ...(again && { again }) },
      {
        onSuccess: () => {
          showToast(t('done.reminded'));
          setAsks(false);
        },
        onDelayed: () => setAsks(false),
      },
    );
  if (pending) return small ? <PendingBadge guid={guid}>{null}</PendingBadge> : null;
  return (
    <>
      <Button
        small={small}
        data-action
        icon={<BellRing size={small ? 15 : 16} aria-hidden />}
        busy={remind.isPending}
        onClick={() => (wasLately ? setAsks(true) : send(false))}
      >
        {t('inbox-item.remind')}
      </Button>
      {asks ? (
        <ConfirmDialog
          title={t('remind.again')}
          description={t('remind.again-about', { date: formatDate((reminded_at ?? '').slice(0, 10), lang) })}
          submitLabel={t('remind.again-go')}
          busy={remind.isPending}
          error={remind.error}
          onConfirm={() => send(true)}
          onClose={() => setAsks(false)}
        />
      ) : (
        remind.error && (
          <div className="w-full">
            <ErrorAlert error={remind.error} />
          </div>
        )
      )}
    </>
  );
}

/** Says when the customer was last reminded. */
export function RemindedText({ at }: { at: string | null }) {
  const { t, lang } = useTranslation();
  return at && t('remind.sent', { date: formatDate(at.slice(0, 10), lang) });
}
