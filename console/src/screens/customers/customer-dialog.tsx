import { useRead, useWrite } from '../../api/queries.ts';
import type { ChosenCustomer, Customer } from '../../api/types.ts';
import { formatKennitala } from '../../lib/format.ts';
import { useDraftFields } from '../../lib/use-draft.ts';
import { Check, Field, Input } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { LanguageField, SelectField } from '../../ui/select-field.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useWords } from '../../words/words.tsx';

const NEW_CUSTOMER = {
  name: '',
  registration_no: '',
  email: '',
  phone_number: '',
  address: '',
  zip: '',
  city: '',
  output_select: '3',
  trading_partner_id: '',
  lang: 'is',
  currency: 'ISK',
  due_date: '14',
  settlement_date: '21',
  customer_number: '',
  tax_exempt: false,
  active: true,
};
type Fields = typeof NEW_CUSTOMER;

interface Props {
  /** The customer that is changed, or what is known of a new one. */
  start: Partial<Customer>;
  onClose(): void;
  onSaved(customer: ChosenCustomer): void;
}

/** Makes or changes a customer. */
export function CustomerDialog({ start, onClose, onSaved }: Props) {
  const { t } = useWords();
  const { data: account } = useRead('show-account', {});
  // Only what was typed is kept, so that what the company proposes may come later.
  const {
    fields: typed,
    set,
    forget,
  } = useDraftFields<Partial<Fields>>(`customer-${start.guid ?? 'new'}`, {});
  const fields = { ...toFields({ ...companyDefaults(account?.settings), ...start }), ...typed };
  const create = useWrite('create-customer');
  const update = useWrite('update-customer');
  const saved = (guid: string) => {
    forget();
    showToast(t('done.saved'));
    onSaved({ guid, name: fields.name, currency: fields.currency });
  };
  const close = () => {
    forget();
    onClose();
  };
  const submit = () => {
    if (start.guid)
      update.mutate({ guid: start.guid, data: fields }, { onSuccess: ({ guid }) => saved(guid) });
    else create.mutate(fields, { onSuccess: ({ guid }) => saved(guid) });
  };
  return (
    <FormDialog
      title={start.guid ? t('customer.edit') : t('new.customer')}
      submitLabel={t('save')}
      busy={create.isPending || update.isPending}
      error={create.error ?? update.error}
      onSubmit={submit}
      onClose={close}
    >
      <div className="sm:col-span-2">
        <Field label={t('field.name')}>
          <Input
            autoFocus
            value={fields.name}
            maxLength={200}
            onChange={({ target }) => set({ name: target.value })}
          />
        </Field>
      </div>
      <Field label={t('field.registration_no')} optional={t('optional')}>
        <Input
          inputMode="numeric"
          placeholder="000000-0000"
          maxLength={20}
          value={fields.registration_no}
          onChange={({ target }) => set({ registration_no: target.value })}
        />
      </Field>
      <Field label={t('field.phone_number')} optional={t('optional')}>
        <Input
          type="tel"
          maxLength={50}
          value={fields.phone_number}
          onChange={({ target }) => set({ phone_number: target.value })}
        />
      </Field>
      <SelectField
        label={t('field.output_select')}
        values={['3', '2', '4'] as const}
        value={fields.output_select}
        onChange={(output_select) => set({ output_select })}
      >
        {(way) => t(`output.${way}`)}
      </SelectField>
      {fields.output_select === '2' ? (
        <Field label={t('field.trading_partner_id')}>
          <Input
            inputMode="numeric"
            value={fields.trading_partner_id}
            onChange={({ target }) => set({ trading_partner_id: target.value })}
          />
        </Field>
      ) : (
        <span className="max-sm:hidden" />
      )}
      <div className="sm:col-span-2">
        <Field label={t('field.email')} {...(fields.output_select === '4' && { optional: t('optional') })}>
          <Input
            type="email"
            maxLength={200}
            value={fields.email}
            onChange={({ target }) => set({ email: target.value })}
          />
        </Field>
      </div>
      <div className="sm:col-span-2">
        <Field label={t('field.address')} optional={t('optional')}>
          <Input
            maxLength={200}
            value={fields.address}
            onChange={({ target }) => set({ address: target.value })}
          />
        </Field>
      </div>
      <Field label={t('field.zip')} optional={t('optional')}>
        <Input
          inputMode="numeric"
          maxLength={20}
          value={fields.zip}
          onChange={({ target }) => set({ zip: target.value })}
        />
      </Field>
      <Field label={t('field.city')} optional={t('optional')}>
        <Input maxLength={100} value={fields.city} onChange={({ target }) => set({ city: target.value })} />
      </Field>
      <Field label={t('editor.due-days')}>
        <Input
          type="number"
          min={0}
          value={fields.due_date}
          onChange={({ target }) => set({ due_date: target.value })}
        />
      </Field>
      <Field label={t('editor.settlement-days')}>
        <Input
          type="number"
          min={0}
          value={fields.settlement_date}
          onChange={({ target }) => set({ settlement_date: target.value })}
        />
      </Field>
      <LanguageField label={t('field.lang')} value={fields.lang} onChange={(lang) => set({ lang })} />
      <Field label={t('field.customer_number')} optional={t('optional')}>
        <Input
          maxLength={50}
          value={fields.customer_number}
          onChange={({ target }) => set({ customer_number: target.value })}
        />
      </Field>
      <div className="sm:col-span-2">
        <Check
          label={t('field.tax_exempt')}
          hint={t('customer.exempt-hint')}
          checked={fields.tax_exempt}
          onChange={(tax_exempt) => set({ tax_exempt })}
        />
        {start.guid && (
          <Check
            label={t('customer.active')}
            checked={fields.active}
            onChange={(active) => set({ active })}
          />
        )}
      </div>
    </FormDialog>
  );
}

/** What the company has set for customers to come. */
function companyDefaults(settings: Readonly<Record<string, unknown>> = {}): Partial<Customer> {
  const { customer_output_select, customer_lang, customer_due_days, customer_settlement_days } = settings;
  return {
    ...(customer_output_select !== undefined && { output_select: String(customer_output_select) }),
    ...(customer_lang !== undefined && { lang: String(customer_lang) }),
    ...(customer_due_days !== undefined && { due_date: Number(customer_due_days) }),
    ...(customer_settlement_days !== undefined && { settlement_date: Number(customer_settlement_days) }),
  };
}

function toFields(start: Partial<Customer>): Fields {
  const known = Object.entries(NEW_CUSTOMER).map(([name, byDefault]) => {
    const value = start[name as keyof Customer] ?? byDefault;
    return [name, typeof value === 'number' ? String(value) : value];
  });
  const fields = Object.fromEntries(known) as Fields;
  return { ...fields, registration_no: formatKennitala(fields.registration_no) };
}
