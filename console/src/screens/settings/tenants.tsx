import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { formatKennitala } from '../../../../src/domain/values/kennitala.ts';
import { useRead, useWrite } from '../../api/queries.ts';
import type { OutputOf } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { useConfirmedWrite } from '../../ui/dialogs/use-record-dialog.ts';
import { Button } from '../../ui/elements/button.tsx';
import { Card } from '../../ui/elements/page.tsx';
import { showToast } from '../../ui/elements/toast.tsx';
import { CheckField } from '../../ui/forms/form-fields.tsx';
import { SecretValue } from '../../ui/forms/secret.tsx';
import { RecordRow } from '../../ui/records/record-row.tsx';
import { type Account, CompanyForm, useAccountFields, WithAccount } from './company-form.tsx';

/** For a bookkeeper: the companies that ask it to keep their books, and those whose books it keeps. */
export function Tenants() {
  return (
    <>
      <Requests />
      <Connected />
      <WithAccount>{(account) => <AutoAccept account={account} />}</WithAccount>
    </>
  );
}

function Requests() {
  const { t } = useTranslation();
  const { data } = useRead('get-tenant-requests', {});
  if (!data || data.length === 0) return null;
  return (
    <Card title={t('tenants.requests')} flush>
      <ul className="divide-y">
        {data.map((request) => (
          <Request key={request.guid} request={request} />
        ))}
      </ul>
      <p className="border-t px-5 py-4 text-dense text-muted">{t('tenants.requests-about')}</p>
    </Card>
  );
}

function Request({ request: { guid, name } }: { request: OutputOf<'get-tenant-requests'>[number] }) {
  const { t } = useTranslation();
  const accept = useWrite('accept-tenant');
  const decline = useWrite('decline-tenant');
  const isBusy = accept.isPending || decline.isPending;
  return (
    <RecordRow name={<bdi>{name}</bdi>}>
      <Button
        small
        disabled={isBusy}
        onClick={() => decline.mutate({ guid }, { onSuccess: () => showToast(t('tenants.declined')) })}
      >
        {t('tenants.decline')}
        <span className="sr-only">: {name}</span>
      </Button>
      <Button
        small
        variant="primary"
        disabled={isBusy}
        onClick={() => accept.mutate({ guid }, { onSuccess: () => showToast(t('tenants.accepted')) })}
      >
        {t('tenants.accept')}
        <span className="sr-only">: {name}</span>
      </Button>
    </RecordRow>
  );
}

function Connected() {
  const { t } = useTranslation();
  const { data } = useRead('get-tenants', {});
  if (!data || data.length === 0) return null;
  return (
    <Card title={t('tenants.title')} flush>
      <ul className="divide-y">
        {data.map((tenant) => (
          <Row key={tenant.guid} tenant={tenant} />
        ))}
      </ul>
    </Card>
  );
}

type Tenant = OutputOf<'get-tenants'>[number];

function Row({ tenant }: { tenant: Tenant }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<'key' | 'leave' | null>(null);
  const { name, username, registration_no, has_key } = tenant;
  return (
    <RecordRow name={name} details={[formatKennitala(registration_no), username]}>
      {has_key ? (
        <Button small icon={<KeyRound size={15} aria-hidden />} onClick={() => setOpen('key')}>
          {t('tenants.show')}
          <span className="sr-only">: {name}</span>
        </Button>
      ) : (
        <span className="text-dense text-muted">{t('tenants.no-key')}</span>
      )}
      <Button small onClick={() => setOpen('leave')}>
        {t('tenants.leave')}
        <span className="sr-only">: {name}</span>
      </Button>
      {open === 'key' && <ShowKey tenant={tenant} onClose={() => setOpen(null)} />}
      {open === 'leave' && <Leave tenant={tenant} onClose={() => setOpen(null)} />}
    </RecordRow>
  );
}

function Leave({ tenant: { guid, name }, onClose }: { tenant: Tenant; onClose(): void }) {
  const { t } = useTranslation();
  const { run, dialog } = useConfirmedWrite('leave-tenant', { toast: t('tenants.left'), onClose });
  return (
    <ConfirmDialog
      {...dialog}
      title={t('tenants.leave-ask', { name })}
      description={t('tenants.leave-about')}
      submitLabel={t('tenants.leave')}
      danger
      onConfirm={() => run({ guid })}
    />
  );
}

/** Whether companies that ask are connected at once. */
function AutoAccept({ account }: { account: Account }) {
  const { t } = useTranslation();
  const form = useAccountFields('auto-accept', account, ({ settings }) => ({
    bookkeeping_auto_accept: settings.bookkeeping_auto_accept === true,
  }));
  return (
    <CompanyForm title={t('tenants.auto')} form={form} toInput={(settings) => ({ settings })}>
      <div className="sm:col-span-2">
        <CheckField
          form={form}
          name="bookkeeping_auto_accept"
          label={t('tenants.auto-accept')}
          hint={t('tenants.auto-accept-hint')}
        />
      </div>
    </CompanyForm>
  );
}

/** The key of another company is loaded only with the password, so that no open browser holds it. */
function ShowKey({ tenant: { guid, name, username }, onClose }: { tenant: Tenant; onClose(): void }) {
  const { t } = useTranslation();
  const { run, write, dialog } = useConfirmedWrite('get-tenants', { onClose });
  const key = write.data?.find((one) => one.guid === guid)?.api_key;
  if (key)
    return (
      <Dialog open onClose={onClose} title={name} footer={<Button onClick={onClose}>{t('close')}</Button>}>
        <SecretValue label={t('tenants.key', { username })} value={key} />
      </Dialog>
    );
  return (
    <ConfirmDialog
      {...dialog}
      title={name}
      description={t('tenants.show-about')}
      submitLabel={t('tenants.show')}
      asksPassword
      onConfirm={(current_password) => run({ current_password }, () => {})}
    />
  );
}
