import { useWrite } from '../../api/queries.ts';
import type { FoundItem } from '../../api/types.ts';
import { formatNumber, parseNumber } from '../../lib/format.ts';
import { useDraftFields } from '../../lib/use-draft.ts';
import { Check, Field, Input } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useWords } from '../../words/words.tsx';

const UOMS = ['C62', 'HUR', 'DAY', 'MIN', 'KGS', 'MTR', 'LTR', 'MTK', 'MTQ', 'TNE', 'KWH', 'KTM'] as const;

interface Props {
  start: Partial<FoundItem>;
  onClose(): void;
  onSaved(item: FoundItem): void;
}

/** Makes or changes an item of the catalogue. */
export function ItemDialog({ start, onClose, onSaved }: Props) {
  const { t, lang } = useWords();
  const { fields, set, forget } = useDraftFields(`item-${start.guid ?? 'new'}`, {
    description: start.description ?? '',
    item_number: start.item_number ?? '',
    unit_price: start.unit_price === undefined ? '' : formatNumber(start.unit_price, lang),
    product_cost: start.product_cost ? formatNumber(start.product_cost, lang) : '',
    uom: start.uom ?? 'C62',
    tax: start.tax ?? 'S',
    category: start.category ?? '',
    active: start.active ?? true,
  });
  const create = useWrite('create-item');
  const update = useWrite('update-item');
  const data = {
    ...fields,
    unit_price: parseNumber(fields.unit_price, lang),
    product_cost: parseNumber(fields.product_cost, lang) || '0',
  };
  const saved = (guid: string) => {
    forget();
    showToast(t('done.saved'));
    onSaved({ ...data, guid, unit_price: Number(data.unit_price), product_cost: Number(data.product_cost) });
  };
  const close = () => {
    forget();
    onClose();
  };
  const submit = () => {
    const sent = data.item_number ? data : { ...data, item_number: undefined };
    if (start.guid) update.mutate({ guid: start.guid, data: sent }, { onSuccess: ({ guid }) => saved(guid) });
    else create.mutate(sent, { onSuccess: ({ guid }) => saved(guid) });
  };
  return (
    <FormDialog
      title={start.guid ? t('item.edit') : t('new.item')}
      submitLabel={t('save')}
      busy={create.isPending || update.isPending}
      error={create.error ?? update.error}
      onSubmit={submit}
      onClose={close}
    >
      <div className="sm:col-span-2">
        <Field label={t('field.description')}>
          <Input
            autoFocus
            value={fields.description}
            maxLength={500}
            onChange={({ target }) => set({ description: target.value })}
          />
        </Field>
      </div>
      <Field label={t('item.price')} hint={t('item.price-hint')}>
        <Input
          figure
          inputMode="decimal"
          value={fields.unit_price}
          onChange={({ target }) => set({ unit_price: target.value })}
        />
      </Field>
      <SelectField label={t('field.uom')} values={UOMS} value={fields.uom} onChange={(uom) => set({ uom })}>
        {(uom) => t(`unit.${uom}`)}
      </SelectField>
      <SelectField
        label={t('field.tax')}
        values={['S', 'AA', 'Z'] as const}
        value={fields.tax}
        onChange={(tax) => set({ tax })}
      >
        {(tax) => t(`vat.${tax}`)}
      </SelectField>
      <Field label={t('field.product_cost')} optional={t('optional')}>
        <Input
          figure
          inputMode="decimal"
          value={fields.product_cost}
          onChange={({ target }) => set({ product_cost: target.value })}
        />
      </Field>
      <Field label={t('field.item_number')} hint={start.guid ? undefined : t('item.number-hint')}>
        <Input
          value={fields.item_number}
          maxLength={60}
          onChange={({ target }) => set({ item_number: target.value })}
        />
      </Field>
      <Field label={t('field.category')} optional={t('optional')}>
        <Input
          value={fields.category}
          maxLength={60}
          onChange={({ target }) => set({ category: target.value })}
        />
      </Field>
      {start.guid && (
        <div className="sm:col-span-2">
          <Check label={t('item.active')} checked={fields.active} onChange={(active) => set({ active })} />
        </div>
      )}
    </FormDialog>
  );
}
