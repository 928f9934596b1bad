import { ArrowDown, ArrowUp, MoreHorizontal, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { VAT_CODE_ORDER } from '../../api/choices.ts';
import { LIMITS } from '../../api/limits.ts';
import type { FoundItem, Preview } from '../../api/types.ts';
import { formatMoney } from '../../lib/format.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { Menu } from '../../ui/menu.tsx';
import { ItemPicker } from '../../ui/record-pickers.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { useWords } from '../../words/words.tsx';
import { ItemDialog } from '../items/item-dialog.tsx';
import { DiscountFields } from './discount.tsx';
import { emptyLine, type FormLine, withItem } from './editor-form.ts';

interface Props {
  lines: readonly FormLine[];
  currency: string;
  preview: Preview | undefined;
  onChange(lines: FormLine[]): void;
}

/** The lines of an invoice: item, quantity and price; text, VAT and discount are collapsed. */
export function LinesEditor({ lines, currency, preview, onChange }: Props) {
  const { t, lang } = useWords();
  const [creating, setCreating] = useState<{ at: number; description: string } | null>(null);
  // A new blank line at every rendering would close the picker that is open in it.
  const [blank] = useState(emptyLine);
  const shown = lines.length > 0 ? lines : [blank];
  const change = (at: number, changed: Partial<FormLine>) =>
    onChange(shown.map((line, place) => (place === at ? { ...line, ...changed } : line)));
  const move = (at: number, by: number) => {
    const next = [...shown];
    const [line] = next.splice(at, 1);
    if (line) next.splice(at + by, 0, line);
    onChange(next);
  };
  // The preview contains only lines with an item, each with its position among them.
  let counted = -1;
  return (
    <div>
      <div
        aria-hidden
        className="grid grid-cols-[minmax(0,1fr)_5.5rem_7.5rem_7rem_2.25rem] gap-2.5 px-5 pt-3 text-xs text-muted max-sm:hidden"
      >
        <span>{t('report.item')}</span>
        <span className="text-right">{t('field.qty')}</span>
        <span className="text-right">{t('field.unit_price')}</span>
        <span className="text-right">{t('editor.net')}</span>
      </div>
      <ol className="divide-y" aria-label={t('lines')}>
        {shown.map((line, at) => {
          if (line.guid) counted += 1;
          const place = counted + 1;
          return (
            <LineRow
              key={line.key}
              line={line}
              at={at}
              isLast={at === shown.length - 1}
              currency={currency}
              sums={line.guid ? preview?.lines.find(({ position }) => position === place) : undefined}
              onChange={(changed) => change(at, changed)}
              onChoose={(item) => change(at, withItem(item, line, lang))}
              onCreate={(description) => setCreating({ at, description })}
              onMove={(by) => move(at, by)}
              onRemove={() => onChange(shown.filter((_, place) => place !== at))}
            />
          );
        })}
      </ol>
      <div className="border-t px-5 py-3">
        <Button
          variant="quiet"
          icon={<Plus size={16} aria-hidden />}
          onClick={() => onChange([...shown, emptyLine()])}
        >
          {t('editor.add-line')}
        </Button>
      </div>
      {creating && (
        <ItemDialog
          start={{ description: creating.description }}
          onClose={() => setCreating(null)}
          onSaved={(item) => {
            const line = shown[creating.at];
            if (line) change(creating.at, withItem(item, line, lang));
            setCreating(null);
          }}
        />
      )}
    </div>
  );
}

interface LineRowProps {
  line: FormLine;
  at: number;
  isLast: boolean;
  currency: string;
  sums: Preview['lines'][number] | undefined;
  onChange(changed: Partial<FormLine>): void;
  onChoose(item: FoundItem): void;
  onCreate(description: string): void;
  onMove(by: number): void;
  onRemove(): void;
}

function LineRow(props: LineRowProps) {
  const { line, at, currency, sums, onChange, onChoose, onCreate } = props;
  const { t, lang } = useWords();
  return (
    <li className="px-5 py-4">
      <div className="grid grid-cols-[4.5rem_minmax(0,1fr)_auto_auto] items-start gap-2.5 sm:grid-cols-[minmax(0,1fr)_5.5rem_7.5rem_7rem_2.25rem]">
        <div className="space-y-2 max-sm:col-span-full">
          <ItemPicker
            label={t('editor.item', { n: at + 1 })}
            chosen={line.name}
            onChoose={onChoose}
            onCreate={onCreate}
          />
          {line.guid && <LineDetails line={line} at={at} onChange={onChange} />}
        </div>
        <Field label={`${t('field.qty')} ${at + 1}`} hideLabel>
          <Input
            figure
            inputMode="decimal"
            value={line.qty}
            onChange={({ target }) => onChange({ qty: target.value })}
          />
        </Field>
        <Field label={`${t('field.unit_price')} ${at + 1}`} hideLabel>
          <Input
            figure
            inputMode="decimal"
            value={line.unit_price}
            placeholder={t('field.unit_price')}
            onChange={({ target }) => onChange({ unit_price: target.value })}
          />
        </Field>
        <p
          className="figure flex h-9 items-center justify-end font-medium max-sm:h-11"
          title={t('editor.net')}
        >
          {sums ? formatMoney(sums.net, currency, lang) : '–'}
        </p>
        <LineMenu {...props} />
      </div>
    </li>
  );
}

function LineMenu({ at, isLast, onMove, onRemove }: LineRowProps) {
  const { t } = useWords();
  const up = {
    label: t('editor.up'),
    icon: <ArrowUp size={16} aria-hidden />,
    onSelect: () => onMove(-1),
  };
  const down = {
    label: t('editor.down'),
    icon: <ArrowDown size={16} aria-hidden />,
    onSelect: () => onMove(1),
  };
  const remove = {
    label: t('editor.remove'),
    icon: <Trash2 size={16} aria-hidden />,
    danger: true,
    onSelect: onRemove,
  };
  return (
    <Menu
      trigger={
        <IconButton label={t('editor.line-more', { n: at + 1 })} icon={<MoreHorizontal size={17} />} />
      }
      choices={[...(at > 0 ? [up] : []), ...(isLast ? [] : [down]), remove]}
    />
  );
}

function LineDetails({
  line,
  at,
  onChange,
}: {
  line: FormLine;
  at: number;
  onChange(changed: Partial<FormLine>): void;
}) {
  const { t, tIfKnown } = useWords();
  const [open, setOpen] = useState(line.discount !== '' || line.description !== line.name);
  if (!open) {
    return (
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="text-left text-[0.8125rem] text-muted underline-offset-2 hover:text-ink hover:underline"
      >
        {tIfKnown(`vat.${line.tax}`)} {t('total.vat')} · {tIfKnown(`uom.${line.uom}`)} · {t('editor.details')}
      </button>
    );
  }
  return (
    <div className="grid gap-2 sm:grid-cols-3">
      <div className="sm:col-span-3">
        <Field label={`${t('field.description')} ${at + 1}`} hideLabel>
          <Input
            value={line.description}
            maxLength={LIMITS['create-item'].description}
            onChange={({ target }) => onChange({ description: target.value })}
          />
        </Field>
      </div>
      <SelectField
        label={t('field.tax')}
        values={VAT_CODE_ORDER}
        value={line.tax}
        onChange={(tax) => onChange({ tax })}
      >
        {(tax) => tIfKnown(`vat.${tax}`)}
      </SelectField>
      <DiscountFields
        value={line.discount}
        isPercent={line.discount_type}
        onValue={(discount) => onChange({ discount })}
        onPercent={(discount_type) => onChange({ discount_type })}
      />
    </div>
  );
}
