import { ExternalLink, Plug, ShieldOff } from 'lucide-react';
import { useState } from 'react';
import { useRead, useSession, useWrite } from '../../api/queries.ts';
import type { OutputOf } from '../../api/types.ts';
import { formatDate, formatTime } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState, ErrorAlert, LoadError, Skeleton } from '../../ui/feedback.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useWords } from '../../words/words.tsx';
import { ApiKey } from './api-key.tsx';
import { Audit } from './audit-log.tsx';

type Agent = OutputOf<'find-agents'>['rows'][number];

/** The programs that may act for the account: what each may do, what it did, and a way to stop it. */
export function Apps() {
  const { t } = useWords();
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
  const { t, lang, tIfKnown } = useWords();
  const { data: session } = useSession();
  const [asking, setAsking] = useState(false);
  const since = t('apps.since', { date: formatDate(agent.granted_at, lang) });
  const used = agent.last_used_at
    ? t('apps.used', { time: formatTime(agent.last_used_at, lang) })
    : t('apps.unused');
  return (
    <li className="flex flex-wrap items-start gap-x-5 gap-y-3 px-5 py-4">
      <div className="min-w-56 flex-1">
        <p className="font-semibold wrap-anywhere">{agent.name}</p>
        <p className="text-[0.8125rem] text-muted">
          {since} · {used}
        </p>
        {agent.self_registered && <p className="text-[0.8125rem] text-muted">{t('apps.self')}</p>}
        <ul aria-label={t('apps.may')} className="mt-2 flex flex-wrap gap-1.5">
          {agent.scopes.map((scope) => (
            <li key={scope}>
              <Badge>{tIfKnown(`scope.${scope}`) ?? scope}</Badge>
            </li>
          ))}
        </ul>
      </div>
      {session?.person.role === 'owner' && (
        <Button variant="danger" icon={<ShieldOff size={16} aria-hidden />} onClick={() => setAsking(true)}>
          {t('apps.revoke')}
          <span className="sr-only">: {agent.name}</span>
        </Button>
      )}
      {asking && <Revoke agent={agent} onClose={() => setAsking(false)} />}
    </li>
  );
}

function Revoke({ agent, onClose }: { agent: Agent; onClose(): void }) {
  const { t } = useWords();
  const revoke = useWrite('revoke-agent');
  const done = () => {
    showToast(t('done.revoked'));
    onClose();
  };
  const footer = (
    <>
      <Button onClick={onClose}>{t('cancel')}</Button>
      <Button
        variant="danger"
        busy={revoke.isPending}
        onClick={() => revoke.mutate({ agent_id: agent.agent_id }, { onSuccess: done })}
      >
        {t('apps.revoke')}
      </Button>
    </>
  );
  return (
    <Dialog open onClose={onClose} title={t('apps.revoke-ask', { name: agent.name })} footer={footer}>
      <div className="space-y-3">
        <p>{t('apps.revoke-about')}</p>
        <ErrorAlert error={revoke.error} />
      </div>
    </Dialog>
  );
}
