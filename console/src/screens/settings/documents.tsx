import { Check, Field, Input, TextArea } from '../../ui/field.tsx';
import { LanguageField } from '../../ui/select-field.tsx';
import { useWords } from '../../words/words.tsx';
import { type Account, CompanyForm, useAccountFields, WithAccount } from './company-form.tsx';
import { NumberSeries } from './number-series.tsx';

export function Documents() {
  return (
    <>
      <NumberSeries />
      <WithAccount>
        {(account) => (
          <>
            <Terms account={account} />
            <NewCustomers account={account} />
            <Costs account={account} />
          </>
        )}
      </WithAccount>
    </>
  );
}

function Terms({ account }: { account: Account }) {
  const { t } = useWords();
  const [fields, set] = useAccountFields(account, ({ settings }) => ({
    invoice_terms_is: String(settings.invoice_terms_is ?? ''),
    invoice_terms_en: String(settings.invoice_terms_en ?? ''),
  }));
  return (
    <CompanyForm
      title={t('settings.terms')}
      description={t('settings.terms-about')}
      change={() => ({ settings: fields })}
    >
      <Field label={t('field.invoice_terms_is')}>
        <TextArea
          value={fields.invoice_terms_is}
          lang="is"
          rows={4}
          maxLength={4000}
          onChange={({ target }) => set({ invoice_terms_is: target.value })}
        />
      </Field>
      <Field label={t('field.invoice_terms_en')}>
        <TextArea
          value={fields.invoice_terms_en}
          lang="en"
          rows={4}
          maxLength={4000}
          onChange={({ target }) => set({ invoice_terms_en: target.value })}
        />
      </Field>
    </CompanyForm>
  );
}

function NewCustomers({ account }: { account: Account }) {
  const { t } = useWords();
  const [fields, set] = useAccountFields(account, ({ settings }) => ({
    customer_due_days: String(settings.customer_due_days ?? '3'),
    customer_settlement_days: String(settings.customer_settlement_days ?? '7'),
    customer_lang: String(settings.customer_lang ?? 'is'),
  }));
  return (
    <CompanyForm
      title={t('settings.customers')}
      description={t('settings.customers-about')}
      change={() => ({ settings: fields })}
    >
      <Field label={t('field.customer_due_days')}>
        <Input
          type="number"
          min={0}
          max={3650}
          value={fields.customer_due_days}
          onChange={({ target }) => set({ customer_due_days: target.value })}
        />
      </Field>
      <Field label={t('field.customer_settlement_days')}>
        <Input
          type="number"
          min={0}
          max={3650}
          value={fields.customer_settlement_days}
          onChange={({ target }) => set({ customer_settlement_days: target.value })}
        />
      </Field>
      <LanguageField
        label={t('field.customer_lang')}
        hint={t('settings.lang-hint')}
        value={fields.customer_lang}
        onChange={(customer_lang) => set({ customer_lang })}
      />
    </CompanyForm>
  );
}

function Costs({ account }: { account: Account }) {
  const { t } = useWords();
  const [fields, set] = useAccountFields(account, ({ settings }) => ({
    cost_auto_approve: settings.cost_auto_approve !== false,
  }));
  return (
    <CompanyForm title={t('nav.costs')} change={() => ({ settings: fields })}>
      <div className="sm:col-span-2">
        <Check
          label={t('settings.auto-approve')}
          hint={t('settings.auto-approve-hint')}
          checked={fields.cost_auto_approve}
          onChange={(cost_auto_approve) => set({ cost_auto_approve })}
        />
      </div>
    </CompanyForm>
  );
}
