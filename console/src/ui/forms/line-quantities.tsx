import { unitName } from '../../../../src/domain/values/units.ts';
import type { Figures } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { formatNumber } from '../../lib/format.ts';
import { Field } from './field.tsx';
import { useFieldProblem } from './form.tsx';
import { NumberInput } from './number-input.tsx';

/** The typed quantities by line; a line that was not touched is taken in full. */
export type Quantities = Readonly<Record<string, string>>;

interface LineQuantitiesProps {
  lines: Figures['lines'];
  qtys: Quantities;
  /** The path of a line in refusals. */
  pathOf(guid: string): string;
  onChange(guid: string, qty: string): void;
}

/** What is left of each line, and how much of it is taken now. */
export function LineQuantities({ lines, qtys, pathOf, onChange }: LineQuantitiesProps) {
  const { t, lang } = useTranslation();
  if (lines.length === 0) return null;
  return (
    <ul className="divide-y rounded-lg border">
      {lines.map((line, index) => (
        <li key={line.guid} className="flex items-center gap-3 px-3.5 py-2.5">
          <span className="min-w-0 flex-1">
            {line.description}
            <span className="figure block text-xs text-muted">
              {t('lines.left', {
                qty: formatNumber(line.qty, lang),
                unit: unitName(line.uom, lang, line.qty),
              })}
            </span>
          </span>
          <span className="w-24">
            <QuantityField
              label={`${t('field.qty')}: ${line.description}`}
              path={`${pathOf(line.guid)}.qty`}
              autoFocus={index === 0}
              value={qtys[line.guid] ?? ''}
              onChange={(qty) => onChange(line.guid, qty)}
            />
          </span>
        </li>
      ))}
    </ul>
  );
}

interface QuantityProps {
  label: string;
  path: string;
  autoFocus: boolean;
  value: string;
  onChange(qty: string): void;
}

function QuantityField({ label, path, autoFocus, value, onChange }: QuantityProps) {
  const problem = useFieldProblem(path, value);
  return (
    <Field label={label} hideLabel problem={problem}>
      <NumberInput
        autoFocus={autoFocus}
        onFocus={({ target }) => target.select()}
        value={value}
        onChange={onChange}
      />
    </Field>
  );
}

/** The typed quantities, and of the other lines all that is left. */
export function allQuantities(lines: Figures['lines'], typed: Quantities): Quantities {
  return { ...Object.fromEntries(lines.map(({ guid, qty }) => [guid, String(qty)])), ...typed };
}

/**
 * The lines of the request; a line with quantity zero is left out. While every quantity is that which is left, no lines
 * are named: the server takes the exact rest.
 */
export function requestedItems(lines: Figures['lines'], qtys: Quantities) {
  const items = lines.map(({ guid }) => ({ guid, qty: qtys[guid] ?? '' }));
  if (items.every(({ qty }, index) => Number(qty) === lines[index]?.qty)) return {};
  return { items: items.filter(({ qty }) => !/^[0.]*$/.test(qty)) };
}
