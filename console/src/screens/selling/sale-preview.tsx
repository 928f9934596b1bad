import { useSession } from '../../api/queries.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { formatDate, formatMoney } from '../../lib/format.ts';
import type { SaleForm } from './sale-form.ts';

/** A short preview of the page that buyers will see. */
export function SalePreview({ sale }: { sale: SaleForm }) {
  const { t, lang } = useTranslation();
  const { data: session } = useSession();
  const amount = Number(sale.amount) || 0;
  const isFree = sale.amount.trim() !== '' && amount === 0 && sale.type !== 'DONA';
  const price = sale.amount.trim() === '' ? '–' : formatMoney(amount, 'ISK', lang);
  const when =
    sale.type === 'EVENT'
      ? [sale.event_date && formatDate(sale.event_date, lang), sale.event_time, sale.event_place]
          .filter(Boolean)
          .join(' · ')
      : '';
  const asked = [
    ...(sale.type === 'STAND' || sale.type === 'EVENT' ? [{ label: t('field.qty'), required: true }] : []),
    { label: t('field.name'), required: true },
    { label: t('field.email'), required: true },
    ...sale.requires.map((one) => ({ label: t(`sale.requires-${one}`), required: true })),
    ...sale.fields.filter(({ label }) => label.trim()),
  ];
  return (
    <section aria-label={t('sale.preview')} className="rounded-xl border bg-surface p-5">
      <p className="mb-3 text-xs font-medium text-muted">{t('sale.preview')}</p>
      <div className="rounded-xl border bg-paper p-5 shadow-card">
        <p className="text-muted">{session?.name}</p>
        <p className="mt-1 text-xl font-semibold tracking-tight break-words">
          {sale.name || t('sale.nameless')}
        </p>
        {when && <p className="mt-1 font-medium">{when}</p>}
        {sale.description && (
          <p className="mt-2 break-words whitespace-pre-line text-muted">{sale.description}</p>
        )}
        <p className="figure mt-3 text-2xl font-semibold tracking-tight">
          {isFree ? t('sale.free') : price}
          {sale.type === 'SUB' && (
            <span className="text-sm font-normal text-muted"> {t('sale.monthly')}</span>
          )}
        </p>
        <div className="mt-4 grid gap-2" aria-hidden>
          {asked.map(({ label, required }) => (
            <span key={label} className="rounded-lg border border-border-strong/70 px-3 py-2 text-muted">
              {label}
              {required ? '' : ` (${t('optional')})`}
            </span>
          ))}
          {sale.terms && <span className="text-muted">☐ {t('sale.accept')}</span>}
          <span className="rounded-lg bg-accent px-3 py-2 text-center font-semibold text-on-accent">
            {t(`sale.buy-${sale.type}`)}
          </span>
        </div>
      </div>
    </section>
  );
}
