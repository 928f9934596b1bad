import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide-react';
import { useSession } from '../../api/queries.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { AUTOMATION } from '../../ui/elements/automation-nav.tsx';
import { buttonClass } from '../../ui/elements/button.tsx';
import { Page } from '../../ui/elements/page.tsx';
import { SECTIONS } from './sections.ts';

/** The menu of sections beside the open section; on a phone, one or the other. */
export function Settings() {
  const { t } = useTranslation();
  const { data: session } = useSession();
  const at = useRouterState({ select: ({ location }) => /\/settings\/(\w+)/.exec(location.pathname)?.[1] });
  const inside = at !== undefined;
  const isOnlyShown =
    session?.person.role !== 'owner' && SECTIONS.some((one) => one.at === at && one.ofCompany);
  return (
    <Page title={t('nav.settings')}>
      <div className="grid gap-x-8 gap-y-4 md:grid-cols-[13.5rem_minmax(0,1fr)]">
        <nav aria-label={t('settings.sections')} className={inside ? 'max-md:hidden' : ''}>
          <ul className="space-y-0.5 max-md:rounded-xl max-md:border max-md:bg-paper max-md:p-1.5">
            {SECTIONS.map(({ at, textKey, icon: Icon }) => (
              <li key={at} className={at ? '' : 'max-md:hidden'}>
                <Link
                  to={at === '' ? '/settings' : `/settings/${at}`}
                  activeOptions={{ exact: true, includeSearch: false }}
                  className="flex min-h-9 items-center gap-3 rounded-lg px-2.5 py-1 font-medium text-muted hover:bg-paper hover:text-ink max-md:min-h-11"
                  activeProps={{ className: 'bg-accent-subtle text-accent!', 'aria-current': 'page' }}
                >
                  <Icon size={17} strokeWidth={1.9} className="shrink-0" aria-hidden />
                  {t(textKey)}
                </Link>
              </li>
            ))}
          </ul>
          <h2 className="mt-5 mb-1 px-2.5 text-xs font-medium text-muted">{t('nav.automation')}</h2>
          <ul className="space-y-0.5 max-md:rounded-xl max-md:border max-md:bg-paper max-md:p-1.5">
            {AUTOMATION.map(({ to, textKey, icon }) => (
              <li key={to}>
                <Link
                  to={to}
                  className="flex min-h-9 items-center gap-3 rounded-lg px-2.5 py-1 font-medium text-muted hover:bg-paper hover:text-ink max-md:min-h-11"
                >
                  {icon}
                  {t(textKey)}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="max-w-3xl min-w-0">
          {inside && (
            <Link to="/settings" className={`${buttonClass('quiet', true)} mb-3 -ml-2.5 md:hidden`}>
              <ChevronLeft size={16} aria-hidden />
              {t('settings.all')}
            </Link>
          )}
          {isOnlyShown && <p className="mb-4 text-muted">{t('owners-only')}</p>}
          <fieldset disabled={isOnlyShown} className="grid min-w-0 gap-4">
            <Outlet />
          </fieldset>
        </div>
      </div>
    </Page>
  );
}
