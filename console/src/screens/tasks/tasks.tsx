import { Clock3, Play, Plus, Square, Timer } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useRead, useWrite } from '../../api/queries.ts';
import type { Task } from '../../api/types.ts';
import { useFilters, usePaging } from '../../lib/filters.ts';
import { formatNumber } from '../../lib/format.ts';
import { StateBadge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorAlert } from '../../ui/feedback.tsx';
import { List } from '../../ui/list.tsx';
import { Page } from '../../ui/page.tsx';
import { Segments } from '../../ui/segments.tsx';
import type { Column } from '../../ui/table.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useWords } from '../../words/words.tsx';
import { TaskDialog } from './task-dialog.tsx';
import { TaskSheet } from './task-sheet.tsx';
import { Week } from './week.tsx';

const TYPES = ['open', 'invoice', 'older'] as const;
const PAGE = 100;

/** Work for customers: a timer, a week at a glance, and what can be billed. */
export function Tasks() {
  const { t } = useWords();
  const [filters, change] = useFilters();
  const type = TYPES.find((one) => one === filters.type) ?? 'open';
  const pages = usePaging(PAGE);
  const query = useRead('get-tasks', { type, limit: PAGE, page: pages.page }, { keepPrevious: true });
  const columns = useColumns();
  const make = (
    <Button variant="primary" icon={<Plus size={16} aria-hidden />} onClick={() => change({ new: '1' })}>
      {t('new.task')}
    </Button>
  );
  return (
    <Page title={t('nav.tasks')} actions={make}>
      <div className="mb-4">
        <Segments
          label={t('field.status')}
          values={TYPES}
          value={type}
          onChange={(one) => change({ type: one === 'open' ? '' : one })}
        >
          {(one) => t(`tasks.${one}`)}
        </Segments>
      </div>
      <div className="grid gap-4">
        <List
          label={t('nav.tasks')}
          query={query}
          columns={columns}
          onOpen={(guid) => change({ open: guid })}
          pages={pages}
          empty={{
            icon: <Timer size={22} aria-hidden />,
            title: t(`tasks.none-${type}`),
            description: t('tasks.about'),
            ...(type === 'open' && { action: make }),
          }}
        />
        {query.data && query.data.length > 0 && <Week tasks={query.data} />}
      </div>
      {filters.open && <TaskSheet guid={filters.open} onClose={() => change({ open: undefined })} />}
      {filters.new && (
        <TaskDialog
          onClose={() => change({ new: undefined })}
          onSaved={(guid) => change({ new: undefined, open: guid })}
        />
      )}
    </Page>
  );
}

function useColumns(): Column<Task>[] {
  const { t, lang } = useWords();
  return [
    {
      id: 'name',
      header: t('field.task'),
      card: 'title',
      cell: ({ name }) => <span className="font-medium">{name}</span>,
    },
    { id: 'customer', header: t('field.customer'), cell: ({ customer }) => customer.name },
    { id: 'state', header: t('field.status'), card: 'none', cell: (task) => <TaskState task={task} /> },
    {
      id: 'time',
      header: t('tasks.time'),
      figure: true,
      card: 'none',
      narrow: true,
      cell: ({ total_time }) => formatHours(total_time, lang),
    },
    {
      id: 'unbilled',
      header: t('tasks.unbilled'),
      figure: true,
      card: 'trailing',
      cell: ({ unbilled_time }) => formatHours(unbilled_time, lang),
    },
    {
      id: 'timer',
      header: t('tasks.timer'),
      figure: true,
      card: 'none',
      cell: (task) => <TimerButton task={task} small />,
    },
  ];
}

export function formatHours(value: number, lang: 'is' | 'en'): string {
  return `${formatNumber(value, lang, 0, 2)} ${lang === 'is' ? 'klst.' : 'h'}`;
}

export function TaskState({ task: { state } }: { task: Task }) {
  const { t } = useWords();
  return <StateBadge state={`task-${state}`}>{t(`task.${state as 'open'}`)}</StateBadge>;
}

/** Starts and stops; while it runs it shows for how long. */
export function TimerButton({ task, small = false }: { task: Task; small?: boolean }) {
  const { t } = useWords();
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

/** `since` is d.m.Y H:i in UTC, which is the clock of Iceland. */
function Elapsed({ since }: { since: string }) {
  const { t } = useWords();
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 10_000);
    return () => clearInterval(timer);
  }, []);
  const [, day, month, year, hour, minute] = /^(\d+)\.(\d+)\.(\d+) (\d+):(\d+)$/.exec(since) ?? [];
  const began = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute));
  const minutes = Math.max(0, Math.floor((now - began) / 60_000));
  const shown = `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
  return (
    <span className="figure inline-flex items-center gap-1.5">
      <Clock3 size={14} aria-hidden />
      {t('tasks.stop', { time: shown })}
    </span>
  );
}
