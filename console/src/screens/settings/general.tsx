import { useRead } from '../../api/queries.ts';
import { setTheme, type Theme, useTheme } from '../../lib/theme.ts';
import { Badge } from '../../ui/badge.tsx';
import { ChooseLanguage } from '../../ui/choose.tsx';
import { Field, Select } from '../../ui/field.tsx';
import { Card } from '../../ui/page.tsx';
import { useWords } from '../../words/words.tsx';
import { Myself } from './myself.tsx';

/** What is one's own: the look of the screens, name, address and password; and what the account may do. */
export function General() {
  return (
    <>
      <Appearance />
      <Myself />
      <Plan />
    </>
  );
}

function Appearance() {
  const { t, lang, setLang } = useWords();
  const theme = useTheme();
  return (
    <Card title={t('settings.appearance')}>
      <div className="grid gap-4 sm:grid-cols-2">
        <ChooseLanguage label={t('settings.language')} chosen={lang} onChoose={setLang} />
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

function Plan() {
  const { t } = useWords();
  const { data } = useRead('show-account', {});
  if (!data) return null;
  return (
    <Card title={t('settings.plan')}>
      <p className="mb-3 text-soft">{t('settings.plan-about')}</p>
      <ul className="flex flex-wrap gap-2">
        {data.subscriptions.map((one) => (
          <li key={one}>
            <Badge tone="good">{t(`plan.${one}`)}</Badge>
          </li>
        ))}
      </ul>
    </Card>
  );
}
