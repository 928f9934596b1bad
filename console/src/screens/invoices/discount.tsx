import { useTranslation } from '../../i18n/translation.tsx';
import { formatNumber } from '../../lib/format.ts';
import { Field, Input } from '../../ui/field.tsx';
import { useFieldProblem } from '../../ui/form.tsx';
import { SelectField } from '../../ui/select-field.tsx';

interface Props {
  /** The value as refusals name it. */
  field: string;
  value: string;
  isPercent: boolean;
  onValue(value: string): void;
  onPercent(isPercent: boolean): void;
}

/** The discount of a line or of the whole invoice, as a percentage or an amount. */
export function DiscountFields({ field, value, isPercent, onValue, onPercent }: Props) {
  const { t, lang } = useTranslation();
  const problem = useFieldProblem(field);
  return (
    <>
      <Field label={t('field.discount')} problem={problem}>
        <Input
          figure
          inputMode="decimal"
          value={value}
          placeholder={formatNumber(0, lang)}
          onChange={({ target }) => onValue(target.value)}
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
