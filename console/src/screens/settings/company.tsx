import { formatKennitala } from '../../../../src/domain/values/kennitala.ts';
import { LIMITS } from '../../api/limits.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { useLinkTarget } from '../../lib/link-target.ts';
import { Field, Input } from '../../ui/forms/field.tsx';
import { TextField } from '../../ui/forms/form-fields.tsx';
import { type Account, CompanyForm, useAccountFields, WithAccount } from './company-form.tsx';
import { Logo } from './logo.tsx';

const MAX = LIMITS['update-company'];

export function Company() {
  return (
    <WithAccount>
      {(account) => (
        <>
          <Details account={account} />
          <Logo name={account.name} />
        </>
      )}
    </WithAccount>
  );
}

function Details({ account }: { account: Account }) {
  const { t } = useTranslation();
  const form = useAccountFields(
    'details',
    account,
    ({ name, vat_no, email, address, zip, city, settings }) => ({
      name,
      vat_no,
      email,
      address,
      zip,
      city,
      company_contact: String(settings.company_contact ?? ''),
      company_phone: String(settings.company_phone ?? ''),
    }),
  );
  const toInput = ({ company_contact, company_phone, ...details }: typeof form.fields) => ({
    ...details,
    settings: { company_contact, company_phone },
  });
  return (
    <CompanyForm title={t('settings.company')} form={form} toInput={toInput}>
      <TextField form={form} name="name" maxLength={MAX.name} />
      <Field label={t('field.registration_no')} hint={t('settings.kennitala')}>
        <Input value={formatKennitala(account.registration_no)} disabled />
      </Field>
      <TextField form={form} name="vat_no" ref={useLinkTarget('vat_no')} maxLength={MAX.vat_no} />
      <TextField form={form} name="email" type="email" maxLength={MAX.email} />
      <TextField form={form} name="company_contact" optional maxLength={100} />
      <TextField form={form} name="company_phone" type="tel" optional maxLength={50} />
      <TextField form={form} name="address" ref={useLinkTarget('address')} wide maxLength={MAX.address} />
      <TextField form={form} name="zip" maxLength={MAX.zip} />
      <TextField form={form} name="city" maxLength={MAX.city} />
    </CompanyForm>
  );
}
