import { type SaleType, usualHoldDays } from '../../../../src/domain/sales/selling.ts';
import { REQUIRABLE_ORDER, SALE_TYPE_ORDER, VAT_CODE_ORDER } from '../../api/choices.ts';
import { LIMITS } from '../../api/limits.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import type { FormFields } from '../../lib/use-fields.ts';
import { Check, Field } from '../../ui/forms/field.tsx';
import { useFieldProblem } from '../../ui/forms/form.tsx';
import { DateField, NumberField, TextField } from '../../ui/forms/form-fields.tsx';
import { NumberInput } from '../../ui/forms/number-input.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { VatKindField } from '../../ui/forms/vat-kind-field.tsx';
import type { SaleForm } from './sale-form.ts';
import { SALE_ICONS } from './sale-types.tsx';

const DEFAULT_HOLD_DAYS = '3';

interface Props {
  form: FormFields<SaleForm>;
}

export function TypeField({ form: { fields: sale, set } }: Props) {
  const { t } = useTranslation();
  return (
    <fieldset className="grid grid-cols-2 gap-2">
      <legend className="mb-1.5 text-dense font-medium">{t('field.type')}</legend>
      {SALE_TYPE_ORDER.map((type) => (
        <label
          key={type}
          className={`flex cursor-pointer items-center gap-2.5 rounded-xl border p-3 has-focus-visible:outline-2 has-focus-visible:outline-accent ${sale.type === type ? 'border-accent bg-accent-subtle' : 'hover:border-border-strong'}`}
        >
          <input
            type="radio"
            name="type"
            className="sr-only"
            checked={sale.type === type}
            onChange={() => set({ type, ...defaultsOf(type, sale) })}
          />
          <span className="text-accent">{SALE_ICONS[type]}</span>
          {t(`sale.${type}`)}
        </label>
      ))}
    </fieldset>
  );
}

/** A donation has no VAT, and what is not delivered before it is paid lapses by itself. */
function defaultsOf(type: SaleType, before: SaleForm): Partial<SaleForm> {
  const [usual, usualBefore] = [usualHoldDays(type), usualHoldDays(before.type)];
  return {
    tax: type === 'DONA' ? 'Z' : before.tax,
    ...(usual !== usualBefore && { hold_days: usual === null ? '' : String(usual) }),
  };
}

export function PriceFields({ form }: Props) {
  const { t } = useTranslation();
  const { fields: sale, set } = form;
  return (
    <div className="grid grid-cols-2 gap-4">
      <NumberField
        form={form}
        name="amount"
        kind={{ currency: 'ISK' }}
        label={t(sale.type === 'DONA' ? 'sale.suggested' : 'sale.price')}
      />
      <SelectField
        label={t('field.tax')}
        values={VAT_CODE_ORDER}
        value={sale.tax}
        onChange={(tax) => set({ tax })}
      >
        {(tax) => t(`vat.${tax}`)}
      </SelectField>
      {sale.tax === 'Z' && (
        <div className="col-span-2">
          <VatKindField tax={sale.tax} value={sale.vat_kind} onChange={(vat_kind) => set({ vat_kind })} />
        </div>
      )}
    </div>
  );
}

export function EventFields({ form }: Props) {
  return (
    <div className="grid grid-cols-2 gap-4 sm:grid-cols-[1fr_7rem_1fr]">
      <DateField form={form} name="event_date" optional />
      <TextField form={form} name="event_time" inputMode="numeric" placeholder="20:00" maxLength={5} />
      <div className="max-sm:col-span-2">
        <TextField
          form={form}
          name="event_place"
          optional
          maxLength={LIMITS['create-product-sale'].event_place}
        />
      </div>
    </div>
  );
}

/**
 * The stock of a new page is a number. Of a page that sells already, a difference is entered: an absolute number would
 * overwrite purchases that are made in the meantime.
 */
export function StockFields({ form, left }: Props & { left: number | null }) {
  const { t } = useTranslation();
  const { fields: sale, set } = form;
  return (
    <div className="grid gap-2">
      {left === null && (
        <Check
          label={t(sale.type === 'EVENT' ? 'sale.seats' : 'sale.stock')}
          checked={sale.inventory_control}
          onChange={(inventory_control) =>
            set({
              inventory_control,
              // Unpaid orders would hold a limited stock for ever; the seller may still clear the field.
              hold_days: inventory_control && !sale.hold_days ? DEFAULT_HOLD_DAYS : sale.hold_days,
            })
          }
        />
      )}
      {sale.inventory_control && (
        <div className={left === null ? 'w-40' : 'max-w-72'}>
          <NumberField
            form={form}
            name="inventory_count"
            label={t(left === null ? 'field.inventory_count' : 'field.inventory_add')}
            hint={left === null ? undefined : `${t('sale.left')}: ${left}`}
            kind={{ isWhole: true }}
          />
        </div>
      )}
    </div>
  );
}

/** The days after which an unpaid order is cancelled; without them it holds its stock until the seller cancels it. */
const HOLD_HINTS = {
  STAND: 'sale.hold-hint',
  EVENT: 'sale.hold-hint',
  SUB: 'sale.hold-hint-SUB',
  DONA: 'sale.hold-hint-DONA',
} as const satisfies Record<SaleType, string>;

export function HoldField({ form }: Props) {
  const { t } = useTranslation();
  const { fields: sale, set } = form;
  const problem = useFieldProblem('hold_days', sale.hold_days);
  if (sale.type === 'DONA' || sale.type === 'SUB') return null;
  return (
    <Field
      label={t('field.hold_days')}
      optional={t('optional')}
      hint={t(HOLD_HINTS[sale.type])}
      problem={problem}
    >
      <div className="w-40">
        <NumberInput
          kind={{ isWhole: true }}
          value={sale.hold_days}
          onChange={(hold_days) => set({ hold_days })}
        />
      </div>
    </Field>
  );
}

export function RequiredFields({ form: { fields: sale, set } }: Props) {
  const { t } = useTranslation();
  const toggle = (one: (typeof REQUIRABLE_ORDER)[number], isRequired: boolean) =>
    set({
      requires: REQUIRABLE_ORDER.filter((other) =>
        other === one ? isRequired : sale.requires.includes(other),
      ),
    });
  return (
    <fieldset>
      <legend className="mb-1 text-dense font-medium">{t('sale.requires')}</legend>
      <div className="flex flex-wrap gap-x-6">
        {REQUIRABLE_ORDER.map((one) => (
          <Check
            key={one}
            label={t(`sale.requires-${one}`)}
            checked={sale.requires.includes(one)}
            onChange={(isRequired) => toggle(one, isRequired)}
          />
        ))}
      </div>
    </fieldset>
  );
}
