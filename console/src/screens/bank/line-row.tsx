import type { BankLine } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { formatDate, formatMoney } from '../../lib/format.ts';
import { lineDetails, lineTitle } from './line-text.ts';

/** Day, payer, text and amount of a line. */
export function LineFacts({ line }: { line: BankLine }) {
  const { lang } = useTranslation();
  const details = lineDetails(line);
  return (
    <span className="flex w-full min-w-0 items-baseline gap-x-4">
      <span className="figure w-24 shrink-0 text-dense text-muted max-sm:w-20">
        {formatDate(line.booked_on, lang)}
      </span>
      <span className="min-w-0 flex-1 text-left">
        <span className="block truncate font-medium">{lineTitle(line)}</span>
        {details && <span className="block truncate text-dense text-muted">{details}</span>}
      </span>
      <span className={`figure shrink-0 font-medium ${line.amount > 0 ? 'text-accent' : ''}`}>
        {formatMoney(line.amount, line.currency, lang)}
      </span>
    </span>
  );
}

/** A line that waits; a click makes it the one that the keys are for. */
export function LineRow({ line, onOpen }: { line: BankLine; onOpen(): void }) {
  return (
    <li>
      <button
        type="button"
        // The arrows move between lines; Tab leaves the list.
        tabIndex={-1}
        onClick={onOpen}
        className="flex w-full px-4 py-2.5 hover:bg-sunken max-sm:min-h-11"
      >
        <LineFacts line={line} />
      </button>
    </li>
  );
}
