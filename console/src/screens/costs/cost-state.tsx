import { useTranslation } from '../../i18n/translation.tsx';
import { StateBadge } from '../../ui/elements/badge.tsx';

export function CostState({ state }: { state: string }) {
  const { t } = useTranslation();
  return <StateBadge state={`cost-${state}`}>{t(`cost.${state as 'New'}`)}</StateBadge>;
}
