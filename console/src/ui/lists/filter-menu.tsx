import { SlidersHorizontal, X } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from '../../i18n/translation.tsx';
import { useFilters } from '../../lib/filters.ts';
import { formatDate, formatNumber } from '../../lib/format.ts';
import { Button } from '../elements/button.tsx';

/** A filter in force, named beside the button. */
export interface FilterChip {
  /** The parameters of the address that taking the chip off removes. */
  names: readonly string[];
  text: string;
}

interface Props {
  chips: readonly FilterChip[];
  /** The fields, shown while the button is pressed. */
  children: ReactNode;
}

/** All filters of a list behind one button, and those in force as chips, which a click takes off. */
export function FilterMenu({ chips, children }: Props) {
  const { t } = useTranslation();
  const [, change] = useFilters();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const remove = (names: readonly string[]) => change(Object.fromEntries(names.map((name) => [name, ''])));
  return (
    <>
      <Button
        aria-expanded={isOpen}
        aria-controls={id}
        icon={<SlidersHorizontal size={15} aria-hidden />}
        onClick={() => setOpen(!isOpen)}
      >
        {t('filter')}
        {chips.length > 0 && <span className="figure text-muted"> {chips.length}</span>}
      </Button>
      {chips.map(({ names, text }) => (
        <button
          key={names.join()}
          type="button"
          aria-label={t('filter.remove', { name: text })}
          onClick={() => remove(names)}
          className="inline-flex h-8 max-w-64 items-center gap-1.5 rounded-full bg-accent-subtle pr-2 pl-3 text-dense font-medium text-accent max-sm:h-11"
        >
          <span className="truncate">{text}</span>
          <X size={14} aria-hidden className="shrink-0" />
        </button>
      ))}
      {chips.length > 1 && (
        <Button variant="quiet" onClick={() => remove(chips.flatMap(({ names }) => names))}>
          {t('filter.clear')}
        </Button>
      )}
      <div
        id={id}
        hidden={!isOpen}
        className="order-last flex w-full flex-wrap items-end gap-3 rounded-xl border bg-paper p-3.5"
      >
        {isOpen && children}
      </div>
    </>
  );
}

/** The chips of the filters by day and amount. */
export function useRangeChips(): FilterChip[] {
  const { t, lang } = useTranslation();
  const [{ from, to, min, max }] = useFilters();
  const range = (a: string | undefined, b: string | undefined, format: (one: string) => string) =>
    a && b ? `${format(a)} – ${format(b)}` : a ? `≥ ${format(a)}` : `≤ ${format(b ?? '')}`;
  const day = (one: string) => formatDate(one, lang);
  const days =
    from && to
      ? `${day(from)} – ${day(to)}`
      : `${t(from ? 'filter.from' : 'filter.to')} ${day(from || to || '')}`;
  const sum = (one: string) => formatNumber(Number(one), lang);
  return [
    ...(from || to ? [{ names: ['from', 'to'], text: days }] : []),
    ...(min || max ? [{ names: ['min', 'max'], text: `${t('field.amount')} ${range(min, max, sum)}` }] : []),
  ];
}
