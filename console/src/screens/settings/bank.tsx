import { formatBankAccount } from '../../lib/format.ts';
import { Field, Input } from '../../ui/field.tsx';
import { useWords } from '../../words/words.tsx';
import { type Account, CompanyForm, useFields, WithAccount } from './account.tsx';

export function Bank() {
  return <WithAccount>{(account) => <Details account={account} />}</WithAccount>;
}

function Details({ account }: { account: Account }) {
  const { t } = useWords();
  const [fields, set] = useFields(account, ({ bank_account }) => ({
    bank_account: formatBankAccount(bank_account),
  }));
  return (
    <CompanyForm title={t('settings.bank-section')} change={() => fields}>
      <Field label={t('field.bank_account')} hint={t('settings.bank')}>
        <Input
          value={fields.bank_account}
          placeholder="0000-00-000000"
          onChange={({ target }) => set({ bank_account: target.value })}
        />
      </Field>
    </CompanyForm>
  );
}
