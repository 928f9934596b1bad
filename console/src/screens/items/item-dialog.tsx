import { useWrite } from '../../api/queries.ts';
import type { FoundItem } from '../../api/types.ts';
import { formatNumber, wireNumber } from '../../lib/format.ts';
import { useKeptFields } from '../../lib/keep.ts';
import { Choose } from '../../ui/choose.tsx';
import { Check, Field, Input } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { say } from '../../ui/toast.tsx';
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
  const { fields, set, forget } = useKeptFields(`item-${start.guid ?? 'new'}`, {
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
    unit_price: wireNumber(fields.unit_price, lang),
    product_cost: wireNumber(fields.product_cost, lang) || '0',
  };
  const saved = (guid: string) => {
    forget();
    say(t('done.saved'));
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
      go={t('save')}
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
      <Choose label={t('field.uom')} values={UOMS} chosen={fields.uom} onChoose={(uom) => set({ uom })}>
        {(uom) => t(`unit.${uom}`)}
      </Choose>
      <Choose
        label={t('field.tax')}
        values={['S', 'AA', 'Z'] as const}
        chosen={fields.tax}
        onChoose={(tax) => set({ tax })}
      >
        {(tax) => t(`vat.${tax}`)}
      </Choose>
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
