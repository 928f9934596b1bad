import { COST_CODE_ORDER, COST_PAYMENT_CODES } from '../../api/choices.ts';
import type { FormFields } from '../../lib/use-fields.ts';
import { Field, Select } from '../../ui/field.tsx';
import { CheckField, DateField, NumberField, TextField } from '../../ui/form-fields.tsx';
import { useWords } from '../../words/words.tsx';
import type { Reading, ReviewFieldValues } from './review-values.ts';

interface Props {
  form: FormFields<ReviewFieldValues>;
  reading: Reading;
  disabled: boolean;
}

export function ReviewFields({ form, reading, disabled }: Props) {
  const { t } = useWords();
  const { fields, set } = form;
  const hintOf = (name: string) => {
    const read = disabled ? undefined : reading.fields.find((one) => one.name === name);
    return read && <ReadingHint read={read} />;
  };
  const bind = <Name extends string>(name: Name) => ({ form, name, disabled, hint: hintOf(name) });
  return (
    <>
      <TextField {...bind('supplier_name')} />
      <div className="grid gap-4 sm:grid-cols-3">
        <TextField {...bind('supplier_id')} />
        <TextField {...bind('supplier_country')} optional maxLength={2} />
        <DateField {...bind('issue_date')} label={t('field.date')} />
      </div>
      <div className="grid grid-cols-3 gap-4">
        <NumberField {...bind('amount')} />
        <NumberField {...bind('vat_24')} />
        <NumberField {...bind('vat_11')} />
      </div>
      <Field label={t('field.cost_code')}>
        <Select
          disabled={disabled}
          value={fields.cost_code}
          onChange={({ target }) => set({ cost_code: target.value })}
        >
          <option value="">{t('costs.choose-code')}</option>
          {COST_CODE_ORDER.map((code) => (
            <option key={code} value={code}>
              {code} · {t(`code.${code}`)}
            </option>
          ))}
        </Select>
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('field.how_paid')}>
          <Select
            disabled={disabled}
            value={fields.how_paid}
            onChange={({ target }) => set({ how_paid: target.value })}
          >
            <option value="">–</option>
            {COST_PAYMENT_CODES.map((code) => (
              <option key={code} value={code}>
                {t(`paid-by.${code}`)}
              </option>
            ))}
          </Select>
        </Field>
        <TextField {...bind('invoice_number')} />
      </div>
      <TextField {...bind('description')} />
      <CheckField form={form} name="credit_note" label={t('costs.credit')} disabled={disabled} />
    </>
  );
}

/** From which text a value was read, and how certain the reading is. */
function ReadingHint({ read }: { read: Reading['fields'][number] }) {
  const { t } = useWords();
  return (
    <span className={read.sure ? '' : 'text-warning'}>
      {t(read.sure ? 'costs.sure' : 'costs.unsure', {
        sure: Math.round(read.confidence * 100),
        found: read.found,
      })}
    </span>
  );
}
