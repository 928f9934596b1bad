import type { Task } from '../../api/types.ts';
import { formatNumber } from '../../lib/format.ts';
import { StateBadge } from '../../ui/badge.tsx';
import type { Lang } from '../../words/lang.ts';
import { useWords } from '../../words/words.tsx';

export function formatHours(value: number, lang: Lang): string {
  return `${formatNumber(value, lang, 0, 2)} ${lang === 'is' ? 'klst.' : 'h'}`;
}

export function TaskState({ task: { state } }: { task: Task }) {
  const { t } = useWords();
  return <StateBadge state={`task-${state}`}>{t(`task.${state as 'open'}`)}</StateBadge>;
}
