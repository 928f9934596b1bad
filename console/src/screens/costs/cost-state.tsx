import { useTranslation } from '../../i18n/translation.tsx';
import { StateBadge } from '../../ui/elements/badge.tsx';

/** `needs`: whose approval the cost waits for, where that is known. What another account has reported has no other state. */
export function CostState({
  state,
  needs,
  isImported,
}: {
  state: string;
  needs?: string;
  isImported?: boolean | undefined;
}) {
  const { t } = useTranslation();
  if (isImported) return <StateBadge state="imported">{t('cost.imported')}</StateBadge>;
  return (
    <StateBadge state={`cost-${state}`}>
      {needs === 'second' ? t('cost.second') : t(`cost.${state as 'New'}`)}
    </StateBadge>
  );
}
