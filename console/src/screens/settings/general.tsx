import { useRead, useWrite } from '../../api/queries.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { setTheme, type Theme, useTheme } from '../../lib/theme.ts';
import { Badge } from '../../ui/elements/badge.tsx';
import { ErrorAlert } from '../../ui/elements/feedback.tsx';
import { Card } from '../../ui/elements/page.tsx';
import { showToast } from '../../ui/elements/toast.tsx';
import { Check, Field, Select } from '../../ui/forms/field.tsx';
import { LanguageSegments } from '../../ui/forms/select-field.tsx';
import { NotificationsCard } from './notifications.tsx';
import { ProfileCard } from './profile.tsx';
import { SecondFactorCard } from './second-factor.tsx';

/** Personal settings: language, theme, profile and password; and the plan of the account. */
export function General() {
  return (
    <>
      <Appearance />
      <WorkingHabits />
      <NotificationsCard />
      <ProfileCard />
      <SecondFactorCard />
      <Plan />
    </>
  );
}

function Appearance() {
  const { t, lang, setLang } = useTranslation();
  const theme = useTheme();
  return (
    <Card title={t('settings.appearance')}>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <div>
          <p className="mb-1.5 text-dense font-medium">{t('settings.language')}</p>
          <LanguageSegments label={t('settings.language')} value={lang} onChange={setLang} />
        </div>
        <Field label={t('settings.theme')}>
          <Select value={theme} onChange={({ target }) => setTheme(target.value as Theme)}>
            <option value="system">{t('theme.system')}</option>
            <option value="light">{t('theme.light')}</option>
            <option value="dark">{t('theme.dark')}</option>
          </Select>
        </Field>
      </div>
    </Card>
  );
}

/** Choices of the person about the own work. */
function WorkingHabits() {
  const { t } = useTranslation();
  const { data } = useRead('get-preferences', {});
  const save = useWrite('set-preferences');
  if (!data) return null;
  return (
    <Card title={t('settings.habits')}>
      <Check
        label={t('settings.undo-delay')}
        hint={t('settings.undo-delay-about')}
        checked={data.undo_delay}
        onChange={(undo_delay) =>
          save.mutate({ undo_delay }, { onSuccess: () => showToast(t('done.saved')) })
        }
      />
      <ErrorAlert error={save.error} />
    </Card>
  );
}

function Plan() {
  const { t } = useTranslation();
  const { data } = useRead('show-account', {});
  if (!data) return null;
  return (
    <Card title={t('settings.plan')}>
      <p className="mb-3 text-muted">{t('settings.plan-about')}</p>
      <ul className="flex flex-wrap gap-2">
        {data.subscriptions.map((one) => (
          <li key={one}>
            <Badge tone="success">{t(`plan.${one}`)}</Badge>
          </li>
        ))}
      </ul>
    </Card>
  );
}
