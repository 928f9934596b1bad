import type { Figures } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { formatMoney } from '../../lib/format.ts';

type Sums = Omit<Figures, 'lines' | 'problems'>;

/** Discount, net, VAT of each rate, and the total. */
export function Totals({ figures, waiting }: { figures: Sums | undefined; waiting: boolean }) {
  const { t, lang } = useTranslation();
  const money = (amount: number) => (figures ? formatMoney(amount, figures.currency, lang) : '–');
  const rows = figures
    ? [
        { name: t('total.discount'), amount: -figures.discount, isShown: figures.discount > 0 },
        { name: t('total.net'), amount: figures.net, isShown: true },
        { name: t('total.vat24'), amount: figures.vat_24, isShown: figures.vat_24 !== 0 },
        { name: t('total.vat11'), amount: figures.vat_11, isShown: figures.vat_11 !== 0 },
      ].filter(({ isShown }) => isShown)
    : [];
  return (
    <div className="space-y-2" aria-live="polite" aria-busy={waiting}>
      {rows.map(({ name, amount }) => (
        <p key={name} className="flex justify-between gap-3">
          <span className="text-muted">{name}</span>
          <span className="figure">{money(amount)}</span>
        </p>
      ))}
      <p
        className={`flex items-baseline justify-between gap-3 border-t pt-3 text-lg font-semibold ${waiting ? 'text-muted' : ''}`}
      >
        <span>{t('total.amount')}</span>
        <span className="figure text-xl tracking-tight">{money(figures?.amount ?? 0)}</span>
      </p>
    </div>
  );
}
