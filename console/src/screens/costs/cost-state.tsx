import { StateBadge } from '../../ui/badge.tsx';
import { useWords } from '../../words/words.tsx';

export function CostState({ state }: { state: string }) {
  const { t } = useWords();
  return <StateBadge state={`cost-${state}`}>{t(`cost.${state as 'New'}`)}</StateBadge>;
}
