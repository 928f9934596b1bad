import { formatNumber } from '../../lib/format.ts';
import { Field, Input } from '../../ui/field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { useWords } from '../../words/words.tsx';

interface Props {
  value: string;
  isPercent: boolean;
  onValue(value: string): void;
  onPercent(isPercent: boolean): void;
}

/** The discount of a line or of the whole invoice, as a percentage or an amount. */
export function DiscountFields({ value, isPercent, onValue, onPercent }: Props) {
  const { t, lang } = useWords();
  return (
    <>
      <Field label={t('field.discount')}>
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
