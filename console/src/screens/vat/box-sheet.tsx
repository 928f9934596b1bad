import { Link } from '@tanstack/react-router';
import { isBeside, LISTED_BOXES, type ListedBox } from '../../../../src/domain/vat/boxes.ts';
import { BOX_TEXTS } from '../../../../src/domain/vat/return-texts.ts';
import { useRead } from '../../api/queries.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { formatDate, formatMoney, formatNumber } from '../../lib/format.ts';
import { formatVatPeriod } from '../../lib/vat-period.ts';
import { Sheet } from '../../ui/dialogs/dialog.tsx';
import { QueryView } from '../../ui/elements/query-view.tsx';
import type { Return } from './return.ts';

const SHOWN = 500;

interface Props {
  of: Return;
  box: string | undefined;
  onClose(): void;
}

/** The documents of a box, with what each puts into it. */
export function BoxSheet({ of, box: named, onClose }: Props) {
  const { lang } = useTranslation();
  const box = LISTED_BOXES.find((one) => one === named);
  return (
    <Sheet
      open={box !== undefined}
      onClose={onClose}
      title={box ? BOX_TEXTS[lang][box] : ''}
      description={formatVatPeriod(of, lang)}
    >
      {box && <Documents of={of} box={box} />}
    </Sheet>
  );
}

function Documents({ of, box }: { of: Return; box: ListedBox }) {
  const { t, lang } = useTranslation();
  const query = useRead('get-vat-documents', { period: of.period, box, limit: SHOWN });
  const total = isBeside(box) ? of[box] : of.boxes[box];
  return (
    <QueryView query={query}>
      {(rows) => (
        <div className="space-y-4">
          <p className="figure text-3xl font-semibold tracking-tight">{formatMoney(total, 'ISK', lang)}</p>
          {rows.length === 0 && <p className="text-muted">{t('vat.no-documents')}</p>}
          <ul className="divide-y rounded-lg border empty:hidden">
            {rows.map(({ kind, guid, number, date, text, box_amount }) => (
              <li key={guid} className="flex flex-wrap justify-between gap-x-3 px-3.5 py-2.5">
                <span className="min-w-0 wrap-anywhere">
                  <Link
                    to={kind === 'cost' ? '/costs' : '/invoices'}
                    search={{ open: guid }}
                    className="font-medium text-accent underline-offset-2 hover:underline"
                  >
                    {t(`vat.kind-${kind as 'invoice'}`)} {number}
                  </Link>
                  <span className="block text-dense text-muted">
                    {formatDate(date, lang)} · {text}
                  </span>
                </span>
                <span className="figure">{formatNumber(box_amount, lang, 0, 2)}</span>
              </li>
            ))}
          </ul>
          <p className="text-dense text-muted">
            {rows.length === SHOWN ? t('vat.first-documents') : t('vat.rounded-once')}
          </p>
        </div>
      )}
    </QueryView>
  );
}
