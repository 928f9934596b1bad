import { formatBankAccount } from '../../../../src/domain/values/format.ts';
import { LIMITS } from '../../api/limits.ts';
import { useSession } from '../../api/queries.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { useLinkTarget } from '../../lib/link-target.ts';
import { TextField } from '../../ui/forms/form-fields.tsx';
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
  const { t } = useTranslation();
  const { data: session } = useSession();
  const form = useAccountFields('bank', account, ({ bank_account, settings }) => ({
    bank_account: formatBankAccount(bank_account),
    claim_template: String(settings.claim_template ?? ''),
  }));
  const { fields, set } = form;
  const toInput = ({ bank_account, claim_template }: typeof fields) => ({
    bank_account,
    settings: { claim_template: claim_template.toUpperCase() },
  });
  const reformat = () => set({ bank_account: formatBankAccount(fields.bank_account.replace(/[\s-]/g, '')) });
  return (
    <CompanyForm title={t('settings.bank-section')} form={form} toInput={toInput}>
      <TextField
        form={form}
        name="bank_account"
        ref={useLinkTarget('bank_account')}
        hint={t('settings.bank')}
        inputMode="numeric"
        maxLength={LIMITS['update-company'].bank_account}
        placeholder="0000-00-000000"
        onBlur={reformat}
      />
      {session?.has_claims && (
        <TextField
          form={form}
          name="claim_template"
          hint={t('settings.template-hint')}
          optional
          maxLength={3}
        />
      )}
    </CompanyForm>
  );
}
