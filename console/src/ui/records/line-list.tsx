import type { ReactNode } from 'react';
import { unitName } from '../../../../src/domain/values/units.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { formatMoney, formatNumber, formatPrice } from '../../lib/format.ts';

interface Line {
  line_guid: string;
  description: string;
  qty: number;
  uom: string;
  unit_price: number;
  discount: number;
  /** Whether the discount is a percentage. */
  discount_type: boolean;
}

/** The lines of a sales document: description, quantity and price. */
export function LineList<One extends Line>({
  lines,
  currency,
  details,
  sumOf,
}: {
  lines: readonly One[];
  currency: string;
  /** What a line comes to without VAT, once it is known. */
  sumOf?(line: One): number | undefined;
  /** Shown below the description of a line. */
  details?(line: One): ReactNode;
}) {
  const { t, lang } = useTranslation();
  const sumText = (line: One) => {
    const sum = sumOf?.(line);
    return sum === undefined ? '' : formatMoney(sum, currency, lang);
  };
  return (
    <ul className="divide-y border-y">
      {lines.map((line) => (
        <li key={line.line_guid} className="flex justify-between gap-4 py-2.5">
          <span>
            {line.description}
            {details?.(line)}
          </span>
          <span className="figure text-right">
            {formatNumber(line.qty, lang)} {unitName(line.uom, lang, line.qty)} ×{' '}
            {formatPrice(line.unit_price, currency, lang)}
            {line.discount > 0 && (
              <span className="block text-xs text-muted">
                {t('field.discount')}{' '}
                {line.discount_type
                  ? `${formatNumber(line.discount, lang)}%`
                  : formatMoney(line.discount, currency, lang)}
              </span>
            )}
            {sumOf && <span className="block min-h-lh font-medium">{sumText(line)}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}
