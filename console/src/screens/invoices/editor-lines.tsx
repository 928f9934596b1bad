import { Plus } from 'lucide-react';
import { type RefObject, useState } from 'react';
import type { FoundItem, Preview } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { Button } from '../../ui/elements/button.tsx';
import { ItemDialog } from '../items/item-dialog.tsx';
import { emptyLine, type FormLine, isRequested, withFreeText, withItem } from './editor-form.ts';
import { LineRow } from './editor-line.tsx';

interface Props {
  lines: readonly FormLine[];
  currency: string;
  preview: Preview | undefined;
  /** The input of the first item. */
  firstItem: RefObject<HTMLInputElement | null>;
  onChange(lines: FormLine[]): void;
}

/** The lines of an invoice: item, quantity and price; text, VAT and discount are collapsed. */
export function LinesEditor({ lines, currency, preview, firstItem, onChange }: Props) {
  const { t } = useTranslation();
  const [creating, setCreating] = useState<{ at: number; description: string } | null>(null);
  // A new blank line at every rendering would close the picker that is open in it.
  const [blank] = useState(emptyLine);
  const rows = lines.length > 0 ? lines : [blank];
  const positions = requestPositions(rows);
  const change = (at: number, changed: Partial<FormLine>) =>
    onChange(rows.map((line, index) => (index === at ? { ...line, ...changed } : line)));
  const choose = (at: number, item: FoundItem) => {
    const line = rows[at];
    if (line) change(at, withItem(item, line));
  };
  return (
    <div>
      <LineHeader />
      <ol className="divide-y" aria-label={t('lines')}>
        {rows.map((line, at) => (
          <LineRow
            key={line.key}
            line={line}
            at={at}
            path={linePath(positions[at])}
            isLast={at === rows.length - 1}
            itemInput={at === 0 ? firstItem : undefined}
            currency={currency}
            sums={preview?.lines.find(({ position }) => position === positions[at])}
            onChange={(changed) => change(at, changed)}
            onChoose={(item) => choose(at, item)}
            onCreate={(description) => setCreating({ at, description })}
            onFreeText={(description) => change(at, withFreeText(description, line))}
            onMove={(by) => onChange(moveLine(rows, at, by))}
            onRemove={() => onChange(rows.filter((_, index) => index !== at))}
          />
        ))}
      </ol>
      <div className="border-t px-5 py-3">
        <Button
          variant="quiet"
          icon={<Plus size={16} aria-hidden />}
          onClick={() => onChange([...rows, emptyLine()])}
        >
          {t('editor.add-line')}
        </Button>
      </div>
      {creating && (
        <ItemDialog
          start={{ description: creating.description }}
          onClose={() => setCreating(null)}
          onSaved={(item) => {
            choose(creating.at, item);
            setCreating(null);
          }}
        />
      )}
    </div>
  );
}

/** For each line its position in the request, counted from 1; incomplete lines are not in it. */
function requestPositions(lines: readonly FormLine[]): (number | undefined)[] {
  let position = 0;
  return lines.map((line) => {
    if (!isRequested(line)) return undefined;
    position += 1;
    return position;
  });
}

/** The path of a line in refusals. Without any line, the server misses the list itself. */
function linePath(position: number | undefined): string {
  return position === undefined ? 'items' : `items[${position - 1}]`;
}

function moveLine(lines: readonly FormLine[], at: number, by: number): FormLine[] {
  const moved = [...lines];
  const [line] = moved.splice(at, 1);
  if (line) moved.splice(at + by, 0, line);
  return moved;
}

/** The headings are for the eye: each field has a label of its own. */
function LineHeader() {
  const { t } = useTranslation();
  return (
    <div
      aria-hidden
      className="grid grid-cols-[minmax(0,1fr)_5.5rem_7.5rem_7rem_2.25rem] gap-2.5 px-5 pt-3 text-xs text-muted max-sm:hidden"
    >
      <span>{t('report.item')}</span>
      <span className="text-right">{t('field.qty')}</span>
      <span className="text-right">{t('field.unit_price')}</span>
      <span className="text-right">{t('editor.net')}</span>
    </div>
  );
}
