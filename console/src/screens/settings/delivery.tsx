import { Check, Field, Input } from '../../ui/field.tsx';
import { useWords } from '../../words/words.tsx';
import { type Account, CompanyForm, useFields, WithAccount } from './account.tsx';

export function Delivery() {
  return <WithAccount>{(account) => <Details account={account} />}</WithAccount>;
}

function Details({ account }: { account: Account }) {
  const { t } = useWords();
  const [fields, set] = useFields(account, ({ settings }) => ({
    einvoice_email_fallback: settings.einvoice_email_fallback === true,
    reminder_days_before: String(settings.reminder_days_before ?? '0'),
    reminder_days_after: String(settings.reminder_days_after ?? '0'),
  }));
  const change = () => ({
    settings: {
      ...fields,
      reminder_days_before: fields.reminder_days_before || '0',
      reminder_days_after: fields.reminder_days_after || '0',
    },
  });
  return (
    <CompanyForm title={t('settings.delivery')} change={change}>
      <Field label={t('settings.before')} hint={t('settings.never')}>
        <Input
          type="number"
          min={0}
          max={60}
          value={fields.reminder_days_before}
          onChange={({ target }) => set({ reminder_days_before: target.value })}
        />
      </Field>
      <Field label={t('settings.after')} hint={t('settings.never')}>
        <Input
          type="number"
          min={0}
          max={60}
          value={fields.reminder_days_after}
          onChange={({ target }) => set({ reminder_days_after: target.value })}
        />
      </Field>
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
