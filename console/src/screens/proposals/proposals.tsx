import { useParams } from '@tanstack/react-router';
import { Inbox } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useRead } from '../../api/queries.ts';
import type { Proposal } from '../../api/types.ts';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { EmptyState, LoadError, Skeleton } from '../../ui/feedback.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { Segments } from '../../ui/segments.tsx';
import { useWords } from '../../words/words.tsx';
import { type Decision, DecisionDialog } from './decision-dialogs.tsx';
import { ProposalCard } from './proposal-card.tsx';

const TABS = ['waiting', 'all'] as const;
type Tab = (typeof TABS)[number];

/** What programs want to do and people must approve: the tray of those that wait, and those that were decided. */
export function Proposals() {
  const { t } = useWords();
  const { guid } = useParams({ strict: false }) as { guid?: string };
  const [tab, setTab] = useState<Tab>('waiting');
  const input = guid ? { guid } : tab === 'waiting' ? { state: 'waiting' as const } : {};
  const { data, error, refetch, isFetching } = useRead('find-proposals', input, { keepPrevious: true });
  const rows = data?.rows ?? [];
  const { selected, setSelected, deciding, decide, close } = useSelection(rows);
  return (
    <Page title={t('nav.proposals')} description={t('proposals.about')} narrow>
      {!guid && (
        <div className="mb-4">
          <Segments<Tab> label={t('nav.proposals')} values={TABS} value={tab} onChange={setTab}>
            {(value) => t(`proposals.${value}`)}
          </Segments>
        </div>
      )}
      {error && !data ? (
        <LoadError error={error} onRetry={refetch} busy={isFetching} />
      ) : !data ? (
        <Skeleton rows={4} />
      ) : rows.length === 0 ? (
        <Card>
          <EmptyState
            icon={<Inbox size={22} aria-hidden />}
            title={t('proposals.empty')}
            description={t('proposals.empty-about')}
          />
        </Card>
      ) : (
        <ol className="grid gap-4">
          {rows.map((proposal, at) => (
            <ProposalCard
              key={proposal.guid}
              proposal={proposal}
              isSelected={at === selected}
              onSelect={() => setSelected(at)}
              onDecide={(decision) => decide(at, decision)}
            />
          ))}
        </ol>
      )}
      {deciding && <DecisionDialog {...deciding} onClose={close} />}
    </Page>
  );
}

/** The proposal that the keys are for: j and k move, a approves, d declines, r approves and raises the limit. */
function useSelection(rows: readonly Proposal[]) {
  const [selected, setSelected] = useState(0);
  const [deciding, setDeciding] = useState<{ proposal: Proposal; decision: Decision } | null>(null);
  const last = Math.max(0, rows.length - 1);
  useEffect(() => {
    if (selected > last) setSelected(last);
  }, [selected, last]);
  const decide = (at: number, decision: Decision) => {
    const proposal = rows[at];
    setSelected(at);
    if (proposal?.state === 'waiting' && (decision === 'decline' || proposal.connected))
      setDeciding({ proposal, decision });
  };
  useShortcuts({
    j: () => setSelected(Math.min(last, selected + 1)),
    k: () => setSelected(Math.max(0, selected - 1)),
    a: () => decide(selected, 'approve'),
    d: () => decide(selected, 'decline'),
    r: () => decide(selected, 'raise'),
  });
  return { selected, setSelected, deciding, decide, close: () => setDeciding(null) };
}
