import { useRead, useWrite } from '../../api/queries.ts';
import type { OutputOf } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { useRecordDialog } from '../../ui/dialogs/use-record-dialog.ts';
import { TextField } from '../../ui/forms/form-fields.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';

type Account = OutputOf<'get-journal-accounts'>[number];
type Key = Account['key'];

/** Changes the number and name of the account that a kind of posting goes to. */
export function AccountDialog({ onClose }: { onClose(): void }) {
  const { data: accounts } = useRead('get-journal-accounts', {}, { isFresh: true });
  return accounts?.[0] ? <AccountForm accounts={accounts} first={accounts[0]} onClose={onClose} /> : null;
}

interface FormProps {
  accounts: readonly Account[];
  first: Account;
  onClose(): void;
}

function AccountForm({ accounts, first, onClose }: FormProps) {
  const { t } = useTranslation();
  const write = useWrite('update-journal-accounts');
  const { form, whenSaved, dialog } = useRecordDialog({
    draft: 'journal-account',
    initial: { key: first.key as string, account: first.account, name: first.name },
    writes: [write],
    onClose,
  });
  const { key, account, name } = form.fields;
  const choose = (chosen: string) => {
    const found = accounts.find((one) => one.key === chosen);
    if (!found) return;
    form.set({ key: found.key, account: found.account, name: found.name });
  };
  return (
    <FormDialog
      {...dialog}
      title={t('journal.accounts')}
      description={t('journal.accounts-about')}
      submitLabel={t('save')}
      onSubmit={() =>
        write.mutate(
          { accounts: [{ key: key as Key, account, name }] },
          whenSaved(t('journal.account-saved')),
        )
      }
    >
      <div className="sm:col-span-2">
        <SelectField
          label={t('journal.posting')}
          values={accounts.map((one) => one.key as string)}
          value={key}
          onChange={choose}
        >
          {(value) => {
            const found = accounts.find((one) => one.key === value);
            return found && `${found.account} ${found.name}`;
          }}
        </SelectField>
      </div>
      <TextField
        form={form}
        name="account"
        field="accounts[0].account"
        label={t('journal.number')}
        hint={t('journal.number-hint')}
        optional
      />
      <TextField form={form} name="name" field="accounts[0].name" label={t('journal.name')} />
    </FormDialog>
  );
}
