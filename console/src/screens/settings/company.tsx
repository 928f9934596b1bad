import { formatKennitala } from '../../lib/format.ts';
import { Field, Input } from '../../ui/field.tsx';
import { useWords } from '../../words/words.tsx';
import { type Account, CompanyForm, useAccountFields, WithAccount } from './company-form.tsx';
import { Logo } from './logo.tsx';

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
  const { t } = useWords();
  const [fields, set] = useAccountFields(account, ({ name, vat_no, email, address, zip, city }) => ({
    name,
    vat_no,
    email,
    address,
    zip,
    city,
  }));
  return (
    <CompanyForm title={t('settings.company')} change={() => fields}>
      <Field label={t('field.name')}>
        <Input value={fields.name} maxLength={200} onChange={({ target }) => set({ name: target.value })} />
      </Field>
      <Field label={t('field.registration_no')} hint={t('settings.kennitala')}>
        <Input value={formatKennitala(account.registration_no)} disabled />
      </Field>
      <Field label={t('field.vat_no')}>
        <Input
          value={fields.vat_no}
          maxLength={20}
          onChange={({ target }) => set({ vat_no: target.value })}
        />
      </Field>
      <Field label={t('field.email')}>
        <Input
          type="email"
          value={fields.email}
          maxLength={200}
          onChange={({ target }) => set({ email: target.value })}
        />
      </Field>
      <div className="sm:col-span-2">
        <Field label={t('field.address')}>
          <Input
            value={fields.address}
            maxLength={200}
            onChange={({ target }) => set({ address: target.value })}
          />
        </Field>
      </div>
      <Field label={t('field.zip')}>
        <Input value={fields.zip} maxLength={20} onChange={({ target }) => set({ zip: target.value })} />
      </Field>
      <Field label={t('field.city')}>
        <Input value={fields.city} maxLength={100} onChange={({ target }) => set({ city: target.value })} />
      </Field>
    </CompanyForm>
  );
}
