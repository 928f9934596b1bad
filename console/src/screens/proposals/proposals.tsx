import { useParams } from '@tanstack/react-router';
import { Inbox } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useRead } from '../../api/queries.ts';
import type { Proposal } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { isTyping, topLayer, useShortcuts } from '../../lib/shortcuts.ts';
import { EmptyState, LoadError, Skeleton } from '../../ui/elements/feedback.tsx';
import { Card, Page } from '../../ui/elements/page.tsx';
import { Segments } from '../../ui/elements/segments.tsx';
import { type Deciding, type Decision, DecisionDialog } from './decision-dialogs.tsx';
import { ProposalCard } from './proposal-card.tsx';
import { useChoices } from './use-choices.ts';

const TABS = ['waiting', 'all'] as const;
type Tab = (typeof TABS)[number];

/** What programs want to do and people must approve: the tray of those that wait, and those that were decided. */
export function Proposals() {
  const { t } = useTranslation();
  const { guid } = useParams({ strict: false }) as { guid?: string };
  const [tab, setTab] = useState<Tab>('waiting');
  const input = guid ? { guid } : tab === 'waiting' ? { state: 'waiting' as const } : {};
  const { data, error, refetch, isFetching } = useRead('find-proposals', input, { keepPrevious: true });
  const rows = data?.rows ?? [];
  const choicesOf = useChoices();
  const { selected, setSelected, deciding, decide, close } = useSelection(rows, choicesOf);
  return (
    <Page title={t('nav.proposals')} description={t('proposals.about')}>
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
              choices={choicesOf(proposal)}
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

/** The proposal that the keys are for: j and k move, Ctrl Enter approves, Ctrl Backspace declines. One decision runs at a time. */
function useSelection(rows: readonly Proposal[], choicesOf: ReturnType<typeof useChoices>) {
  const [selected, setSelected] = useState(0);
  const [deciding, setDeciding] = useState<Deciding | null>(null);
  const last = Math.max(0, rows.length - 1);
  useEffect(() => {
    if (selected > last) setSelected(last);
  }, [selected, last]);
  const decide = (at: number, decision: Decision) => {
    const proposal = rows[at];
    setSelected(at);
    if (!proposal || deciding) return;
    const { mayApprove, mayDecline, raised } = choicesOf(proposal);
    const isAllowed = {
      approve: mayApprove,
      raise: raised !== null,
      decline: mayDecline,
      'decline-with-reason': mayDecline,
    };
    if (isAllowed[decision]) setDeciding({ proposal, decision, raised });
  };
  useShortcuts({
    next: () => setSelected(Math.min(last, selected + 1)),
    previous: () => setSelected(Math.max(0, selected - 1)),
    submit: () => decide(selected, 'approve'),
    decline: ({ target }) => (topLayer() || isTyping(target) ? false : decide(selected, 'decline')),
  });
  return { selected, setSelected, deciding, decide, close: () => setDeciding(null) };
}
