import { useTranslation } from '../../i18n/translation.tsx';
import { formatNumber } from '../../lib/format.ts';
import { Field } from '../../ui/forms/field.tsx';
import { useFieldProblem } from '../../ui/forms/form.tsx';
import { NumberInput } from '../../ui/forms/number-input.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';

interface Props {
  /** The value as refusals name it. */
  field: string;
  value: string;
  /** Of a discount that is an amount. */
  currency: string;
  isPercent: boolean;
  onValue(value: string): void;
  onPercent(isPercent: boolean): void;
}

/** The discount of a line or of the whole invoice, as a percentage or an amount. */
export function DiscountFields({ field, value, currency, isPercent, onValue, onPercent }: Props) {
  const { t, lang } = useTranslation();
  const problem = useFieldProblem(field, `${value} ${isPercent}`);
  return (
    <>
      <Field label={t('field.discount')} problem={problem}>
        <NumberInput
          kind={isPercent ? {} : { currency }}
          value={value}
          placeholder={formatNumber(0, lang)}
          onChange={onValue}
        />
      </Field>
      <SelectField
        label={t('field.discount_type')}
        values={['percent', 'amount'] as const}
        value={isPercent ? 'percent' : 'amount'}
        onChange={(type) => onPercent(type === 'percent')}
      >
        {(type) => t(`discount.${type}`)}
      </SelectField>
    </>
  );
}
