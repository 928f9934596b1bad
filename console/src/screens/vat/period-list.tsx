import { CheckCircle2, CircleDashed, Lock } from 'lucide-react';
import type { OutputOf } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { formatDate, formatMoney } from '../../lib/format.ts';
import { formatVatPeriod } from '../../lib/vat-period.ts';
import { Badge } from '../../ui/elements/badge.tsx';

const I = { size: 13, strokeWidth: 2.25, 'aria-hidden': true } as const;
const STATE_STYLES = {
  open: { tone: 'info', icon: <CircleDashed {...I} /> },
  locked: { tone: 'warning', icon: <Lock {...I} /> },
  submitted: { tone: 'success', icon: <CheckCircle2 {...I} /> },
} as const;

type Period = OutputOf<'get-vat-periods'>[number];

export function PeriodState({ state }: Pick<Period, 'state'>) {
  const { t } = useTranslation();
  return (
    <Badge {...STATE_STYLES[state as keyof typeof STATE_STYLES]}>{t(`vat.state-${state as 'open'}`)}</Badge>
  );
}

interface Props {
  periods: readonly Period[];
  chosen: string | undefined;
  onChoose(period: string): void;
}

/** The periods of a year, with what is to pay for each. */
export function PeriodList({ periods, chosen, onChoose }: Props) {
  const { t, lang } = useTranslation();
  return (
    <ul aria-label={t('vat.periods')} className="no-print divide-y rounded-xl border bg-paper shadow-card">
      {periods.map((period) => (
        <li key={period.period}>
          <button
            type="button"
            aria-pressed={period.period === chosen}
            onClick={() => onChoose(period.period)}
            className={`grid w-full grid-cols-[1fr_auto] items-center gap-x-3 gap-y-1 px-4 py-3 text-left ${period.period === chosen ? 'bg-accent-subtle' : 'hover:bg-sunken'}`}
          >
            <span className="font-medium">{formatVatPeriod(period, lang)}</span>
            <span className="figure text-right font-medium">{formatMoney(period.to_pay, 'ISK', lang)}</span>
            <span className="text-dense text-muted">
              {t('report.vat-due', { date: formatDate(period.due_on, lang) })}
            </span>
            <PeriodState state={period.state} />
          </button>
        </li>
      ))}
    </ul>
  );
}
