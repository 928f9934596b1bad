import {
  NOTIFICATION_KINDS,
  NOTIFICATION_MODES,
  type NotificationKind,
  type NotificationMode,
} from '../../../../src/domain/notification-modes.ts';
import { useRead, useSession, useWrite } from '../../api/queries.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { ErrorAlert } from '../../ui/feedback.tsx';
import { Field, Select } from '../../ui/field.tsx';
import { Card } from '../../ui/page.tsx';
import { showToast } from '../../ui/toast.tsx';

/** What the person is told of by mail: at once, in a daily digest, or not at all. */
export function NotificationsCard() {
  const { t } = useTranslation();
  const { data: session } = useSession();
  const { data } = useRead('get-preferences', {});
  const save = useWrite('set-preferences');
  if (!data) return null;
  const choose = (kind: NotificationKind, mode: NotificationMode) =>
    save.mutate(
      { notifications: { [kind]: mode } },
      {
        onSuccess: () => showToast(t('done.saved')),
      },
    );
  return (
    <Card title={t('notify.title')}>
      <p id="notifications" className="mb-4 text-muted">
        {session?.person.email ? t('notify.about', { email: session.person.email }) : t('notify.no-email')}
      </p>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        {NOTIFICATION_KINDS.map((kind) => (
          <Field key={kind} label={t(`notify.${kind}`)}>
            <Select
              value={data.notifications[kind]}
              disabled={save.isPending}
              onChange={({ target }) => choose(kind, target.value as NotificationMode)}
            >
              {NOTIFICATION_MODES.map((mode) => (
                <option key={mode} value={mode}>
                  {t(`notify-mode.${mode}`)}
                </option>
              ))}
            </Select>
          </Field>
        ))}
      </div>
      <ErrorAlert error={save.error} />
    </Card>
  );
}
