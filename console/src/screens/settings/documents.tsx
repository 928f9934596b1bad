import { Check } from '../../ui/field.tsx';
import { useWords } from '../../words/words.tsx';
import { type Account, CompanyForm, useFields, WithAccount } from './account.tsx';

export function Documents() {
  return <WithAccount>{(account) => <Costs account={account} />}</WithAccount>;
}

function Costs({ account }: { account: Account }) {
  const { t } = useWords();
  const [fields, set] = useFields(account, ({ settings }) => ({
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
