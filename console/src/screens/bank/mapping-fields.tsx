import { useState } from 'react';
import { STATEMENT_FIELDS } from '../../../../src/domain/bank/column-names.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';

const DATE_FORMATS = ['dd.mm.yyyy', 'mm/dd/yyyy', 'yyyy-mm-dd'] as const;

interface Props {
  /** The columns are not known, and there is nothing else to do. */
  startsOpen: boolean;
  columns: readonly string[];
  mapping: Readonly<Record<string, string>>;
  onChange(mapping: Readonly<Record<string, string>>): void;
}

/** What each column of a file holds, and how it writes days and numbers. */
export function MappingFields({ startsOpen, columns, mapping, onChange }: Props) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(startsOpen);
  const set = (name: string, value: string) => onChange({ ...mapping, [name]: value });
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="rounded-lg border px-3.5 py-2.5"
    >
      <summary className="cursor-pointer font-medium">{t('bank.columns')}</summary>
      <div className="mt-3 grid gap-3 sm:grid-cols-2">
        {columns.map((column) => (
          <SelectField
            key={column}
            label={column}
            values={['ignore', ...STATEMENT_FIELDS]}
            value={mapping[column] ?? 'ignore'}
            onChange={(field) => set(column, field)}
          >
            {(field) => (field === 'ignore' ? t('bank.not-read') : t(`bank-column.${field as 'text'}`))}
          </SelectField>
        ))}
        <SelectField
          label={t('bank.date-format')}
          values={DATE_FORMATS}
          value={mapping.date_format ?? DATE_FORMATS[0]}
          onChange={(format) => set('date_format', format)}
        >
          {(format) => format}
        </SelectField>
        <SelectField
          label={t('bank.decimal')}
          values={[',', '.'] as const}
          value={mapping.decimal ?? ','}
          onChange={(sign) => set('decimal', sign)}
        >
          {(sign) => t(sign === ',' ? 'bank.decimal-comma' : 'bank.decimal-point')}
        </SelectField>
      </div>
    </details>
  );
}
