import { useTranslation } from '../../i18n/translation.tsx';
import { StateBadge } from '../../ui/elements/badge.tsx';

/** `needs`: whose approval the cost waits for, where that is known. */
export function CostState({ state, needs }: { state: string; needs?: string }) {
  const { t } = useTranslation();
  return (
    <StateBadge state={`cost-${state}`}>
      {needs === 'second' ? t('cost.second') : t(`cost.${state as 'New'}`)}
    </StateBadge>
  );
}
