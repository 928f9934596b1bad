import type { ReactNode } from 'react';
import { CURRENCIES } from '../../../../src/domain/values/codes.ts';
import { COST_CODE_ORDER, COST_PAYMENT_CODES } from '../../api/choices.ts';
import type { Cost } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { formatDate, formatMoney, formatNumber } from '../../lib/format.ts';
import type { FormFields } from '../../lib/use-fields.ts';
import { Field, Select } from '../../ui/forms/field.tsx';
import { CheckField, DateField, NumberField, TextField } from '../../ui/forms/form-fields.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import type { Place, Reading, ReviewFieldValues, SimilarCosts } from './review-values.ts';
import { VatFields } from './vat-fields.tsx';

interface Props {
  cost: Cost;
  form: FormFields<ReviewFieldValues>;
  reading: Reading;
  /** The supplier's last cost, whose booking is suggested. */
  last: SimilarCosts['last_booked'];
  disabled: boolean;
  onPlace(place: Place | null): void;
}

export function ReviewFields({ cost, form, reading, last, disabled, onPlace }: Props) {
  const { t, lang } = useTranslation();
  const { fields, set } = form;
  const readOf = (name: string) => reading.fields.find((one) => one.name === name);
  const hintOf = (name: string) => {
    const read = disabled ? undefined : readOf(name);
    return read && <ReadingHint read={read} />;
  };
  const bind = <Name extends string>(name: Name) => ({ form, name, disabled, hint: hintOf(name) });
  const placed = (name: string, field: ReactNode) => (
    <Placed place={readOf(name)?.place ?? null} onPlace={onPlace}>
      {field}
    </Placed>
  );
  const money = { currency: fields.currency };
  const hasNoCurrency = reading.fields.length > 0 && !readOf('currency');
  const asLast = (isSame: boolean | null) =>
    !disabled && last && isSame ? t('costs.as-last', { date: formatDate(last.issue_date, lang) }) : undefined;
  return (
    <>
      {placed('supplier_name', <TextField {...bind('supplier_name')} />)}
      <div className="grid grid-cols-2 gap-4">
        {placed('supplier_id', <TextField {...bind('supplier_id')} />)}
        <TextField {...bind('supplier_country')} optional maxLength={2} />
        {placed('issue_date', <DateField {...bind('issue_date')} label={t('field.date')} />)}
        {placed('due_date', <DateField {...bind('due_date')} />)}
        {placed('invoice_number', <TextField {...bind('invoice_number')} />)}
        {placed('payee_account', <TextField {...bind('payee_account')} optional maxLength={42} />)}
      </div>
      <div className="grid grid-cols-3 gap-4">
        {placed('amount', <NumberField {...bind('amount')} kind={money} />)}
        {placed('vat_24', <NumberField {...bind('vat_24')} kind={money} />)}
        {placed('vat_11', <NumberField {...bind('vat_11')} kind={money} />)}
      </div>
      <VatFields form={form} disabled={disabled} />
      {disabled && <Paid cost={cost} />}
      <SelectField
        label={t('field.currency')}
        values={CURRENCIES}
        value={fields.currency}
        disabled={disabled}
        {...(hasNoCurrency && !disabled && { hint: t('costs.no-currency') })}
        onChange={(currency) => set({ currency })}
      >
        {(currency) => currency}
      </SelectField>
      {fields.currency !== 'ISK' && <RateField cost={cost} form={form} disabled={disabled} />}
      <Field label={t('field.cost_code')} hint={asLast(last && fields.cost_code === last.cost_code)}>
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
      <TextField {...bind('description')} />
      <CheckField form={form} name="credit_note" label={t('costs.credit')} disabled={disabled} />
    </>
  );
}

/** What was paid of an approved cost, and what is left. */
function Paid({ cost }: Pick<Props, 'cost'>) {
  const { t, lang } = useTranslation();
  const { paid_amount, remaining, currency, exported_at, exported_amount } = cost;
  const paid = formatMoney(paid_amount, currency, lang);
  const left = formatMoney(remaining, currency, lang);
  const exported =
    exported_at &&
    t('costs.exported', {
      date: formatDate(exported_at.slice(0, 10), lang),
      amount: formatMoney(exported_amount ?? 0, currency, lang),
    });
  return (
    <p className="figure text-muted">
      {remaining === 0 ? t('costs.paid') : t('costs.left', { paid, left })} {exported}
    </p>
  );
}

/** The exchange rate of a cost in a foreign currency; the hint says which one counts if nothing is typed. */
function RateField({ cost, form, disabled }: Pick<Props, 'cost' | 'form' | 'disabled'>) {
  const { t, lang } = useTranslation();
  const { exchange_rate: stored, read_date } = cost;
  const { currency, issue_date } = form.fields;
  const isSameDay = disabled || (issue_date === (read_date ?? '') && currency === cost.currency);
  const hint =
    stored !== null && isSameDay
      ? t('costs.rate-hint', { currency, rate: formatNumber(stored, lang, 0, 6) })
      : t('editor.rate-hint', { currency });
  return <NumberField form={form} name="exchange_rate" disabled={disabled} hint={hint} />;
}

interface PlacedProps {
  place: Place | null;
  onPlace(place: Place | null): void;
  children: ReactNode;
}

/** Marks the place of a field on the receipt while the field has the focus or the pointer is over it. */
function Placed({ place, onPlace, children }: PlacedProps) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only observes the field inside, which is the one that people use
    <div
      onFocus={() => onPlace(place)}
      onBlur={() => onPlace(null)}
      onPointerEnter={() => onPlace(place)}
      onPointerLeave={() => onPlace(null)}
    >
      {children}
    </div>
  );
}

/** From which text a value was read, and how certain the reading is. */
function ReadingHint({ read: { sure, confidence, found } }: { read: Reading['fields'][number] }) {
  const { t } = useTranslation();
  const percent = Math.round(confidence * 100);
  const text = found
    ? t(sure ? 'costs.sure' : 'costs.unsure', { sure: percent, found })
    : t(sure ? 'costs.stated' : 'costs.stated-unsure', { sure: percent });
  return <span className={sure ? '' : 'text-warning'}>{text}</span>;
}
