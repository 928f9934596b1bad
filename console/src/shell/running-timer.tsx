import { Link } from '@tanstack/react-router';
import { Clock3 } from 'lucide-react';
import { useRead } from '../api/queries.ts';
import { useTranslation } from '../i18n/translation.tsx';
import { useElapsed } from '../lib/elapsed.ts';

/** The running timer of the person, on every screen: time that nobody sees is billed by mistake. */
export function RunningTimer({ onNavigate }: { onNavigate?: () => void }) {
  const { data } = useRead('get-running-timer', {});
  if (!data?.task) return null;
  const { guid, name, since } = data.task;
  return (
    <Timer
      guid={guid}
      name={name}
      began={Date.parse(`${since.replace(' ', 'T')}Z`)}
      onNavigate={onNavigate}
    />
  );
}

interface TimerProps {
  guid: string;
  name: string;
  began: number;
  onNavigate: (() => void) | undefined;
}

function Timer({ guid, name, began, onNavigate }: TimerProps) {
  const { t } = useTranslation();
  const time = useElapsed(began);
  return (
    <Link
      to="/tasks"
      search={{ open: guid }}
      onClick={onNavigate}
      className="flex items-center gap-2.5 rounded-lg bg-paper px-2.5 py-2 text-dense shadow-card hover:text-accent"
    >
      <Clock3 size={16} className="shrink-0 text-accent" aria-hidden />
      <span className="sr-only">{t('tasks.timer-runs')}: </span>
      <span className="min-w-0 flex-1 truncate font-medium">{name}</span>
      <span className="figure">{time}</span>
    </Link>
  );
}
