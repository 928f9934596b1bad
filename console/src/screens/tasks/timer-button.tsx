import { Clock3, Play, Square } from 'lucide-react';
import { useWrite } from '../../api/queries.ts';
import type { Task } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { useElapsed } from '../../lib/elapsed.ts';
import { Button } from '../../ui/elements/button.tsx';
import { ErrorAlert } from '../../ui/elements/feedback.tsx';
import { showToast } from '../../ui/elements/toast.tsx';

/** Starts and stops the timer of a task, and shows for how long it has been running. */
export function TimerButton({ task, small = false }: { task: Task; small?: boolean }) {
  const { t } = useTranslation();
  const start = useWrite('start-task');
  const end = useWrite('end-task');
  if (!task.canStart && !task.canStop) return null;
  const press = () => {
    if (task.canStop)
      end.mutate({ guid: task.guid }, { onSuccess: () => showToast(t('done.stopped-timer')) });
    else start.mutate({ guid: task.guid }, { onSuccess: () => showToast(t('done.started')) });
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only keeps a press of the button from opening the row
    // biome-ignore lint/a11y/useKeyWithClickEvents: the button inside has its own keys
    <span onClick={(event) => event.stopPropagation()} className="inline-flex flex-col items-end gap-1">
      <Button
        small={small}
        variant={task.canStop ? 'danger' : 'plain'}
        busy={start.isPending || end.isPending}
        icon={task.canStop ? <Square size={14} aria-hidden /> : <Play size={14} aria-hidden />}
        onClick={press}
      >
        {task.canStop ? <Elapsed since={task.start_time} /> : t('tasks.start')}
        <span className="sr-only">: {task.name}</span>
      </Button>
      {!small && <ErrorAlert error={start.error ?? end.error} />}
    </span>
  );
}

/** `since` is d.m.Y H:i in UTC, which is also the time zone of Iceland. */
function Elapsed({ since }: { since: string }) {
  const { t } = useTranslation();
  const [, day, month, year, hour, minute] = /^(\d+)\.(\d+)\.(\d+) (\d+):(\d+)$/.exec(since) ?? [];
  const began = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute));
  const time = useElapsed(began);
  return (
    <span className="figure inline-flex items-center gap-1.5">
      <Clock3 size={14} aria-hidden />
      {t('tasks.stop', { time })}
    </span>
  );
}
