import type { OutputOf } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { formatDate, formatNumber } from '../../lib/format.ts';
import { Badge } from '../../ui/elements/badge.tsx';

type JournalPage = OutputOf<'get-journal'>;
type Entry = JournalPage['rows'][number];

const TONES = { new: 'plain', sent: 'success', changed: 'warning', gone: 'warning' } as const;

/** The entries of a page, each with its lines, and the sums of the whole period. */
export function EntryTable({ journal }: { journal: JournalPage }) {
  const { t, tn } = useTranslation();
  const amount = useAmount();
  return (
    <table className="w-full text-dense">
      <thead>
        <tr className="border-b text-left text-muted">
          <th scope="col" className="px-3 sm:px-5 py-2.5 font-medium">
            {t('journal.account')}
          </th>
          <th scope="col" className="px-2 py-2.5 text-right sm:px-3 font-medium">
            {t('journal.debit')}
          </th>
          <th scope="col" className="px-3 sm:px-5 py-2.5 text-right font-medium">
            {t('journal.credit')}
          </th>
        </tr>
      </thead>
      {journal.rows.map((entry) => (
        <EntryRows key={`${entry.kind} ${entry.number} ${entry.date}`} entry={entry} />
      ))}
      <tfoot>
        <tr className="border-t font-semibold">
          <th scope="row" className="px-3 sm:px-5 py-3 text-left">
            {tn('journal.sum', journal.count)}
          </th>
          <td className="px-2 py-3 text-right sm:px-3 tabular-nums">{amount(journal.debit)}</td>
          <td className="px-3 sm:px-5 py-3 text-right tabular-nums">{amount(journal.credit)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

function EntryRows({ entry }: { entry: Entry }) {
  const { t, lang } = useTranslation();
  const amount = useAmount();
  const fate = entry.fate as keyof typeof TONES;
  return (
    <tbody className="border-b">
      <tr>
        <th
          scope="rowgroup"
          colSpan={2}
          className="px-3 sm:px-5 pt-3 pb-1 text-left font-medium wrap-anywhere"
        >
          {formatDate(entry.date, lang)} · {entry.text}
        </th>
        <td className="px-3 sm:px-5 pt-3 pb-1 text-right">
          <Badge tone={TONES[fate]}>{t(`journal.fate-${fate}`)}</Badge>
        </td>
      </tr>
      {entry.lines.map((line, index) => (
        // Lines have no key of their own, and their order does not change.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <tr key={index} className="align-top">
          <td className="px-3 sm:px-5 py-1 wrap-anywhere">
            {line.account} {line.name}
            {[line.party, line.vat_code].filter(Boolean).map((about) => (
              <span key={about} className="text-muted">
                {' '}
                · {about}
              </span>
            ))}
          </td>
          <td className="px-2 py-1 text-right sm:px-3 tabular-nums">
            {line.debit !== 0 && amount(line.debit)}
          </td>
          <td className="px-3 sm:px-5 py-1 text-right tabular-nums">
            {line.credit !== 0 && amount(line.credit)}
          </td>
        </tr>
      ))}
    </tbody>
  );
}

function useAmount(): (value: number) => string {
  const { lang } = useTranslation();
  return (value) => formatNumber(value, lang, 2, 2);
}
