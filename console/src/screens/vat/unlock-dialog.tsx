import { useWrite } from '../../api/queries.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { useRecordDialog } from '../../ui/dialogs/use-record-dialog.ts';
import { ReasonField } from '../../ui/forms/reason-field.tsx';
import type { Return } from './return.ts';

/** Unlocks a period with a reason, which stays on record. */
export function UnlockDialog({ of, onClose }: { of: Return; onClose(): void }) {
  const { t } = useTranslation();
  const unlock = useWrite('unlock-vat-period');
  const { form, whenSaved, dialog } = useRecordDialog({
    draft: `unlock-${of.period}`,
    initial: { reason: '' },
    writes: [unlock],
    onClose,
  });
  return (
    <FormDialog
      {...dialog}
      title={t('vat.unlock')}
      description={t(of.state === 'submitted' ? 'vat.unlock-submitted' : 'vat.unlock-about')}
      submitLabel={t('vat.unlock')}
      columns={1}
      onSubmit={() => unlock.mutate({ period: of.period, ...form.fields }, whenSaved(t('vat.unlocked')))}
    >
      <ReasonField form={form} operation="unlock-vat-period" />
    </FormDialog>
  );
}
