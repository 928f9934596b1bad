import { useNavigate } from '@tanstack/react-router';
import { Hourglass, Undo2 } from 'lucide-react';
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { type DelayedAction, type PendingAction, usePendingAction } from '../../api/delayed-actions.ts';
import { useErrorText } from '../../api/error-text.ts';
import { useWrite } from '../../api/queries.ts';
import type { TextKey } from '../../i18n/lang.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { takeStash } from '../../lib/undo-stash.ts';
import { Badge } from '../elements/badge.tsx';
import { Button } from '../elements/button.tsx';
import { showToast } from '../elements/toast.tsx';

const TICK_MS = 250;

/** Whole seconds until a moment, counted down. */
export function useSecondsLeft(runsAt: number): number {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((runsAt - now) / 1000));
}

/** Undoes actions, and opens again the form that one of them was sent from. */
export function useUndo() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const navigate = useNavigate();
  const undo = useWrite('undo-actions');
  const run = (guids: readonly string[]) =>
    undo.mutate(
      { guids },
      {
        onSuccess: () => {
          showToast(t('undo.done'));
          const path = guids.map(takeStash).find(Boolean);
          if (path) navigate({ href: `/console${path}` });
        },
      },
    );
  const { error } = undo;
  useEffect(() => {
    if (error) showToast(errorText(error));
  }, [error, errorText]);
  return { run, busy: undo.isPending };
}

export function pendingTextKey({ operation, is_credit }: DelayedAction): TextKey {
  if (is_credit) return 'undo.credit';
  return `pending.${operation as 'do-paid-invoice'}`;
}

/** The state of a record, or what is about to happen to it. */
export function PendingBadge({ guid, children }: { guid: string; children: ReactNode }) {
  const action = usePendingAction(guid);
  return action ? <CountdownBadge action={action} /> : children;
}

function CountdownBadge({ action }: { action: PendingAction }) {
  const { t } = useTranslation();
  const seconds = useSecondsLeft(action.runsAt);
  return (
    <Badge tone="note" icon={<Hourglass size={13} strokeWidth={2.25} aria-hidden />}>
      {t(pendingTextKey(action))} · {t('undo.seconds', { n: seconds })}
    </Badge>
  );
}

interface NoticeProps {
  action: PendingAction;
  /** The name of the record, where the notice stands apart from it. */
  about?: string;
}

/** The actions that a record on the screen shows with a button to undo them; the toasts leave these out. */
const shownActions = new Set<string>();
const listeners = new Set<() => void>();
let shown = '';

function changeShown(change: () => void): void {
  change();
  shown = [...shownActions].join(' ');
  for (const listener of listeners) listener();
}

/** Whether a record on the screen shows the action. */
export function useIsShown(): (guid: string) => boolean {
  const guids = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => shown,
  );
  return (guid) => guids.split(' ').includes(guid);
}

/** Keeps actions out of the toasts, because the screen shows them itself with a button to undo them. */
export function useShownActions(guids: readonly string[]): void {
  const all = guids.join(' ');
  useEffect(() => {
    const added = all.split(' ');
    changeShown(() => {
      for (const guid of added) shownActions.add(guid);
    });
    return () =>
      changeShown(() => {
        for (const guid of added) shownActions.delete(guid);
      });
  }, [all]);
}

/** In place of the buttons of a record to which something is about to happen. */
export function PendingNotice({ action, about }: NoticeProps) {
  const { t } = useTranslation();
  const seconds = useSecondsLeft(action.runsAt);
  const undo = useUndo();
  useShownActions([action.guid]);
  return (
    <div className="flex w-full flex-wrap items-center gap-3 rounded-lg bg-note-subtle px-3.5 py-2.5 text-note">
      <Hourglass size={16} aria-hidden />
      <span className="min-w-0 flex-1">
        {about && <strong className="block truncate font-semibold">{about}</strong>}
        {t(pendingTextKey(action))} · <span className="figure">{t('undo.seconds', { n: seconds })}</span>
      </span>
      <Button
        icon={<Undo2 size={16} aria-hidden />}
        busy={undo.busy}
        disabled={seconds === 0}
        onClick={() => undo.run([action.guid])}
      >
        {t('undo')}
      </Button>
    </div>
  );
}
