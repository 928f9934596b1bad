import { useTranslation } from '../../i18n/translation.tsx';
import { formatMoney } from '../../lib/format.ts';
import { useFields } from '../../lib/use-fields.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { useConfirmedWrite } from '../../ui/dialogs/use-record-dialog.ts';
import { CheckField } from '../../ui/forms/form-fields.tsx';
import { type Return, thingsToDo } from './return.ts';

/** Hands the return in to the tax office, which cannot be taken back. */
export function SubmitDialog({ of, onClose }: { of: Return; onClose(): void }) {
  const { t, tn, lang } = useTranslation();
  const form = useFields({ correction: false });
  const { run, dialog } = useConfirmedWrite('submit-vat-return', { toast: t('vat.submitted'), onClose });
  const about = [
    t('vat.submit-about', { amount: formatMoney(of.boxes.to_pay, 'ISK', lang) }),
    thingsToDo(of) > 0 && tn('vat.missing-before', thingsToDo(of)),
  ];
  return (
    <ConfirmDialog
      {...dialog}
      title={t('vat.submit')}
      description={about.filter(Boolean).join(' ')}
      submitLabel={t('vat.submit')}
      onConfirm={() => run({ period: of.period, ...(form.fields.correction && { correction: true }) })}
    >
      {of.submissions.length === 0 && (
        <CheckField form={form} name="correction" label={t('vat.filed-elsewhere')} />
      )}
    </ConfirmDialog>
  );
}
