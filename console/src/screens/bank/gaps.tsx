import { TriangleAlert } from 'lucide-react';
import type { BankAccount } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { formatDate, formatMoney } from '../../lib/format.ts';

/** Between which days transactions are missing, because one statement does not follow the other. */
export function Gaps({ missing, currency }: Pick<BankAccount, 'missing' | 'currency'>) {
  const { t, lang } = useTranslation();
  return missing.map(({ from_date, to_date, amount }) => {
    const days = [...new Set([from_date, to_date])].map((day) => formatDate(day, lang)).join(' – ');
    return (
      <p
        key={`${from_date} ${to_date} ${amount}`}
        role="note"
        className="flex items-start gap-1.5 text-left text-dense font-normal whitespace-normal text-warning"
      >
        <TriangleAlert size={15} className="mt-0.5 shrink-0" aria-hidden />
        {t('bank.missing', { days, amount: formatMoney(amount, currency, lang) })}
      </p>
    );
  });
}
