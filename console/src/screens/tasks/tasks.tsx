import { Archive, Timer } from 'lucide-react';
import { TASK_TYPES } from '../../../../src/domain/tasks/task-states.ts';
import { fetchAllPages } from '../../api/all-pages.ts';
import { useRead } from '../../api/queries.ts';
import type { Task } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { useFilters, usePaging } from '../../lib/filters.ts';
import { useSelection } from '../../lib/use-selection.ts';
import { BulkBar } from '../../ui/bulk/bulk-bar.tsx';
import { CreateButton } from '../../ui/elements/create-action.tsx';
import { Segments } from '../../ui/elements/segments.tsx';
import { ExportMenu } from '../../ui/lists/export-menu.tsx';
import { SearchList } from '../../ui/lists/search-list.tsx';
import type { Column } from '../../ui/lists/table.tsx';
import { TaskDialog } from './task-dialog.tsx';
import { TaskSheet } from './task-sheet.tsx';
import { formatHours, TaskState } from './task-state.tsx';
import { TimerButton } from './timer-button.tsx';
import { Week } from './week.tsx';

const PAGE_SIZE = 100;

/** Tasks with their timers, the hours of a week, and unbilled time. */
export function Tasks() {
  const { t, tn } = useTranslation();
  const [filters, change] = useFilters();
  const type = TASK_TYPES.find((one) => one === filters.type) ?? 'open';
  const paging = usePaging(PAGE_SIZE);
  const search = { type, ...(filters.q && { search: filters.q }) };
  const query = useRead(
    'get-tasks',
    { ...search, limit: PAGE_SIZE, page: paging.page },
    { keepPrevious: true },
  );
  const columns = useColumns();
  const toTable = useTaskTable();
  const loadAll = () => fetchAllPages('get-tasks', search);
  const load = async () => toTable(await loadAll());
  const selection = useSelection<Task>();
  const types = (
    <Segments
      label={t('field.status')}
      values={TASK_TYPES}
      value={type}
      onChange={(one) => change({ type: one === 'open' ? '' : one })}
    >
      {(one) => t(`tasks.${one}`)}
    </Segments>
  );
  return (
    <SearchList
      title={t('nav.tasks')}
      createAction={<CreateButton label={t('new.task')} onClick={() => change({ new: '1' })} />}
      searchLabel={t('tasks.search')}
      toolbar={types}
      exportMenu={<ExportMenu title={t('nav.tasks')} load={load} />}
      selection={selection}
      loadAll={loadAll}
      query={query}
      columns={columns}
      onOpen={(guid) => change({ open: guid })}
      paging={paging}
      empty={{
        icon: <Timer size={22} aria-hidden />,
        title: t(`tasks.none-${type}`),
        description: t('tasks.about'),
      }}
    >
      <BulkBar
        selection={selection}
        actions={[
          {
            label: t('bulk.close-tasks'),
            icon: <Archive size={15} aria-hidden />,
            applies: ({ canDeactive }) => canDeactive,
            does: {
              write: { operation: 'deactivate-task' },
              about: ({ length }) => tn('bulk.close-about', length),
            },
          },
        ]}
        nameOf={({ name }) => name}
        table={{ name: 'tasks', load: toTable }}
      />
      {query.data && query.data.length > 0 && (
        <div className="mt-4">
          <Week tasks={query.data} />
        </div>
      )}
      {filters.open && <TaskSheet guid={filters.open} onClose={() => change({ open: undefined })} />}
      {filters.new && (
        <TaskDialog
          onClose={() => change({ new: undefined })}
          onSaved={(guid) => change({ new: undefined, open: guid })}
        />
      )}
    </SearchList>
  );
}

/** Tasks as a table for a spreadsheet. */
function useTaskTable() {
  const { t } = useTranslation();
  return (rows: readonly Task[]) => [
    [t('field.task'), t('field.customer'), t('field.status'), t('tasks.time'), t('tasks.unbilled')],
    ...rows.map((row) => [
      row.name,
      row.customer.name,
      t(`task.${row.state as 'open'}`),
      row.total_time,
      row.unbilled_time,
    ]),
  ];
}

function useColumns(): Column<Task>[] {
  const { t, lang } = useTranslation();
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
      card: 'action',
      cell: (task) => <TimerButton task={task} small />,
    },
  ];
}
