import { useSession } from '../../api/queries.ts';
import { formatBankAccount } from '../../lib/format.ts';
import { Field, Input } from '../../ui/field.tsx';
import { useWords } from '../../words/words.tsx';
import { type Account, CompanyForm, useAccountFields, WithAccount } from './company-form.tsx';
import { Connections } from './connections.tsx';

export function Bank() {
  return (
    <WithAccount>
      {(account) => (
        <>
          <Details account={account} />
          <Connections services={['bank', 'payments']} />
        </>
      )}
    </WithAccount>
  );
}

function Details({ account }: { account: Account }) {
  const { t } = useWords();
  const { data: session } = useSession();
  const [fields, set] = useAccountFields(account, ({ bank_account, settings }) => ({
    bank_account: formatBankAccount(bank_account),
    claim_template: String(settings.claim_template ?? ''),
  }));
  const change = () => ({
    bank_account: fields.bank_account,
    settings: { claim_template: fields.claim_template.toUpperCase() },
  });
  const tidy = () => set({ bank_account: formatBankAccount(fields.bank_account.replace(/[\s-]/g, '')) });
  return (
    <CompanyForm title={t('settings.bank-section')} change={change}>
      <Field label={t('field.bank_account')} hint={t('settings.bank')}>
        <Input
          value={fields.bank_account}
          inputMode="numeric"
          maxLength={20}
          placeholder="0000-00-000000"
          onBlur={tidy}
          onChange={({ target }) => set({ bank_account: target.value })}
        />
      </Field>
      {session?.has_claims && (
        <Field label={t('field.claim_template')} hint={t('settings.template-hint')} optional={t('optional')}>
          <Input
            value={fields.claim_template}
            maxLength={3}
            onChange={({ target }) => set({ claim_template: target.value })}
          />
        </Field>
      )}
    </CompanyForm>
  );
}
