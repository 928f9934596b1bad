import { Undo2 } from 'lucide-react';
import { type PendingAction, usePendingActions } from '../../api/delayed-actions.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { Button } from '../../ui/elements/button.tsx';
import { pendingTextKey, useSecondsLeft, useShownActions, useUndo } from '../../ui/records/pending.tsx';
import { ENDING } from './use-bookings.ts';

/** The booking that Ctrl Z undoes, above the lines: a toast would cover the buttons on a phone. */
export function LastBooked() {
  const pending = usePendingActions().filter(
    ({ is_mine, operation, state }) => is_mine && state === 'waiting' && ENDING.has(operation),
  );
  useShownActions(pending.map(({ guid }) => guid));
  const last = pending.at(-1);
  return last ? <Undo action={last} /> : null;
}

function Undo({ action }: { action: PendingAction }) {
  const { t } = useTranslation();
  const seconds = useSecondsLeft(action.runsAt);
  const undo = useUndo();
  return (
    <span className="flex min-w-0 items-center gap-2 text-note">
      <span className="min-w-0 truncate">
        {t(pendingTextKey(action))} · {t('undo.seconds', { n: seconds })}
        {action.about && ` · ${action.about}`}
      </span>
      <Button
        small
        icon={<Undo2 size={14} aria-hidden />}
        busy={undo.busy}
        disabled={seconds === 0}
        onClick={() => undo.run([action.guid])}
      >
        {t('undo')}
      </Button>
    </span>
  );
}
