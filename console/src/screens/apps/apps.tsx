import { ExternalLink, FlaskConical, Plug, ShieldOff, SlidersHorizontal, Snowflake } from 'lucide-react';
import { useState } from 'react';
import { canMakeWait, type ProgramLimits } from '../../../../src/domain/access/program-limits.ts';
import { useRead, useSession, useWrite } from '../../api/queries.ts';
import type { OutputOf } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { formatDate, formatMoney, formatNumber, formatTime } from '../../lib/format.ts';
import { Badge } from '../../ui/elements/badge.tsx';
import { Button, buttonClass } from '../../ui/elements/button.tsx';
import { EmptyState, LoadError, Skeleton } from '../../ui/elements/feedback.tsx';
import { Card, Page } from '../../ui/elements/page.tsx';
import { showToast } from '../../ui/elements/toast.tsx';
import { ApiKey } from './api-key.tsx';
import { Audit } from './audit-log.tsx';
import { LimitsDialog } from './limits-dialog.tsx';
import { FrozenDialog, RevokeDialog } from './setups.tsx';
import { TryDialog } from './try-dialog.tsx';

type Agent = OutputOf<'find-agents'>['rows'][number];

/** The programs that may act for the account: their scopes, their calls, and a way to revoke access. */
export function Apps() {
  const { t } = useTranslation();
  const { data, error, refetch, isFetching } = useRead('find-agents', {});
  return (
    <Page title={t('nav.apps')} description={t('apps.about')}>
      <div className="grid gap-4">
        <Card flush title={t('apps.connected')}>
          {error && !data ? (
            <LoadError error={error} onRetry={refetch} busy={isFetching} />
          ) : !data ? (
            <Skeleton rows={3} />
          ) : data.rows.length === 0 ? (
            <EmptyState
              icon={<Plug size={22} aria-hidden />}
              title={t('apps.empty')}
              description={t('apps.empty-about')}
            >
              <a href="/docs" className={buttonClass()}>
                <ExternalLink size={15} aria-hidden />
                {t('apps.docs')}
              </a>
            </EmptyState>
          ) : (
            <ul className="divide-y">
              {data.rows.map((agent) => (
                <AgentRow key={agent.agent_id} agent={agent} />
              ))}
            </ul>
          )}
        </Card>
        <Audit agents={data?.rows ?? []} />
        <ApiKey />
      </div>
    </Page>
  );
}

function AgentRow({ agent }: { agent: Agent }) {
  const { t, lang, tIfKnown } = useTranslation();
  const { data: session } = useSession();
  const [asking, setAsking] = useState<'revoke' | 'limits' | 'try' | 'frozen' | null>(null);
  const since = t('apps.since', { date: formatDate(agent.granted_at, lang) });
  const used = agent.last_used_at
    ? t('apps.used', { time: formatTime(agent.last_used_at, lang) })
    : t('apps.unused');
  return (
    <li className="flex flex-wrap items-start gap-x-5 gap-y-3 px-5 py-4">
      <div className="min-w-56 flex-1">
        <p className="font-semibold wrap-anywhere">{agent.name}</p>
        <p className="text-dense text-muted">
          {since} · {used}
        </p>
        {agent.self_registered && <p className="text-dense text-muted">{t('apps.self')}</p>}
        <LimitsText agent={agent} />
        <ul aria-label={t('apps.may')} className="mt-2 flex flex-wrap gap-1.5">
          {agent.scopes.map((scope) => (
            <li key={scope}>
              <Badge>{tIfKnown(`scope.${scope}`) ?? scope}</Badge>
            </li>
          ))}
        </ul>
      </div>
      {session?.person.role === 'owner' && (
        <div className="flex flex-wrap gap-2">
          <Button icon={<SlidersHorizontal size={16} aria-hidden />} onClick={() => setAsking('limits')}>
            {t('apps.limits')}
            <span className="sr-only">: {agent.name}</span>
          </Button>
          <Button icon={<FlaskConical size={16} aria-hidden />} onClick={() => setAsking('try')}>
            {t('apps.try')}
            <span className="sr-only">: {agent.name}</span>
          </Button>
          <Freeze agent={agent} onFrozen={() => setAsking('frozen')} />
          <Button
            variant="danger"
            icon={<ShieldOff size={16} aria-hidden />}
            onClick={() => setAsking('revoke')}
          >
            {t('apps.revoke')}
            <span className="sr-only">: {agent.name}</span>
          </Button>
        </div>
      )}
      {asking === 'revoke' && <RevokeDialog agent={agent} onClose={() => setAsking(null)} />}
      {asking === 'frozen' && <FrozenDialog agent={agent} onClose={() => setAsking(null)} />}
      {asking === 'try' && <TryDialog agent={agent} onClose={() => setAsking(null)} />}
      {asking === 'limits' && <LimitsDialog agent={agent} onClose={() => setAsking(null)} />}
    </li>
  );
}

/** The limits as texts, and what was used of them today. */
function LimitsText({ agent }: { agent: Agent }) {
  const { t, lang } = useTranslation();
  const { limits, used_amount, used_documents } = agent;
  const money = (amount: number) => formatMoney(amount, 'ISK', lang);
  const texts = [
    t(canMakeWait(limits as ProgramLimits) ? `apps.does-${limits.mode as 'act'}` : 'apps.does-anything'),
    limits.max_amount === null ? '' : t('apps.each', { amount: money(limits.max_amount) }),
    limits.max_amount_per_day === null ? '' : t('apps.day', { amount: money(limits.max_amount_per_day) }),
    limits.max_documents_per_day === null ? '' : t('apps.documents', { count: limits.max_documents_per_day }),
    limits.new_recipients === 'propose' ? t('apps.asks-new') : '',
  ].filter(Boolean);
  return (
    <>
      <p className="mt-1 text-dense">
        {agent.frozen && (
          <span className="mr-2">
            <Badge tone="danger" icon={<Snowflake size={13} aria-hidden />}>
              {t('apps.frozen')}
            </Badge>
          </span>
        )}
        {texts.join(' · ')}
      </p>
      <p className="text-dense text-muted">
        {t('apps.used-today', { amount: money(used_amount), count: formatNumber(used_documents, lang) })}
      </p>
    </>
  );
}

/** One press, and the program is refused everything; another lifts that. What it has set up is shown afterwards. */
function Freeze({ agent, onFrozen }: { agent: Agent; onFrozen(): void }) {
  const { t } = useTranslation();
  const write = useWrite('change-agent');
  const { agent_id, frozen, name } = agent;
  const whenDone = () => {
    showToast(t(frozen ? 'done.unfrozen' : 'done.frozen'));
    if (!frozen) onFrozen();
  };
  return (
    <Button
      icon={<Snowflake size={16} aria-hidden />}
      busy={write.isPending}
      onClick={() => write.mutate({ agent_id, frozen: !frozen, was: {} }, { onSuccess: whenDone })}
    >
      {t(frozen ? 'apps.unfreeze' : 'apps.freeze')}
      <span className="sr-only">: {name}</span>
    </Button>
  );
}
