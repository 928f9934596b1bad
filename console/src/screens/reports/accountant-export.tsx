import { Archive } from 'lucide-react';
import { useTranslation } from '../../i18n/translation.tsx';
import type { ReportPeriod } from '../../lib/report-period.ts';
import { buttonClass } from '../../ui/elements/button.tsx';

/** Saves what an accountant needs of a period as one ZIP: issued invoices and costs as sheets, and the receipts. */
export function AccountantExport({ period }: { period: ReportPeriod }) {
  const { t, lang } = useTranslation();
  const query = new URLSearchParams({ from_date: period.from_date, to_date: period.to_date, lang });
  return (
    <a href={`/console/api/accountant-archive?${query}`} download className={buttonClass('plain')}>
      <Archive size={15} aria-hidden />
      {t('export.accountant')}
    </a>
  );
}
