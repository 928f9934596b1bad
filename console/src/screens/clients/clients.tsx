import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CheckCircle2 } from 'lucide-react';
import type { Role } from '../../../../src/domain/access/roles.ts';
import { useRead } from '../../api/queries.ts';
import { switchCompany } from '../../api/switch-company.ts';
import type { OutputOf } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { formatDate } from '../../lib/format.ts';
import { formatVatPeriod } from '../../lib/vat-period.ts';
import { Badge } from '../../ui/elements/badge.tsx';
import { Button, buttonClass } from '../../ui/elements/button.tsx';
import { ErrorAlert } from '../../ui/elements/feedback.tsx';
import { Page } from '../../ui/elements/page.tsx';
import { QueryView } from '../../ui/elements/query-view.tsx';

type Client = OutputOf<'get-clients'>[number];

/** The companies of the person who is signed in, with what is to be done at each before its next VAT return. */
export function Clients() {
  const { t } = useTranslation();
  const query = useRead('get-clients', {});
  return (
    <Page title={t('nav.clients')} description={t('clients.about')}>
      <QueryView query={query}>
        {(clients) => (
          <ul className="divide-y rounded-xl border bg-paper shadow-card">
            {clients.map((client) => (
              <ClientRow key={client.guid} client={client} />
            ))}
          </ul>
        )}
      </QueryView>
    </Page>
  );
}

function ClientRow({ client }: { client: Client }) {
  const { t, lang } = useTranslation();
  const { guid, name, role, is_current, period, from_date, to_date, due_on } = client;
  const enter = useMutation({
    mutationFn: () => switchCompany(guid, period === null ? '' : `/vat?period=${period}`),
  });
  return (
    <li className="space-y-2 px-5 py-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className="min-w-0 flex-1 font-semibold wrap-anywhere">{name}</h2>
        <Badge tone="plain">{t(`role.${role as Role}`)}</Badge>
        {is_current ? (
          <>
            <Badge tone="success">{t('clients.here')}</Badge>
            <Link
              to={period === null ? '/' : '/vat'}
              search={period === null ? {} : { period }}
              aria-label={`${t('clients.open')}: ${name}`}
              className={buttonClass('plain', true)}
            >
              {t('clients.open')}
            </Link>
          </>
        ) : (
          <Button
            small
            aria-label={`${t('clients.open')}: ${name}`}
            busy={enter.isPending}
            onClick={() => enter.mutate()}
          >
            {t('clients.open')}
          </Button>
        )}
      </div>
      <p className="text-dense text-muted">
        {from_date === null || to_date === null || due_on === null
          ? t('clients.no-return')
          : t('clients.return', {
              period: formatVatPeriod({ from_date, to_date }, lang),
              date: formatDate(due_on, lang),
            })}
      </p>
      <Missing of={client} />
      <ErrorAlert error={enter.error} />
    </li>
  );
}

function Missing({ of: { missing } }: { of: Client }) {
  const { t, tn } = useTranslation();
  if (missing.length === 0)
    return (
      <p className="flex items-center gap-2 text-dense">
        <CheckCircle2 size={15} aria-hidden className="text-accent" />
        {t('clients.nothing-missing')}
      </p>
    );
  return (
    <ul className="flex flex-wrap gap-2">
      {missing.map(({ kind, count }) => (
        <li key={kind}>
          <Badge tone="warning">{tn(`clients.missing-${kind as 'draft'}`, count)}</Badge>
        </li>
      ))}
    </ul>
  );
}
