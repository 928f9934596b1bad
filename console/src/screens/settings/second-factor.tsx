import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useSession, useWrite } from '../../api/queries.ts';
import type { OutputOf } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { useFields } from '../../lib/use-fields.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { useConfirmedWrite } from '../../ui/dialogs/use-record-dialog.ts';
import { Badge } from '../../ui/elements/badge.tsx';
import { Button } from '../../ui/elements/button.tsx';
import { Skeleton } from '../../ui/elements/feedback.tsx';
import { Card } from '../../ui/elements/page.tsx';
import { TextField } from '../../ui/forms/form-fields.tsx';
import { PasswordConfirmation, SecretValue } from '../../ui/forms/secret.tsx';

/** The second factor of the signed-in person: an authenticator app and recovery codes. */
export function SecondFactorCard() {
  const { t } = useTranslation();
  const { data: session } = useSession();
  const [asking, setAsking] = useState<'start' | 'codes' | 'remove' | null>(null);
  const close = () => setAsking(null);
  if (!session) return <Card title={t('factor.title')}>{<Skeleton rows={2} />}</Card>;
  const { second_factor: isOn, signs_in_elsewhere } = session.person;
  return (
    <Card
      title={t('factor.title')}
      actions={<Badge tone={isOn ? 'success' : 'plain'}>{t(isOn ? 'factor.on' : 'factor.off')}</Badge>}
    >
      <p className="mb-4 max-w-prose text-muted">{t('factor.about')}</p>
      <div className="flex flex-wrap gap-2">
        {signs_in_elsewhere ? (
          <p className="text-muted">{t('myself.elsewhere')}</p>
        ) : isOn ? (
          <>
            <Button onClick={() => setAsking('codes')}>{t('factor.new-codes')}</Button>
            <Button onClick={() => setAsking('remove')}>{t('factor.remove')}</Button>
          </>
        ) : (
          <Button icon={<ShieldCheck size={16} aria-hidden />} onClick={() => setAsking('start')}>
            {t('factor.start')}
          </Button>
        )}
      </div>
      {asking === 'start' && <Enrol onClose={close} />}
      {asking === 'codes' && <NewCodes onClose={close} />}
      {asking === 'remove' && <Remove onClose={close} />}
    </Card>
  );
}

/** Password first, then the app and its first code, then the recovery codes. */
function Enrol({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  const start = useWrite('start-second-factor');
  const confirm = useWrite('confirm-second-factor');
  const form = useFields({ code: '' });
  if (confirm.data) return <RecoveryCodes codes={confirm.data.recovery_codes} onClose={onClose} />;
  if (!start.data)
    return (
      <ConfirmDialog
        title={t('factor.start')}
        description={t('factor.needs-app')}
        submitLabel={t('factor.next')}
        asksPassword
        busy={start.isPending}
        error={start.error}
        onConfirm={(current_password) => start.mutate({ current_password })}
        onClose={onClose}
      />
    );
  const { token, secret, qr } = start.data;
  return (
    <FormDialog
      title={t('factor.scan-title')}
      submitLabel={t('factor.turn-on')}
      busy={confirm.isPending}
      error={confirm.error}
      onSubmit={() => confirm.mutate({ token, code: form.fields.code })}
      onClose={onClose}
      isDirty={form.isDirty}
      columns={1}
    >
      <p>{t('factor.scan')}</p>
      <QrCode qr={qr} label={t('factor.qr')} />
      <SecretValue label={t('factor.secret')} value={(secret.match(/.{4}/g) ?? []).join(' ')} />
      <TextField
        form={form}
        name="code"
        label={t('factor.code')}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={20}
      />
    </FormDialog>
  );
}

/** Dark on white also in the dark theme, because many readers cannot read inverted codes. */
function QrCode({ qr, label }: { qr: OutputOf<'start-second-factor'>['qr']; label: string }) {
  return (
    <svg
      viewBox={`0 0 ${qr.size} ${qr.size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className="mx-auto block w-48 rounded-lg"
    >
      <rect width="100%" height="100%" fill="#fff" />
      <path d={qr.path} stroke="#000" />
    </svg>
  );
}

function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose(): void }) {
  const { t } = useTranslation();
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('factor.codes')}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('factor.codes-saved')}
        </Button>
      }
    >
      <SecretValue label={t('factor.codes-about')} value={codes.join('\n')} />
    </Dialog>
  );
}

function NewCodes({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  const { run, write, dialog } = useConfirmedWrite('replace-recovery-codes', { onClose });
  if (write.data) return <RecoveryCodes codes={write.data.recovery_codes} onClose={onClose} />;
  return (
    <ProofDialog
      {...dialog}
      title={t('factor.new-codes')}
      description={t('factor.new-codes-about')}
      submitLabel={t('factor.new-codes')}
      onSubmit={(proof) => run(proof, () => {})}
    />
  );
}

function Remove({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  const { run, dialog } = useConfirmedWrite('remove-second-factor', { toast: t('factor.removed'), onClose });
  return (
    <ProofDialog
      {...dialog}
      title={t('factor.remove-ask')}
      description={t('factor.remove-about')}
      submitLabel={t('factor.remove')}
      onSubmit={(proof) => run(proof)}
    />
  );
}

interface ProofDialogProps {
  title: string;
  description: string;
  submitLabel: string;
  busy: boolean;
  error: Error | null;
  onSubmit(proof: { current_password: string; second_factor_code: string }): void;
  onClose(): void;
}

/** Asks for the password and a code. */
function ProofDialog({ description, onSubmit, ...rest }: ProofDialogProps) {
  const { t } = useTranslation();
  const form = useFields({ current_password: '', second_factor_code: '' });
  return (
    <FormDialog
      {...rest}
      isDirty={form.isDirty}
      submitsBy="button"
      columns={1}
      onSubmit={() => onSubmit(form.fields)}
    >
      <p>{description}</p>
      <PasswordConfirmation
        autoFocus
        value={form.fields.current_password}
        onChange={(current_password) => form.set({ current_password })}
      />
      <TextField
        form={form}
        name="second_factor_code"
        field="code"
        label={t('factor.code')}
        hint={t('factor.code-hint')}
        autoComplete="one-time-code"
        maxLength={40}
      />
    </FormDialog>
  );
}
