import { COMMON_CURRENCIES } from '../../api/choices.ts';
import { LIMITS } from '../../api/limits.ts';
import { useWrite } from '../../api/queries.ts';
import type { BankAccount } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { writeAccountNo } from '../../lib/account-no.ts';
import { changeOf, useBase } from '../../lib/changes.ts';
import { useChange } from '../../ui/dialogs/conflict-question.tsx';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { useRecordDialog } from '../../ui/dialogs/use-record-dialog.ts';
import { Facts } from '../../ui/elements/page.tsx';
import { CheckField, TextField } from '../../ui/forms/form-fields.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { ConsentPart } from './consent.tsx';

const MAX = LIMITS['create-bank-account'];

interface Props {
  /** Null for a new one. */
  start: BankAccount | null;
  onClose(): void;
}

/** Adds an account at a bank, or changes its name and how its lines arrive and are booked. */
export function AccountDialog({ start, onClose }: Props) {
  const { t } = useTranslation();
  const create = useWrite('create-bank-account');
  const update = useWrite('update-bank-account');
  const change = useChange(update);
  const draft = `bank-account-${start?.guid ?? 'new'}`;
  const { form, whenSaved, dialog } = useRecordDialog({
    draft,
    initial: { number: '', currency: 'ISK', ...toFields(start) },
    writes: [create, update],
    onClose,
  });
  const { number, currency, ...data } = form.fields;
  const base = useBase(draft, toFields(start), form.isDirty);
  const submit = () => {
    const done = whenSaved(t('done.saved'));
    if (!start) return create.mutate({ ...data, currency, ...numberFields(number) }, done);
    change.save(changeOf(base, data, base), (changed) => ({ guid: start.guid, data: changed }), done);
  };
  return (
    <FormDialog
      {...dialog}
      title={t(start ? 'bank.edit-account' : 'bank.new-account')}
      {...(start && { description: writeAccountNo(start) })}
      submitLabel={t('save')}
      onSubmit={submit}
    >
      <TextField form={form} name="name" label={t('bank.account-name')} wide autoFocus maxLength={MAX.name} />
      {start ? (
        <div className="sm:col-span-2">
          <Facts rows={[[t('field.currency'), start.currency]]} />
        </div>
      ) : (
        <>
          <TextField
            form={form}
            name="number"
            field={/^[A-Za-z]/.test(number.trim()) ? 'iban' : 'account_no'}
            label={t('bank.account-number')}
            placeholder="0133-26-012345"
            maxLength={MAX.iban}
          />
          <SelectField
            label={t('field.currency')}
            values={COMMON_CURRENCIES}
            value={currency}
            onChange={(to) => form.set({ currency: to })}
          >
            {(one) => one}
          </SelectField>
        </>
      )}
      <SelectField
        label={t('bank.connection')}
        values={['file', 'bank'] as const}
        value={data.connection}
        onChange={(connection) => form.set({ connection })}
      >
        {(one) => t(`bank.connection-${one}`)}
      </SelectField>
      {start && data.connection === 'bank' && <ConsentPart account={start} />}
      <div className="sm:col-span-2">
        <CheckField
          form={form}
          name="auto_book"
          label={t('bank.auto-book')}
          hint={t('bank.auto-book-hint')}
        />
      </div>
      {change.question}
    </FormDialog>
  );
}

function toFields(start: BankAccount | null) {
  const { name = '', auto_book = false, connection = 'file' } = start ?? {};
  return { name, auto_book, connection };
}

/** An IBAN begins with the letters of a country. */
function numberFields(number: string) {
  return /^[A-Za-z]/.test(number.trim()) ? { iban: number } : { account_no: number };
}
