import { OUTPUT_EMAIL, OUTPUT_ORDER } from '../../api/choices.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { CheckField, NumberField } from '../../ui/forms/form-fields.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { type Account, CompanyForm, useAccountFields, WithAccount } from './company-form.tsx';
import { Connections } from './connections.tsx';

export function Delivery() {
  return (
    <WithAccount>
      {(account) => (
        <>
          <Sending account={account} />
          <Reminders account={account} />
          <Connections services={['mail', 'einvoice']} />
        </>
      )}
    </WithAccount>
  );
}

function Sending({ account }: { account: Account }) {
  const { t } = useTranslation();
  const form = useAccountFields('sending', account, ({ settings }) => ({
    customer_output_select: String(settings.customer_output_select ?? OUTPUT_EMAIL),
    einvoice_email_fallback: settings.einvoice_email_fallback === true,
  }));
  return (
    <CompanyForm title={t('settings.sending')} form={form} toInput={(settings) => ({ settings })}>
      <SelectField
        label={t('field.customer_output_select')}
        hint={t('settings.output-hint')}
        values={OUTPUT_ORDER}
        value={form.fields.customer_output_select}
        onChange={(customer_output_select) => form.set({ customer_output_select })}
      >
        {(output) => t(`output.${output}`)}
      </SelectField>
      <div className="sm:col-span-2">
        <CheckField
          form={form}
          name="einvoice_email_fallback"
          label={t('settings.fallback')}
          hint={t('settings.fallback-hint')}
        />
      </div>
    </CompanyForm>
  );
}

function Reminders({ account }: { account: Account }) {
  const { t } = useTranslation();
  const form = useAccountFields('reminders', account, ({ settings }) => ({
    reminder_days_before: String(settings.reminder_days_before ?? '0'),
    reminder_days_after: String(settings.reminder_days_after ?? '0'),
  }));
  const toInput = ({ reminder_days_before, reminder_days_after }: typeof form.fields) => ({
    settings: {
      reminder_days_before: reminder_days_before || '0',
      reminder_days_after: reminder_days_after || '0',
    },
  });
  return (
    <CompanyForm
      title={t('settings.reminders')}
      description={t('settings.reminders-about')}
      form={form}
      toInput={toInput}
    >
      {(['reminder_days_before', 'reminder_days_after'] as const).map((name) => (
        <NumberField key={name} form={form} name={name} hint={t('settings.never')} kind={{ isWhole: true }} />
      ))}
    </CompanyForm>
  );
}
