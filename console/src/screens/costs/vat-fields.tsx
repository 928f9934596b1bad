import { VAT_CHARGERS, type VatCharger } from '../../../../src/domain/costs/cost-figures.ts';
import { deductibleShare } from '../../../../src/domain/costs/deductible-vat.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import type { FormFields } from '../../lib/use-fields.ts';
import { NumberField } from '../../ui/forms/form-fields.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import type { ReviewFieldValues } from './review-values.ts';

interface Props {
  form: FormFields<ReviewFieldValues>;
  disabled: boolean;
}

/** Who charges the VAT of a cost, and how much of it may be deducted. */
export function VatFields({ form, disabled }: Props) {
  const { t } = useTranslation();
  const { fields, set } = form;
  const { vat_charged_by: charger } = fields;
  const { share } = deductibleShare(fields.cost_code, null);
  return (
    <div className="grid grid-cols-2 gap-4">
      <SelectField
        label={t('field.vat_charged_by')}
        field="vat_charged_by"
        values={VAT_CHARGERS}
        value={charger}
        disabled={disabled}
        {...(charger !== 'supplier' && { hint: t(`costs.vat-of-${charger}-hint`) })}
        onChange={(chosen) => set({ vat_charged_by: chosen, ...owedVat(fields, chosen) })}
      >
        {(one) => t(`costs.vat-of-${one}`)}
      </SelectField>
      <NumberField
        form={form}
        name="vat_deductible"
        disabled={disabled}
        hint={t('costs.deductible-hint', { share })}
      />
    </div>
  );
}

/** The VAT of a service from abroad, which its invoice does not state, is that of the whole amount until somebody changes it. */
function owedVat({ amount, vat_24, vat_11 }: ReviewFieldValues, charger: VatCharger) {
  const isStated = Number(vat_24) !== 0 || Number(vat_11) !== 0;
  if (charger !== 'buyer' || isStated || !(Number(amount) > 0)) return {};
  return { vat_24: String(Math.round(Number(amount) * 24) / 100) };
}
