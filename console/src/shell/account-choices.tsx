import { useNavigate } from '@tanstack/react-router';
import { Building2, Keyboard, Languages, LogOut, Monitor, Moon, Sun, UserRound } from 'lucide-react';
import { useSession } from '../api/queries.ts';
import { switchCompany } from '../api/switch-company.ts';
import { useTranslation } from '../i18n/translation.tsx';
import { setTheme, useTheme } from '../lib/theme.ts';
import DropdownMenu, { type MenuProps } from '../ui/elements/dropdown-menu.tsx';

const I = { size: 16, 'aria-hidden': true } as const;

/** The list of companies has all. */
const MAX_COMPANIES = 8;

const THEMES = [
  { value: 'system', icon: <Monitor {...I} /> },
  { value: 'light', icon: <Sun {...I} /> },
  { value: 'dark', icon: <Moon {...I} /> },
] as const;

/** The account menu: the companies of the person, language, look, own settings, sign-out. */
export default function AccountChoices({ trigger, onHelp }: { onHelp(): void } & Pick<MenuProps, 'trigger'>) {
  const { t, lang, setLang } = useTranslation();
  const { data: session } = useSession();
  const theme = useTheme();
  const navigate = useNavigate();
  return (
    <DropdownMenu
      side="top"
      align="start"
      trigger={trigger}
      choices={[
        ...useCompanies(),
        {
          label: lang === 'is' ? 'English' : 'Íslenska',
          icon: <Languages {...I} />,
          onSelect: () => setLang(lang === 'is' ? 'en' : 'is'),
        },
        'line',
        ...THEMES.map(({ value, icon }) => ({
          label: t(`theme.${value}`),
          icon,
          checked: theme === value,
          onSelect: () => setTheme(value),
        })),
        'line',
        { label: t('help.title'), icon: <Keyboard {...I} />, onSelect: onHelp },
        {
          label: t('myself.title'),
          icon: <UserRound {...I} />,
          onSelect: () => navigate({ to: '/settings' }),
        },
        { label: t('sign-out'), icon: <LogOut {...I} />, onSelect: () => signOut(session?.form_key ?? '') },
      ]}
    />
  );
}

/** Empty for a person of one company. */
function useCompanies(): MenuProps['choices'] {
  const { t } = useTranslation();
  const { data: session } = useSession();
  const navigate = useNavigate();
  const toClients = () => void navigate({ to: '/clients' });
  const companies = session?.companies ?? [];
  if (companies.length < 2) return [];
  return [
    ...companies.slice(0, MAX_COMPANIES).map(({ guid, name }) => ({
      id: guid,
      label: name,
      checked: guid === session?.guid,
      onSelect: () => {
        // The list of companies says why one cannot be entered.
        if (guid !== session?.guid) switchCompany(guid).catch(toClients);
      },
    })),
    { label: t('nav.clients'), icon: <Building2 {...I} />, onSelect: toClients },
    'line',
  ];
}

/** Posts a form, because the server clears the session cookie and redirects. Drafts are removed with the session. */
function signOut(csrfToken: string): void {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = '/sign-out';
  for (const [name, value] of Object.entries({ form_key: csrfToken, next: '/console' })) {
    const input = Object.assign(document.createElement('input'), { type: 'hidden', name, value });
    form.append(input);
  }
  document.body.append(form);
  sessionStorage.clear();
  form.submit();
}
