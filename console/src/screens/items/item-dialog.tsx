import { UOMS } from '../../../../src/domain/values/codes.ts';
import { VAT_CODE_ORDER } from '../../api/choices.ts';
import { LIMITS } from '../../api/limits.ts';
import { useWrite } from '../../api/queries.ts';
import type { FoundItem } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { changeOf, useBase } from '../../lib/changes.ts';
import { useChange } from '../../ui/dialogs/conflict-question.tsx';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { useRecordDialog } from '../../ui/dialogs/use-record-dialog.ts';
import { CheckField, NumberField, TextField } from '../../ui/forms/form-fields.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { VatKindField } from '../../ui/forms/vat-kind-field.tsx';

const MAX = LIMITS['create-item'];
const PRICE = { currency: 'ISK' };

interface Props {
  start: Partial<FoundItem>;
  onClose(): void;
  onSaved(item: FoundItem): void;
}

/** Creates or changes an item of the catalogue. */
export function ItemDialog({ start, onClose, onSaved }: Props) {
  const { t } = useTranslation();
  const create = useWrite('create-item');
  const update = useWrite('update-item');
  const change = useChange(update);
  const { form, whenSaved, dialog } = useRecordDialog({
    draft: `item-${start.guid ?? 'new'}`,
    initial: toFields(start),
    writes: [create, update],
    onClose,
  });
  const { fields, set } = form;
  const base = useBase(`item-${start.guid ?? 'new'}`, start, form.isDirty);
  const submit = () => {
    const data = toInput(fields);
    const done = whenSaved<{ guid: string }>(t('done.saved'), ({ guid }) =>
      onSaved({
        ...data,
        guid,
        unit_price: Number(data.unit_price),
        product_cost: Number(data.product_cost),
      }),
    );
    const known = start.guid;
    if (!known) return create.mutate(data.item_number ? data : { ...data, item_number: undefined }, done);
    change.save(
      changeOf(toInput(toFields(base)), data, base),
      (changed) => ({ guid: known, data: changed }),
      done,
    );
  };
  return (
    <FormDialog
      {...dialog}
      title={start.guid ? t('item.edit') : t('new.item')}
      submitLabel={t('save')}
      onSubmit={submit}
    >
      <TextField form={form} name="description" wide autoFocus maxLength={MAX.description} />
      <NumberField
        form={form}
        name="unit_price"
        kind={PRICE}
        label={t('item.price')}
        hint={t('item.price-hint')}
      />
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
      <VatKindField tax={fields.tax} value={fields.vat_kind} onChange={(vat_kind) => set({ vat_kind })} />
      <NumberField form={form} name="product_cost" kind={PRICE} optional />
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
      {change.question}
    </FormDialog>
  );
}

function toInput(fields: ReturnType<typeof toFields>) {
  const { vat_kind, ...rest } = fields;
  return {
    ...rest,
    product_cost: fields.product_cost || '0',
    ...(vat_kind && fields.tax === 'Z' && { vat_kind }),
  };
}

function toFields(start: Partial<FoundItem>) {
  return {
    description: start.description ?? '',
    item_number: start.item_number ?? '',
    unit_price: start.unit_price === undefined ? '' : String(start.unit_price),
    product_cost: start.product_cost ? String(start.product_cost) : '',
    uom: start.uom ?? 'C62',
    tax: start.tax ?? 'S',
    vat_kind: start.vat_kind ?? '',
    category: start.category ?? '',
    active: start.active ?? true,
  };
}
