import { Check, Field, Input } from '../../ui/field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { useWords } from '../../words/words.tsx';
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
  const { t } = useWords();
  const [fields, set] = useAccountFields(account, ({ settings }) => ({
    customer_output_select: String(settings.customer_output_select ?? '3'),
    einvoice_email_fallback: settings.einvoice_email_fallback === true,
  }));
  return (
    <CompanyForm title={t('settings.sending')} change={() => ({ settings: fields })}>
      <SelectField
        label={t('field.customer_output_select')}
        hint={t('settings.output-hint')}
        values={['3', '2', '4'] as const}
        value={fields.customer_output_select}
        onChange={(customer_output_select) => set({ customer_output_select })}
      >
        {(way) => t(`output.${way}`)}
      </SelectField>
      <div className="sm:col-span-2">
        <Check
          label={t('settings.fallback')}
          hint={t('settings.fallback-hint')}
          checked={fields.einvoice_email_fallback}
          onChange={(einvoice_email_fallback) => set({ einvoice_email_fallback })}
        />
      </div>
    </CompanyForm>
  );
}

function Reminders({ account }: { account: Account }) {
  const { t } = useWords();
  const [fields, set] = useAccountFields(account, ({ settings }) => ({
    reminder_days_before: String(settings.reminder_days_before ?? '0'),
    reminder_days_after: String(settings.reminder_days_after ?? '0'),
  }));
  const change = () => ({
    settings: {
      reminder_days_before: fields.reminder_days_before || '0',
      reminder_days_after: fields.reminder_days_after || '0',
    },
  });
  return (
    <CompanyForm title={t('settings.reminders')} description={t('settings.reminders-about')} change={change}>
      <Field label={t('field.reminder_days_before')} hint={t('settings.never')}>
        <Input
          type="number"
          min={0}
          max={60}
          value={fields.reminder_days_before}
          onChange={({ target }) => set({ reminder_days_before: target.value })}
        />
      </Field>
      <Field label={t('field.reminder_days_after')} hint={t('settings.never')}>
        <Input
          type="number"
          min={0}
          max={60}
          value={fields.reminder_days_after}
          onChange={({ target }) => set({ reminder_days_after: target.value })}
        />
      </Field>
    </CompanyForm>
  );
}
