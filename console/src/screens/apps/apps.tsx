import { ExternalLink, Plug, ShieldOff } from 'lucide-react';
import { useState } from 'react';
import { useRead, useSession } from '../../api/queries.ts';
import type { OutputOf } from '../../api/types.ts';
import { formatDate, formatTime } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { EmptyState, LoadError, Skeleton } from '../../ui/feedback.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { useConfirmedWrite } from '../../ui/use-record-dialog.ts';
import { useWords } from '../../words/words.tsx';
import { ApiKey } from './api-key.tsx';
import { Audit } from './audit-log.tsx';

type Agent = OutputOf<'find-agents'>['rows'][number];

/** The programs that may act for the account: their scopes, their calls, and a way to revoke access. */
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
        <p className="text-dense text-muted">
          {since} · {used}
        </p>
        {agent.self_registered && <p className="text-dense text-muted">{t('apps.self')}</p>}
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
  const { run, dialog } = useConfirmedWrite('revoke-agent', { toast: t('done.revoked'), onClose });
  return (
    <ConfirmDialog
      {...dialog}
      title={t('apps.revoke-ask', { name: agent.name })}
      description={t('apps.revoke-about')}
      submitLabel={t('apps.revoke')}
      danger
      onConfirm={() => run({ agent_id: agent.agent_id })}
    />
  );
}
