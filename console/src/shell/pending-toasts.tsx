import { Hourglass } from 'lucide-react';
import {
  type DelayedAction,
  type PendingAction,
  useEndedActions,
  usePendingActions,
} from '../api/delayed-actions.ts';
import { DONE_TEXT_KEYS } from '../api/done-texts.ts';
import { queryClient } from '../api/queries.ts';
import { useTranslation } from '../i18n/translation.tsx';
import { formatMoney } from '../lib/format.ts';
import { isMac } from '../lib/platform.ts';
import { isTyping, useShortcuts } from '../lib/shortcuts.ts';
import { dropStash } from '../lib/undo-stash.ts';
import { showToast } from '../ui/elements/toast.tsx';
import { pendingTextKey, useIsShown, useSecondsLeft, useUndo } from '../ui/records/pending.tsx';

/** Actions of one kind that were started within this time, as by choosing rows of a list, are undone together. */
const TOGETHER_MS = 1500;

/** The own actions that can still be undone, each with a countdown, and what follows when one has happened. */
export function PendingToasts() {
  const { t, tn } = useTranslation();
  const undo = useUndo();
  const isShown = useIsShown();
  const doneText = ({ operation, is_credit, outcome }: DelayedAction) => {
    if (outcome && outcome.refused.length > 0)
      return t('bulk.partly', { done: outcome.done, refused: outcome.refused.length });
    const text = t(is_credit ? 'done.credited' : (DONE_TEXT_KEYS[operation] ?? 'done.saved'));
    return outcome ? `${text} · ${tn('undo.records', outcome.done)}` : text;
  };
  const groups = groupActions(
    usePendingActions().filter(({ is_mine, state }) => is_mine && state === 'waiting'),
  );
  useEndedActions((action) => {
    dropStash(action.guid);
    void queryClient.invalidateQueries();
    if (action.state === 'done') showToast(doneText(action));
    else if (action.state === 'refused') showToast(t('undo.refused'));
  });
  const latest = groups.at(-1);
  useShortcuts({
    // Except where it undoes typing.
    undo: ({ target }) => (latest && !isTyping(target) ? undo.run(latest.map(({ guid }) => guid)) : false),
  });
  const unshown = groups.filter((group) => !group.every(({ guid }) => isShown(guid)));
  if (unshown.length === 0) return null;
  return (
    <section aria-label={t('undo.pending')}>
      <ol
        aria-label={t('undo.pending')}
        className="toasts no-print pointer-events-none fixed inset-x-0 bottom-18 z-60 flex flex-col items-center gap-2 px-4 max-md:bottom-34"
      >
        {unshown.slice(-3).map((group) => (
          <PendingToast
            key={group[0]?.guid}
            group={group}
            busy={undo.busy}
            onUndo={() => undo.run(group.map(({ guid }) => guid))}
          />
        ))}
      </ol>
    </section>
  );
}

function groupActions(actions: readonly PendingAction[]): PendingAction[][] {
  const groups: PendingAction[][] = [];
  for (const action of actions) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    if (group && last?.operation === action.operation && action.runsAt - last.runsAt < TOGETHER_MS)
      group.push(action);
    else groups.push([action]);
  }
  return groups;
}

interface Props {
  group: readonly PendingAction[];
  busy: boolean;
  onUndo(): void;
}

function PendingToast({ group, busy, onUndo }: Props) {
  const { t, tn, lang } = useTranslation();
  const [first] = group;
  const seconds = useSecondsLeft(first?.runsAt ?? 0);
  if (!first) return null;
  const count = group.reduce((all, { targets }) => all + Math.max(1, targets.length), 0);
  const amount = first.amount && formatMoney(Number(first.amount), first.currency, lang);
  const about = count > 1 ? tn('undo.records', count) : [first.about, amount].filter(Boolean).join(' · ');
  return (
    <li className="slide-up pointer-events-auto flex max-w-full items-center gap-3 rounded-xl bg-ink py-2 pr-2 pl-4 text-paper shadow-float">
      <Hourglass size={17} aria-hidden />
      <span className="min-w-0">
        <span className="font-medium" aria-live="polite">
          {t(pendingTextKey(first))}
        </span>
        <span className="figure"> · {t('undo.seconds', { n: seconds })}</span>
        {about && <span className="block truncate text-dense opacity-80">{about}</span>}
      </span>
      <button
        type="button"
        disabled={busy || seconds === 0}
        aria-keyshortcuts={isMac ? 'Meta+Z' : 'Control+Z'}
        onClick={onUndo}
        className="shrink-0 rounded-lg border border-current/30 px-3 py-1.5 font-semibold hover:bg-paper/15 disabled:opacity-50 max-sm:h-11"
      >
        {t('undo')}
      </button>
    </li>
  );
}
