import { DEFAULT_DUE_DAYS, DEFAULT_SETTLEMENT_DAYS } from '../../../../src/domain/values/codes.ts';
import { formatKennitala } from '../../../../src/domain/values/kennitala.ts';
import { OUTPUT_EINVOICE, OUTPUT_ORDER, OUTPUT_PRINT } from '../../api/choices.ts';
import { LIMITS } from '../../api/limits.ts';
import { useRead, useWrite } from '../../api/queries.ts';
import type { ChosenCustomer, Customer } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { changeOf, useBase } from '../../lib/changes.ts';
import { useDeferredSubmit } from '../../lib/use-deferred-submit.ts';
import type { FormFields } from '../../lib/use-fields.ts';
import { useChange } from '../../ui/dialogs/conflict-question.tsx';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { useRecordDialog } from '../../ui/dialogs/use-record-dialog.ts';
import { CheckField, NumberField, TextField } from '../../ui/forms/form-fields.tsx';
import { LanguageField, SelectField } from '../../ui/forms/select-field.tsx';
import { RegisteredCompany } from './registered-company.tsx';
import { SameKennitala, useSameKennitala } from './same-kennitala.tsx';

const MAX = LIMITS['create-customer'];
const DAYS = { isWhole: true };
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
  due_date: String(DEFAULT_DUE_DAYS),
  settlement_date: String(DEFAULT_SETTLEMENT_DAYS),
  customer_number: '',
  tax_exempt: false,
  active: true,
};
type Fields = typeof NEW_CUSTOMER;
type FormProps = { form: Pick<FormFields<Fields>, 'fields' | 'set'> };

interface Props {
  /** The customer that is changed, or what is known of a new one. */
  start: Partial<Customer>;
  onClose(): void;
  onSaved(customer: ChosenCustomer): void;
}

/** Creates or changes a customer. */
export function CustomerDialog({ start, onClose, onSaved }: Props) {
  const { t } = useTranslation();
  const { data: account } = useRead('show-account', {});
  const create = useWrite('create-customer');
  const update = useWrite('update-customer');
  const change = useChange(update);
  // A new customer of another name is another one: nothing that was typed for the first is offered for it.
  const draftName = `customer-${start.guid ?? `new-${start.name ?? ''}`}`;
  // The draft holds only typed fields, because the company's defaults may be loaded later than the dialog opens.
  const draft = useRecordDialog<Partial<Fields>>({
    draft: draftName,
    initial: {},
    writes: [create, update],
    onClose,
  });
  const read = useBase(draftName, start, draft.form.isDirty);
  const base = start.guid ? read : start;
  const fields = { ...toFields({ ...companyDefaults(account?.settings), ...base }), ...draft.form.fields };
  const form: FormProps['form'] = { fields, set: draft.form.set };
  const same = useSameKennitala(fields.registration_no, start.guid === undefined);
  const submit = () => {
    const done = draft.whenSaved<{ guid: string }>(t('done.saved'), ({ guid }) =>
      onSaved({ guid, name: fields.name, currency: fields.currency }),
    );
    const { guid } = start;
    if (guid) change.save(changeOf(toFields(base), fields, base), (data) => ({ guid, data }), done);
    else if (!same.found || same.isAllowed) create.mutate(fields, done);
  };
  const deferSubmit = useDeferredSubmit(same.isChecking, submit);
  return (
    <FormDialog
      {...draft.dialog}
      title={start.guid ? t('customer.edit') : t('new.customer')}
      submitLabel={t('save')}
      onSubmit={deferSubmit}
      alert={
        same.found && (
          <SameKennitala
            found={same.found}
            isAllowed={same.isAllowed}
            onAllow={same.setAllowed}
            onUse={(customer) => {
              draft.form.discard();
              onSaved(customer);
            }}
          />
        )
      }
    >
      <TextField form={form} name="name" wide autoFocus maxLength={MAX.name} />
      <TextField
        form={form}
        name="registration_no"
        optional
        inputMode="numeric"
        placeholder="000000-0000"
        maxLength={MAX.registration_no}
      />
      <TextField form={form} name="phone_number" optional type="tel" maxLength={MAX.phone_number} />
      <RegisteredCompany typed={fields.registration_no} known={fields} onUse={form.set} />
      <DeliveryFields form={form} />
      <AddressFields form={form} />
      <TermsFields form={form} />
      <div className="sm:col-span-2">
        <CheckField
          form={form}
          name="tax_exempt"
          label={t('field.tax_exempt')}
          hint={t('customer.exempt-hint')}
        />
        {start.guid && <CheckField form={form} name="active" label={t('customer.active')} />}
      </div>
      {change.question}
    </FormDialog>
  );
}

function DeliveryFields({ form }: FormProps) {
  const { t } = useTranslation();
  const { fields, set } = form;
  return (
    <>
      <SelectField
        label={t('field.output_select')}
        values={OUTPUT_ORDER}
        value={fields.output_select}
        onChange={(output_select) => set({ output_select })}
      >
        {(output) => t(`output.${output}`)}
      </SelectField>
      {fields.output_select === OUTPUT_EINVOICE ? (
        <TextField
          form={form}
          name="trading_partner_id"
          inputMode="numeric"
          maxLength={MAX.trading_partner_id}
        />
      ) : (
        <span className="max-sm:hidden" />
      )}
      <TextField
        form={form}
        name="email"
        wide
        optional={fields.output_select === OUTPUT_PRINT}
        type="email"
        maxLength={MAX.email}
      />
    </>
  );
}

function AddressFields({ form }: FormProps) {
  return (
    <>
      <TextField form={form} name="address" wide optional maxLength={MAX.address} />
      <TextField form={form} name="zip" optional inputMode="numeric" maxLength={MAX.zip} />
      <TextField form={form} name="city" optional maxLength={MAX.city} />
    </>
  );
}

function TermsFields({ form }: FormProps) {
  const { t } = useTranslation();
  const { fields, set } = form;
  return (
    <>
      <NumberField form={form} name="due_date" label={t('editor.due-days')} kind={DAYS} />
      <NumberField form={form} name="settlement_date" label={t('editor.settlement-days')} kind={DAYS} />
      <LanguageField label={t('field.lang')} value={fields.lang} onChange={(lang) => set({ lang })} />
      <TextField form={form} name="customer_number" optional maxLength={MAX.customer_number} />
    </>
  );
}

/** The company's settings for new customers. */
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
  const entries = Object.entries(NEW_CUSTOMER).map(([name, byDefault]) => {
    const value = start[name as keyof Customer] ?? byDefault;
    return [name, typeof value === 'number' ? String(value) : value];
  });
  const fields = Object.fromEntries(entries) as Fields;
  return { ...fields, registration_no: formatKennitala(fields.registration_no) };
}
