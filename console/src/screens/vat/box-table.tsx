import { keysOf } from '../../../../src/domain/values/records.ts';
import { isBeside, LISTED_BOXES, type ListedBox } from '../../../../src/domain/vat/boxes.ts';
import { BOX_TEXTS } from '../../../../src/domain/vat/return-texts.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { formatNumber } from '../../lib/format.ts';
import { formatVatPeriod } from '../../lib/vat-period.ts';
import type { Return } from './return.ts';

const CELL = 'px-3 py-2 first:pl-5 last:pr-5 max-sm:px-1.5 max-sm:first:pl-4 max-sm:last:pr-4';

/** The boxes in the order of the form, beside those of the period before and of a year before. Each opens its documents. */
export function BoxTable({ of, onOpen }: Props) {
  const { t, lang } = useTranslation();
  const { boxes, last_period, last_year } = of;
  const rows = keysOf(BOX_TEXTS[lang])
    .filter((box) => !isBeside(box) || box === 'outside_vat' || of[box] !== 0)
    .map((box) => ({
      box,
      amounts: isBeside(box)
        ? [of[box], null, null]
        : [boxes[box], last_period.boxes[box], last_year.boxes[box]],
    }));
  return (
    <table className="w-full border-t">
      <thead>
        <tr className="border-b text-xs text-muted">
          <th scope="col" className={`${CELL} text-left font-medium`}>
            {t('vat.box')}
          </th>
          {[
            t('field.amount'),
            ...[last_period, last_year].map((period) => formatVatPeriod(period, lang)),
          ].map((header, index) => (
            <th
              key={header}
              scope="col"
              className={`${CELL} text-right font-medium ${index > 0 ? 'max-sm:hidden' : ''}`}
            >
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ box, amounts }) => (
          <tr
            key={box}
            className={`border-b last:border-0 ${box === 'to_pay' ? 'bg-accent-subtle/50 font-semibold' : ''} ${isBeside(box) ? 'text-muted' : ''}`}
          >
            <th scope="row" className={`${CELL} text-left ${box === 'to_pay' ? '' : 'font-normal'}`}>
              {isListed(box) ? (
                <button
                  type="button"
                  className="text-left text-accent underline-offset-2 hover:underline"
                  onClick={() => onOpen(box)}
                >
                  {BOX_TEXTS[lang][box]}
                </button>
              ) : (
                BOX_TEXTS[lang][box]
              )}
            </th>
            {amounts.map((amount, index) => (
              <td
                // biome-ignore lint/suspicious/noArrayIndexKey: the order of columns is fixed
                key={index}
                className={`${CELL} figure text-right ${index > 0 ? 'font-normal text-muted max-sm:hidden' : ''}`}
              >
                {amount === null ? '' : formatNumber(amount ?? 0, lang, 0, 0)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface Props {
  of: Return;
  onOpen(box: ListedBox): void;
}

function isListed(box: ListedBox | 'to_pay'): box is ListedBox {
  return LISTED_BOXES.some((one) => one === box);
}
