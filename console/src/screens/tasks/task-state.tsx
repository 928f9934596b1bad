import type { Task } from '../../api/types.ts';
import type { Lang } from '../../i18n/lang.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { formatNumber } from '../../lib/format.ts';
import { StateBadge } from '../../ui/elements/badge.tsx';

export function formatHours(value: number, lang: Lang): string {
  return `${formatNumber(value, lang, 0, 3)} ${lang === 'is' ? 'klst.' : 'h'}`;
}

export function TaskState({ task: { state } }: { task: Task }) {
  const { t } = useTranslation();
  return <StateBadge state={`task-${state}`}>{t(`task.${state as 'open'}`)}</StateBadge>;
}
