import { Link } from '@tanstack/react-router';
import { Archive, ClipboardPlus, FileText, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { usePendingAction } from '../../api/delayed-actions.ts';
import { useRead, useSession, useWrite } from '../../api/queries.ts';
import type { Task } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { formatDate, formatMoney, formatPrice } from '../../lib/format.ts';
import { Sheet } from '../../ui/dialogs/dialog.tsx';
import { Button, buttonClass, IconButton } from '../../ui/elements/button.tsx';
import { ErrorAlert } from '../../ui/elements/feedback.tsx';
import { Facts } from '../../ui/elements/page.tsx';
import { QueryView } from '../../ui/elements/query-view.tsx';
import { showToast } from '../../ui/elements/toast.tsx';
import { PendingBadge, PendingNotice } from '../../ui/records/pending.tsx';
import { EditTaskDialog } from './edit-task-dialog.tsx';
import { LogDialog } from './log-dialog.tsx';
import { formatHours, TaskState } from './task-state.tsx';
import { TimerButton } from './timer-button.tsx';

type Log = Task['logs'][number];

export function TaskSheet({ guid, onClose }: { guid: string; onClose(): void }) {
  const { t } = useTranslation();
  const query = useRead('get-task', { guid });
  const { data } = query;
  return (
    <Sheet
      open
      onClose={onClose}
      title={data?.name ?? t('loading')}
      {...(data && { description: data.customer.name, footer: <Actions task={data} /> })}
    >
      <QueryView query={query}>{(task) => <Content task={task} />}</QueryView>
    </Sheet>
  );
}

function Content({ task }: { task: Task }) {
  const { lang } = useTranslation();
  return (
    <div className="space-y-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <span className="figure text-3xl font-semibold tracking-tight">
          {formatHours(task.total_time, lang)}
        </span>
        <TaskState task={task} />
      </div>
      <TaskFacts task={task} />
      <LoggedTime task={task} />
    </div>
  );
}

function TaskFacts({ task }: { task: Task }) {
  const { t, lang } = useTranslation();
  return (
    <Facts
      rows={[
        [t('tasks.unbilled'), formatHours(task.unbilled_time, lang)],
        ...(task.project_name ? [[t('tasks.project'), task.project_name] as const] : []),
        [t('tasks.item'), `${task.item.description}, ${formatPrice(task.item.unit_price, 'ISK', lang)}`],
        ...task.invoices.map(
          ({ guid, number, amount }) =>
            [
              t('invoice.number', { number }),
              <Link
                key={guid}
                to="/invoices"
                search={{ open: guid }}
                className="font-medium text-accent hover:underline"
              >
                {formatMoney(amount, 'ISK', lang)}
              </Link>,
            ] as const,
        ),
      ]}
    />
  );
}

/** The entries of the task, the newest first. Those that are on no invoice can be changed and deleted. */
function LoggedTime({ task }: { task: Task }) {
  const { t } = useTranslation();
  const remove = useWrite('task-log-delete');
  const [edited, setEdited] = useState<Log | null>(null);
  const { data } = useRead('get-task-workers', { guid: task.guid });
  const workers = new Map(data?.workers.map(({ log_guid, name }) => [log_guid, name]));
  return (
    <>
      <div>
        <h3 className="mb-2 font-semibold">{t('tasks.logs')}</h3>
        {task.logs.length === 0 && <p className="text-muted">{t('tasks.no-logs')}</p>}
        <ul className="divide-y">
          {[...task.logs].reverse().map((log) => (
            <LogRow
              key={log.guid}
              log={log}
              worker={workers.get(log.guid)}
              isRemoving={remove.isPending}
              onEdit={() => setEdited(log)}
              onRemove={() =>
                remove.mutate({ guid: log.guid }, { onSuccess: () => showToast(t('done.deleted')) })
              }
            />
          ))}
        </ul>
        <ErrorAlert error={remove.error} />
      </div>
      {edited && <LogDialog task={task} date="" log={edited} onClose={() => setEdited(null)} />}
    </>
  );
}

interface LogRowProps {
  log: Log;
  worker: string | undefined;
  isRemoving: boolean;
  onEdit(): void;
  onRemove(): void;
}

function LogRow({ log, worker, isRemoving, onEdit, onRemove }: LogRowProps) {
  const { t, lang } = useTranslation();
  const what = log.description || formatDate(log.from_date, lang);
  return (
    <li className="flex items-center gap-3 py-2">
      <span className="min-w-0 flex-1">
        {log.description || t(log.manual ? 'tasks.manual' : 'tasks.timed')}
        <span className="figure block text-xs text-muted">
          {formatDate(log.from_date, lang)}
          {log.to_date !== log.from_date && ` – ${formatDate(log.to_date, lang)}`}
          {log.invoiced && ` · ${t('document.invoiced')}`}
          {worker !== undefined && ` · ${worker}`}
        </span>
      </span>
      <span className="figure font-medium">{formatHours(log.quantity, lang)}</span>
      <PendingBadge guid={log.guid}>
        {!log.invoiced && (
          <>
            <IconButton
              label={t('tasks.edit-log-of', { what })}
              icon={<Pencil size={15} />}
              onClick={onEdit}
            />
            <IconButton
              label={t('tasks.delete-log', { what })}
              icon={<Trash2 size={15} />}
              disabled={isRemoving}
              onClick={onRemove}
            />
          </>
        )}
      </PendingBadge>
    </li>
  );
}

function Actions({ task }: { task: Task }) {
  const { t } = useTranslation();
  const { data: session } = useSession();
  const [logging, setLogging] = useState(false);
  const [editing, setEditing] = useState(false);
  const close = useWrite('deactivate-task');
  const pending = usePendingAction(task.guid);
  if (pending) return <PendingNotice action={pending} />;
  return (
    <>
      <div className="w-full empty:hidden">
        <ErrorAlert error={close.error} />
      </div>
      {task.may.bill && (
        <Link to="/invoices/new" search={{ task: task.guid }} className={buttonClass('primary')}>
          <FileText size={16} aria-hidden />
          {t('tasks.bill')}
        </Link>
      )}
      <TimerButton task={task} />
      {task.may.log && (
        <Button icon={<ClipboardPlus size={16} aria-hidden />} onClick={() => setLogging(true)}>
          {t('tasks.log')}
        </Button>
      )}
      <Button icon={<Pencil size={16} aria-hidden />} onClick={() => setEditing(true)}>
        {t('edit')}
      </Button>
      {task.canDeactive && (
        <Button
          variant="quiet"
          icon={<Archive size={16} aria-hidden />}
          busy={close.isPending}
          onClick={() => close.mutate({ guid: task.guid }, { onSuccess: () => showToast(t('done.closed')) })}
        >
          {t('tasks.close')}
        </Button>
      )}
      {editing && <EditTaskDialog task={task} onClose={() => setEditing(false)} />}
      {logging && <LogDialog task={task} date={session?.today ?? ''} onClose={() => setLogging(false)} />}
    </>
  );
}
