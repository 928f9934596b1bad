import { VAT_KINDS } from '../../../../src/domain/invoices/vat.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { SelectField } from './select-field.tsx';

interface Props {
  /** The VAT code beside it; only what has no VAT has a kind. */
  tax: string;
  /** Empty where it is not stated, and follows where the buyer is. */
  value: string;
  onChange(kind: string): void;
}

/** Why an item or a line has no VAT, with what that means in the VAT return. */
export function VatKindField({ tax, value, onChange }: Props) {
  const { t } = useTranslation();
  if (tax !== 'Z') return null;
  const hint = t(`vat-kind.${(value || 'unstated') as 'unstated'}-hint`);
  return (
    <SelectField
      label={t('field.vat_kind')}
      hint={hint}
      values={['', ...VAT_KINDS]}
      value={value}
      onChange={onChange}
    >
      {(kind) => t(`vat-kind.${(kind || 'unstated') as 'unstated'}`)}
    </SelectField>
  );
}
