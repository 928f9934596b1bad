import { useTranslation } from '../../i18n/translation.tsx';
import { CheckField, NumberField, TextAreaField } from '../../ui/forms/form-fields.tsx';
import { LanguageField } from '../../ui/forms/select-field.tsx';
import { type Account, CompanyForm, useAccountFields, WithAccount } from './company-form.tsx';
import { NumberSeries } from './number-series.tsx';

const MAX_TERMS = 4000;
const DAYS = { isWhole: true };
const KRONUR = { isWhole: true };

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
  const { t } = useTranslation();
  const form = useAccountFields('terms', account, ({ settings }) => ({
    invoice_terms_is: String(settings.invoice_terms_is ?? ''),
    invoice_terms_en: String(settings.invoice_terms_en ?? ''),
  }));
  return (
    <CompanyForm
      title={t('settings.terms')}
      description={t('settings.terms-about')}
      form={form}
      toInput={(settings) => ({ settings })}
    >
      <TextAreaField form={form} name="invoice_terms_is" lang="is" rows={4} maxLength={MAX_TERMS} />
      <TextAreaField form={form} name="invoice_terms_en" lang="en" rows={4} maxLength={MAX_TERMS} />
    </CompanyForm>
  );
}

function NewCustomers({ account }: { account: Account }) {
  const { t } = useTranslation();
  const form = useAccountFields('new-customers', account, ({ settings }) => ({
    customer_due_days: String(settings.customer_due_days ?? '3'),
    customer_settlement_days: String(settings.customer_settlement_days ?? '7'),
    customer_lang: String(settings.customer_lang ?? 'is'),
  }));
  return (
    <CompanyForm
      title={t('settings.customers')}
      description={t('settings.customers-about')}
      form={form}
      toInput={(settings) => ({ settings })}
    >
      <NumberField form={form} name="customer_due_days" kind={DAYS} />
      <NumberField form={form} name="customer_settlement_days" kind={DAYS} />
      <LanguageField
        label={t('field.customer_lang')}
        hint={t('settings.lang-hint')}
        value={form.fields.customer_lang}
        onChange={(customer_lang) => form.set({ customer_lang })}
      />
    </CompanyForm>
  );
}

function Costs({ account }: { account: Account }) {
  const { t } = useTranslation();
  const form = useAccountFields('costs', account, ({ settings }) => ({
    cost_auto_approve: settings.cost_auto_approve !== false,
    cost_second_approval_above: String(settings.cost_second_approval_above || ''),
  }));
  return (
    <CompanyForm
      title={t('nav.costs')}
      form={form}
      toInput={({ cost_second_approval_above: above, ...settings }) => ({
        settings: { ...settings, cost_second_approval_above: above || '0' },
      })}
    >
      <div className="sm:col-span-2">
        <CheckField
          form={form}
          name="cost_auto_approve"
          label={t('settings.auto-approve')}
          hint={t('settings.auto-approve-hint')}
        />
      </div>
      <NumberField
        form={form}
        name="cost_second_approval_above"
        kind={KRONUR}
        optional
        hint={t('settings.second-approval-hint')}
      />
    </CompanyForm>
  );
}
