import type { BankAccount, OutputOf } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { writeAccountNo } from '../../lib/account-no.ts';
import { formatDate, formatMoney } from '../../lib/format.ts';
import { Gaps } from './gaps.tsx';

type Statement = OutputOf<'import-bank-statement'>['statement'];

/** What was found in a file: of which account it is, how many transactions, what is new, the balances, and the first of them. */
export function StatementPreview({ statement, account }: { statement: Statement; account: BankAccount }) {
  const { t, lang } = useTranslation();
  const { lines_total, lines_new, lines_known, from_date, to_date, sample } = statement;
  const { opening_balance: opening, closing_balance: closing } = statement;
  const { name, currency } = account;
  const money = (amount: number) => formatMoney(amount, currency, lang);
  const day = (date: string | null) => (date ? formatDate(date, lang) : '–');
  return (
    <div role="status" className="grid min-w-0 grid-cols-1 gap-2">
      <p className="font-semibold">
        {name} <span className="figure font-normal text-muted">{writeAccountNo(account)}</span>
      </p>
      <p className="font-medium">
        {t('bank.found', {
          total: lines_total,
          from: day(from_date),
          to: day(to_date),
          new: lines_new,
          known: lines_known,
        })}
      </p>
      {opening !== null && closing !== null && (
        <p className="text-muted">
          {t('bank.found-balance', { opening: money(opening), closing: money(closing) })}
        </p>
      )}
      <Gaps missing={statement.missing} currency={currency} />
      <ul aria-label={t('bank.preview')} className="divide-y rounded-lg border text-dense">
        {sample.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two of them may be equal
          <li key={index} className="flex items-baseline gap-3 px-3 py-2">
            <span className="figure w-22 shrink-0 text-muted">{day(line.booked_on)}</span>
            <span className="min-w-0 flex-1 truncate">
              {[line.name, line.text, line.reference].filter(Boolean).join(' · ')}
            </span>
            <span className="figure">{money(line.amount)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
