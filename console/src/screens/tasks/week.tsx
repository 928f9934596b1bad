import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../../api/queries.ts';
import type { Task } from '../../api/types.ts';
import type { Lang } from '../../i18n/lang.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { mondayOf, plusDays } from '../../lib/dates.ts';
import { formatDate, formatNumber } from '../../lib/format.ts';
import { IconButton } from '../../ui/elements/button.tsx';
import { Card } from '../../ui/elements/page.tsx';
import { LogDialog } from './log-dialog.tsx';

/** A week of logged hours, one row for each task; a click on a day logs time on it. */
export function Week({ tasks }: { tasks: readonly Task[] }) {
  const { t, lang } = useTranslation();
  const { data: session } = useSession();
  const today = session?.today ?? '1970-01-05';
  const [monday, setMonday] = useState<string | null>(null);
  const [logging, setLogging] = useState<{ task: Task; date: string } | null>(null);
  const first = monday ?? mondayOf(today);
  const days = Array.from({ length: 7 }, (_, index) => plusDays(first, index));
  const names = t('weekdays').split(' ');
  const actions = (
    <span className="flex items-center">
      <IconButton
        label={t('week.back')}
        icon={<ChevronLeft size={18} />}
        onClick={() => setMonday(plusDays(first, -7))}
      />
      <span className="figure text-muted">{formatDate(first, lang)}</span>
      <IconButton
        label={t('week.on')}
        icon={<ChevronRight size={18} />}
        onClick={() => setMonday(plusDays(first, 7))}
      />
    </span>
  );
  return (
    <Card title={t('tasks.week')} actions={actions} flush>
      <section
        className="overflow-x-auto"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={t('tasks.week')}
      >
        <table className="w-full">
          <thead>
            <tr className="border-b text-xs text-muted">
              <th scope="col" className="px-5 py-2.5 text-left font-medium">
                {t('field.task')}
              </th>
              {days.map((day, index) => (
                <th
                  key={day}
                  scope="col"
                  className={`px-2 py-2.5 text-center font-medium whitespace-nowrap ${day === today ? 'text-accent' : ''}`}
                >
                  {names[index]} {Number(day.slice(8))}
                  {lang === 'is' && '.'}
                </th>
              ))}
              <th scope="col" className="py-2.5 pr-5 pl-2 text-right font-medium">
                {t('total.amount')}
              </th>
            </tr>
          </thead>
          <tbody>
            {tasks.map((task) => (
              <WeekRow key={task.guid} task={task} days={days} onLog={(date) => setLogging({ task, date })} />
            ))}
          </tbody>
          <tfoot>
            <tr className="border-t font-medium">
              <th scope="row" className="px-5 py-2 text-left font-medium">
                {t('total.amount')}
              </th>
              {days.map((day) => (
                <td key={day} className="figure px-2 text-center">
                  {hoursText(sumHours(tasks, [day]), lang)}
                </td>
              ))}
              <td className="figure pr-5 pl-2 text-right">{hoursText(sumHours(tasks, days), lang)}</td>
            </tr>
          </tfoot>
        </table>
      </section>
      {logging && <LogDialog task={logging.task} date={logging.date} onClose={() => setLogging(null)} />}
    </Card>
  );
}

function sumHours(tasks: readonly Task[], days: readonly string[]): number {
  const hours = tasks.flatMap((task) => task.days.filter(({ date }) => days.includes(date)));
  return hours.reduce((sum, one) => sum + one.hours, 0);
}

function hoursText(hours: number, lang: Lang): string {
  return hours > 0 ? formatNumber(hours, lang, 0, 2) : '–';
}

interface RowProps {
  task: Task;
  days: readonly string[];
  onLog(date: string): void;
}

function WeekRow({ task, days, onLog }: RowProps) {
  const { t, lang } = useTranslation();
  const hoursOn = (day: string) => task.days.find(({ date }) => date === day)?.hours ?? 0;
  return (
    <tr className="border-b last:border-0">
      <th scope="row" className="max-w-56 truncate px-5 py-1.5 text-left font-medium">
        {task.name}
      </th>
      {days.map((day) => (
        <td key={day} className="p-1 text-center">
          <button
            type="button"
            disabled={!task.may.log}
            onClick={() => onLog(day)}
            className={`figure relative h-9 w-full min-w-12 rounded-lg ${hoursOn(day) > 0 ? 'bg-accent-subtle font-medium text-accent' : 'text-muted enabled:hover:bg-sunken'}`}
          >
            <span className="sr-only">
              {t('tasks.log-on', { task: task.name, date: formatDate(day, lang) })}{' '}
            </span>
            {hoursOn(day) > 0 ? formatNumber(hoursOn(day), lang, 0, 2) : '·'}
          </button>
        </td>
      ))}
      <td className="figure pr-5 pl-2 text-right">{hoursText(sumHours([task], days), lang)}</td>
    </tr>
  );
}
