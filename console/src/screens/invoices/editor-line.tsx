import { ArrowDown, ArrowUp, MoreHorizontal, Trash2 } from 'lucide-react';
import { type RefObject, useRef, useState } from 'react';
import { UOMS } from '../../../../src/domain/values/codes.ts';
import { VAT_CODE_ORDER } from '../../api/choices.ts';
import { LIMITS } from '../../api/limits.ts';
import type { FoundItem, Preview } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { formatMoney } from '../../lib/format.ts';
import { IconButton } from '../../ui/elements/button.tsx';
import { Menu } from '../../ui/elements/menu.tsx';
import { Field, Input } from '../../ui/forms/field.tsx';
import { useFieldProblem } from '../../ui/forms/form.tsx';
import { NumberInput } from '../../ui/forms/number-input.tsx';
import { ItemPicker } from '../../ui/forms/record-pickers.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { VatKindField } from '../../ui/forms/vat-kind-field.tsx';
import { DiscountFields } from './discount.tsx';
import type { FormLine } from './editor-form.ts';

interface Props {
  line: FormLine;
  at: number;
  /** The path of the line in refusals; a line that is not in the request yet is missing as such. */
  path: string;
  isLast: boolean;
  /** The input of the item, where another field moves the focus to it. */
  itemInput?: RefObject<HTMLInputElement | null> | undefined;
  currency: string;
  sums: Preview['lines'][number] | undefined;
  onChange(changed: Partial<FormLine>): void;
  onChoose(item: FoundItem): void;
  onCreate(description: string): void;
  onFreeText(description: string): void;
  onMove(by: number): void;
  onRemove(): void;
}

/** One line of an invoice: its fields, its net amount and its menu. */
export function LineRow(props: Props) {
  const { line, at, path, itemInput, currency, sums, onChange, onChoose, onCreate, onFreeText } = props;
  const { t, lang } = useTranslation();
  const qty = useRef<HTMLInputElement>(null);
  const qtyProblem = useFieldProblem(`${path}.qty`, line.qty);
  const priceProblem = useFieldProblem(`${path}.unit_price`, line.unit_price);
  return (
    <li className="px-5 py-4">
      <div className="grid grid-cols-[4.5rem_minmax(0,1fr)_auto] items-start gap-2.5 sm:grid-cols-[minmax(0,1fr)_5.5rem_7.5rem_7rem_2.25rem]">
        <div className="max-sm:col-span-full">
          <ItemPicker
            label={t('editor.item', { n: at + 1 })}
            field={path}
            next={qty}
            input={itemInput}
            chosen={line.isFree ? t('editor.free-line') : line.name}
            onChoose={onChoose}
            onCreate={onCreate}
            onFreeText={onFreeText}
          />
        </div>
        <Field label={`${t('field.qty')} ${at + 1}`} hideLabel problem={qtyProblem}>
          <NumberInput
            ref={qty}
            kind={{ isHours: line.uom === 'HUR' }}
            value={line.qty}
            onFocus={({ target }) => target.select()}
            onChange={(value) => onChange({ qty: value })}
          />
        </Field>
        <Field label={`${t('field.unit_price')} ${at + 1}`} hideLabel problem={priceProblem}>
          <NumberInput
            kind={{ currency }}
            value={line.unit_price}
            placeholder={t('field.unit_price')}
            onChange={(unit_price) => onChange({ unit_price })}
          />
        </Field>
        <p
          className="figure flex h-9 items-center justify-end gap-2 font-medium max-sm:order-1 max-sm:col-span-full max-sm:h-auto"
          title={t('editor.net')}
        >
          <span aria-hidden className="font-normal text-muted sm:hidden">
            {t('editor.net')}
          </span>
          {sums ? formatMoney(sums.net, currency, lang) : '–'}
        </p>
        <LineMenu {...props} />
        {(line.guid || line.isFree) && (
          <div className="col-span-full max-sm:order-1">
            <LineDetails line={line} at={at} path={path} currency={currency} onChange={onChange} />
          </div>
        )}
      </div>
    </li>
  );
}

function LineMenu({ at, isLast, onMove, onRemove }: Props) {
  const { t } = useTranslation();
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

type DetailsProps = Pick<Props, 'line' | 'at' | 'path' | 'currency' | 'onChange'>;

function LineDetails({ line, at, path, currency, onChange }: DetailsProps) {
  const { t, tIfKnown } = useTranslation();
  const problem = useFieldProblem(`${path}.description`, line.description);
  const [open, setOpen] = useState(line.discount !== '' || line.description !== line.name);
  const isOpen = open || line.isFree;
  if (!isOpen) {
    return (
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="text-left text-dense text-muted underline-offset-2 hover:text-ink hover:underline"
      >
        {tIfKnown(`vat.${line.tax}`)} {t('total.vat')} · {tIfKnown(`unit.${line.uom}`)?.toLowerCase()} ·{' '}
        {t('editor.details')}
      </button>
    );
  }
  return (
    <div className="grid grid-cols-2 gap-2.5 sm:grid-cols-[minmax(9rem,1.4fr)_1fr_1fr_minmax(7rem,1.2fr)]">
      <div className="col-span-full">
        <Field label={`${t('field.description')} ${at + 1}`} hideLabel problem={problem}>
          <Input
            value={line.description}
            autoFocus={line.isFree && line.description === ''}
            maxLength={LIMITS['create-item'].description}
            onChange={({ target }) => onChange({ description: target.value })}
          />
        </Field>
      </div>
      {line.isFree && (
        <SelectField
          label={t('field.uom')}
          values={UOMS}
          value={line.uom}
          onChange={(uom) => onChange({ uom })}
        >
          {(uom) => tIfKnown(`unit.${uom}`)}
        </SelectField>
      )}
      <SelectField
        label={t('field.tax')}
        values={VAT_CODE_ORDER}
        value={line.tax}
        onChange={(tax) => onChange({ tax })}
      >
        {(tax) => tIfKnown(`vat.${tax}`)}
      </SelectField>
      <VatKindField
        tax={line.tax}
        value={line.vat_kind ?? ''}
        onChange={(vat_kind) => onChange({ vat_kind })}
      />
      <DiscountFields
        field={`${path}.discount`}
        currency={currency}
        value={line.discount}
        isPercent={line.discount_type}
        onValue={(discount) => onChange({ discount })}
        onPercent={(discount_type) => onChange({ discount_type })}
      />
    </div>
  );
}
