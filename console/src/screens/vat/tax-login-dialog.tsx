import { useTranslation } from '../../i18n/translation.tsx';
import { useFields } from '../../lib/use-fields.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { useConfirmedWrite } from '../../ui/dialogs/use-record-dialog.ts';
import { TextField } from '../../ui/forms/form-fields.tsx';

/** The password of the tax office. It is never shown again, and no draft of it is kept. */
export function TaxLoginDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  const form = useFields({ key: '', kennitala: '' });
  const { run, dialog } = useConfirmedWrite('set-tax-login', { toast: t('vat.login-saved'), onClose });
  const { key, kennitala } = form.fields;
  return (
    <FormDialog
      {...dialog}
      title={t('vat.login')}
      description={t('vat.login-about')}
      submitLabel={t('save')}
      isDirty={form.isDirty}
      onSubmit={() => run({ key, ...(kennitala && { kennitala }) })}
    >
      <TextField
        form={form}
        name="key"
        label={t('vat.login-key')}
        type="password"
        autoComplete="off"
        autoFocus
      />
      <TextField
        form={form}
        name="kennitala"
        label={t('field.registration_no')}
        hint={t('vat.login-kennitala-hint')}
        optional
      />
    </FormDialog>
  );
}
