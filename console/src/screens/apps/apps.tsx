import { ExternalLink, Plug, ShieldOff } from 'lucide-react';
import { useState } from 'react';
import { useRead, useWrite } from '../../api/queries.ts';
import type { AnswerOf } from '../../api/types.ts';
import { useFilters } from '../../lib/filters.ts';
import { formatDate, formatTime } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { Empty, Refusal, Skeleton, Trouble } from '../../ui/state.tsx';
import { Pager } from '../../ui/table.tsx';
import { say } from '../../ui/toast.tsx';
import { useWords } from '../../words/words.tsx';

type Agent = AnswerOf<'get-agents'>['data'][number];
const PAGE = 25;

/** The programs that may act for the account: what each may do, what it did, and a way to stop it. */
export function Apps() {
  const { t } = useWords();
  const { data, error, refetch, isFetching } = useRead('get-agents', {});
  return (
    <Page title={t('nav.apps')} about={t('apps.about')}>
      <div className="grid gap-4">
        <Card flush title={t('apps.connected')}>
          {error && !data ? (
            <Trouble error={error} onRetry={refetch} busy={isFetching} />
          ) : !data ? (
            <Skeleton rows={3} />
          ) : data.data.length === 0 ? (
            <Empty
              icon={<Plug size={22} aria-hidden />}
              title={t('apps.empty')}
              about={t('apps.empty-about')}
            >
              <a href="/docs" className={buttonClass()}>
                <ExternalLink size={15} aria-hidden />
                {t('apps.docs')}
              </a>
            </Empty>
          ) : (
            <ul className="divide-y">
              {data.data.map((agent) => (
                <AgentRow key={agent.agent_id} agent={agent} />
              ))}
            </ul>
          )}
        </Card>
        <Audit agents={data?.data ?? []} />
        <Card title={t('apps.key')}>
          <p className="mb-4 text-soft">{t('apps.key-about')}</p>
          <a href="/account" className={buttonClass()}>
            <ExternalLink size={15} aria-hidden />
            {t('settings.open-security')}
          </a>
        </Card>
      </div>
    </Page>
  );
}

function AgentRow({ agent }: { agent: Agent }) {
  const { t, lang, maybe } = useWords();
  const [asking, setAsking] = useState(false);
  const revoke = useWrite('revoke-agent');
  const go = () =>
    revoke.mutate(
      { agent_id: agent.agent_id },
      {
        onSuccess: () => {
          say(t('done.revoked'));
          setAsking(false);
        },
      },
    );
  return (
    <li className="flex flex-wrap items-start gap-x-5 gap-y-3 px-5 py-4">
      <div className="min-w-56 flex-1">
        <p className="font-semibold">{agent.name}</p>
        <p className="text-[0.8125rem] text-soft">
          {t('apps.since', { date: formatDate(agent.granted_at, lang) })}
        </p>
        <ul className="mt-2 flex flex-wrap gap-1.5">
          {agent.scopes.map((scope) => (
            <li key={scope}>
              <Badge>{maybe(`scope.${scope}`) ?? scope}</Badge>
            </li>
          ))}
        </ul>
      </div>
      <Button look="danger" icon={<ShieldOff size={16} aria-hidden />} onClick={() => setAsking(true)}>
        {t('apps.revoke')}
        <span className="sr-only">: {agent.name}</span>
      </Button>
      {asking && (
        <Dialog
          open
          onClose={() => setAsking(false)}
          title={t('apps.revoke-ask', { name: agent.name })}
          footer={
            <>
              <Button onClick={() => setAsking(false)}>{t('cancel')}</Button>
              <Button look="danger" busy={revoke.isPending} onClick={go}>
                {t('apps.revoke')}
              </Button>
            </>
          }
        >
          <div className="space-y-3">
            <p>{t('apps.revoke-about')}</p>
            <Refusal error={revoke.error} />
          </div>
        </Dialog>
      )}
    </li>
  );
}

function Audit({ agents }: { agents: readonly Agent[] }) {
  const { t, lang, maybe } = useWords();
  const [filters, change] = useFilters();
  const page = Number(filters.page ?? 1) || 1;
  const { data, error, refetch } = useRead('get-audit', { limit: PAGE, page }, { keep: true });
  const name = (id: string) => agents.find(({ agent_id }) => agent_id === id)?.name ?? id.slice(-8);
  return (
    <Card title={t('apps.audit')} flush>
      {error && !data ? (
        <Trouble error={error} onRetry={refetch} />
      ) : !data ? (
        <Skeleton rows={4} />
      ) : data.total === 0 ? (
        <p className="px-5 py-8 text-center text-soft">{t('apps.no-audit')}</p>
      ) : (
        <>
          <ol className="divide-y">
            {data.data.map((row, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: records have no name, and stay where they are
              <li key={place} className="flex flex-wrap items-baseline gap-x-4 px-5 py-2.5">
                <span className="min-w-48 flex-1 font-medium">
                  {maybe(`action.${row.action}`) ?? row.action}
                </span>
                <span className="text-soft">{name(row.agent_id)}</span>
                <span className="figure text-[0.8125rem] text-soft">{row.ip_address}</span>
                <span className="figure text-[0.8125rem] text-soft">{formatTime(row.timestamp, lang)}</span>
              </li>
            ))}
          </ol>
          <Pager
            page={page}
            pageSize={PAGE}
            count={data.total}
            onPage={(to) => change({ page: String(to) })}
          />
        </>
      )}
    </Card>
  );
}
