import { UOMS } from '../../../../src/domain/codes.ts';
import { VAT_CODE_ORDER } from '../../api/choices.ts';
import { LIMITS } from '../../api/limits.ts';
import { useWrite } from '../../api/queries.ts';
import type { FoundItem } from '../../api/types.ts';
import type { Lang } from '../../i18n/lang.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { formatNumber, parseNumber } from '../../lib/format.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { CheckField, NumberField, TextField } from '../../ui/form-fields.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { useRecordDialog } from '../../ui/use-record-dialog.ts';

const MAX = LIMITS['create-item'];

interface Props {
  start: Partial<FoundItem>;
  onClose(): void;
  onSaved(item: FoundItem): void;
}

/** Creates or changes an item of the catalogue. */
export function ItemDialog({ start, onClose, onSaved }: Props) {
  const { t, lang } = useTranslation();
  const create = useWrite('create-item');
  const update = useWrite('update-item');
  const { form, whenSaved, dialog } = useRecordDialog({
    draft: `item-${start.guid ?? 'new'}`,
    initial: toFields(start, lang),
    writes: [create, update],
    onClose,
  });
  const { fields, set } = form;
  const submit = () => {
    const data = {
      ...fields,
      unit_price: parseNumber(fields.unit_price, lang),
      product_cost: parseNumber(fields.product_cost, lang) || '0',
    };
    const done = whenSaved<{ guid: string }>(t('done.saved'), ({ guid }) =>
      onSaved({
        ...data,
        guid,
        unit_price: Number(data.unit_price),
        product_cost: Number(data.product_cost),
      }),
    );
    const input = data.item_number ? data : { ...data, item_number: undefined };
    if (start.guid) update.mutate({ guid: start.guid, data: input }, done);
    else create.mutate(input, done);
  };
  return (
    <FormDialog
      {...dialog}
      title={start.guid ? t('item.edit') : t('new.item')}
      submitLabel={t('save')}
      onSubmit={submit}
    >
      <TextField form={form} name="description" wide autoFocus maxLength={MAX.description} />
      <NumberField form={form} name="unit_price" label={t('item.price')} hint={t('item.price-hint')} />
      <SelectField label={t('field.uom')} values={UOMS} value={fields.uom} onChange={(uom) => set({ uom })}>
        {(uom) => t(`unit.${uom}`)}
      </SelectField>
      <SelectField
        label={t('field.tax')}
        values={VAT_CODE_ORDER}
        value={fields.tax}
        onChange={(tax) => set({ tax })}
      >
        {(tax) => t(`vat.${tax}`)}
      </SelectField>
      <NumberField form={form} name="product_cost" optional />
      <TextField
        form={form}
        name="item_number"
        hint={start.guid ? undefined : t('item.number-hint')}
        maxLength={MAX.item_number}
      />
      <TextField form={form} name="category" optional maxLength={MAX.category} />
      {start.guid && (
        <div className="sm:col-span-2">
          <CheckField form={form} name="active" label={t('item.active')} />
        </div>
      )}
    </FormDialog>
  );
}

function toFields(start: Partial<FoundItem>, lang: Lang) {
  return {
    description: start.description ?? '',
    item_number: start.item_number ?? '',
    unit_price: start.unit_price === undefined ? '' : formatNumber(start.unit_price, lang),
    product_cost: start.product_cost ? formatNumber(start.product_cost, lang) : '',
    uom: start.uom ?? 'C62',
    tax: start.tax ?? 'S',
    category: start.category ?? '',
    active: start.active ?? true,
  };
}
