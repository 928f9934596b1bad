import { useState } from 'react';
import { useRead } from '../../api/queries.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { useConfirmedWrite } from '../../ui/dialogs/use-record-dialog.ts';
import { Button } from '../../ui/elements/button.tsx';

/** Whether everybody of the account must sign in with a second factor; owners change it with their password. */
export function FactorRequirement() {
  const { t } = useTranslation();
  const { data } = useRead('show-account', {});
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const { run, dialog } = useConfirmedWrite('require-second-factor', {
    toast: t('done.saved'),
    onClose: close,
  });
  if (!data) return null;
  const isRequired = data.settings.people_second_factor_required === true;
  const label = t(isRequired ? 'factor.stop-requiring' : 'factor.require');
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-t px-5 py-4">
      <p className="text-dense text-muted">{t(isRequired ? 'factor.required' : 'factor.not-required')}</p>
      <Button small onClick={() => setAsking(true)}>
        {label}
      </Button>
      {asking && (
        <ConfirmDialog
          {...dialog}
          title={label}
          description={t(isRequired ? 'factor.stop-requiring-about' : 'factor.require-about')}
          submitLabel={label}
          asksPassword
          onConfirm={(current_password) => run({ required: !isRequired, current_password })}
        />
      )}
    </div>
  );
}
