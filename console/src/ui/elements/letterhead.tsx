import { formatKennitala } from '../../../../src/domain/values/kennitala.ts';
import { useSession } from '../../api/queries.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { formatDate } from '../../lib/format.ts';
import type { ReportPeriod } from '../../lib/report-period.ts';

interface Props {
  period?: ReportPeriod | undefined;
  /** The day of a report without a period, where it is not today. */
  asOf?: string | undefined;
}

/** On paper: whose report or statement it is, its period, and the day of printing. */
export function Letterhead({ period, asOf }: Props) {
  const { t, lang } = useTranslation();
  const { data: session } = useSession();
  if (!session) return null;
  const today = formatDate(session.today, lang);
  return (
    <div className="hidden justify-between gap-6 px-5 pb-3 text-dense print:flex">
      <p>
        <span className="block font-semibold">{session.name}</span>
        {t('field.registration_no')} {formatKennitala(session.registration_no)}
      </p>
      <p className="text-right">
        <span className="block font-semibold">
          {period
            ? `${t('report.period')}: ${formatDate(period.from_date, lang)} – ${formatDate(period.to_date, lang)}`
            : t('report.as-of', { date: asOf ? formatDate(asOf, lang) : today })}
        </span>
        {t('report.printed', { date: today })}
      </p>
    </div>
  );
}
