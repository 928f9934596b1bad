import { useState } from 'react';
import { useRead, useSession } from '../../api/queries.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { useFields } from '../../lib/use-fields.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { useConfirmedWrite } from '../../ui/dialogs/use-record-dialog.ts';
import { Button } from '../../ui/elements/button.tsx';
import { Card } from '../../ui/elements/page.tsx';
import { TextField } from '../../ui/forms/form-fields.tsx';

/** Closes the account for good, for owners who have taken everything with them. */
export function CloseAccount() {
  const { t } = useTranslation();
  const { data: session } = useSession();
  const [isAsking, setAsking] = useState(false);
  if (session?.person.role !== 'owner') return null;
  return (
    <Card title={t('data.close')}>
      <p className="text-muted">{t('data.close-about')}</p>
      <p className="mt-2 text-muted">{t('data.close-law')}</p>
      <div className="mt-5">
        <Button variant="danger" onClick={() => setAsking(true)}>
          {t('data.close-go')}
        </Button>
      </div>
      {isAsking && <CloseQuestion onClose={() => setAsking(false)} />}
    </Card>
  );
}

function CloseQuestion({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  const { data: account } = useRead('show-account', {});
  const form = useFields({ username: '' });
  const { run, dialog } = useConfirmedWrite('close-account', { onClose });
  return (
    <ConfirmDialog
      {...dialog}
      title={t('data.close')}
      description={t('data.close-law')}
      submitLabel={t('data.close-go')}
      danger
      asksPassword
      isDirty={form.isDirty}
      // Nobody is signed in any more: the console begins anew, at the page where one signs in.
      onConfirm={(current_password) =>
        run({ ...form.fields, current_password }, () => window.location.assign('/console'))
      }
    >
      <TextField
        form={form}
        name="username"
        label={t('data.close-type')}
        hint={account?.username ?? ''}
        required
        autoComplete="off"
      />
    </ConfirmDialog>
  );
}
