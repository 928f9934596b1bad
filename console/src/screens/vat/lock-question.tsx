import { useTranslation } from '../../i18n/translation.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { useConfirmedWrite } from '../../ui/dialogs/use-record-dialog.ts';
import { type Return, thingsToDo } from './return.ts';

/** Asks before a period is locked, and says what is still missing in it. */
export function LockQuestion({ of, onClose }: { of: Return; onClose(): void }) {
  const { t, tn } = useTranslation();
  const { run, dialog } = useConfirmedWrite('lock-vat-period', { toast: t('vat.locked'), onClose });
  const about = [t('vat.lock-about'), thingsToDo(of) > 0 && tn('vat.missing-before', thingsToDo(of))];
  return (
    <ConfirmDialog
      {...dialog}
      title={t('vat.lock')}
      description={about.filter(Boolean).join(' ')}
      submitLabel={t('vat.lock')}
      onConfirm={() => run({ period: of.period })}
    />
  );
}
