import {
  NOTIFICATION_KINDS,
  NOTIFICATION_MODES,
  type NotificationKind,
  type NotificationMode,
} from '../../../../src/domain/access/notification-modes.ts';
import { useRead, useSession, useWrite } from '../../api/queries.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { ErrorAlert } from '../../ui/elements/feedback.tsx';
import { Card } from '../../ui/elements/page.tsx';
import { Segments } from '../../ui/elements/segments.tsx';
import { showToast } from '../../ui/elements/toast.tsx';

/** The notifications of the person by mail: at once, in a daily digest, or not at all. */
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
      {/* Buttons and no selects: what is chosen is saved at once, and a letter typed on a select would choose. */}
      <ul className="divide-y">
        {NOTIFICATION_KINDS.map((kind) => (
          <li key={kind} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5 py-2.5">
            <span className="text-dense font-medium">{t(`notify.${kind}`)}</span>
            <Segments
              label={t(`notify.${kind}`)}
              values={NOTIFICATION_MODES}
              value={data.notifications[kind] as NotificationMode}
              onChange={(mode) => choose(kind, mode)}
            >
              {(mode) => t(`notify-mode.${mode}`)}
            </Segments>
          </li>
        ))}
      </ul>
      <ErrorAlert error={save.error} />
    </Card>
  );
}
