import { Bot, Check, TrendingUp, X } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { usePendingAction } from '../../api/delayed-actions.ts';
import type { Proposal } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { formatTime } from '../../lib/format.ts';
import { MOD } from '../../lib/platform.ts';
import { Badge } from '../../ui/elements/badge.tsx';
import { Button } from '../../ui/elements/button.tsx';
import { PendingNotice } from '../../ui/records/pending.tsx';
import type { Decision } from './decision-dialogs.tsx';
import { intentText } from './preview-texts.ts';
import { PrintedProposal } from './printed-proposal.tsx';
import { ProposalPreview } from './proposal-preview.tsx';
import type { Choices } from './use-choices.ts';

interface Props {
  proposal: Proposal;
  choices: Choices;
  isSelected: boolean;
  onSelect(): void;
  onDecide(decision: Decision): void;
}

/** A change that sends nothing by itself waits for its recipient where it sends the documents of others elsewhere. */
function reasonKey(reason: string, { preview: { amount, deliver } }: Proposal): string {
  const isChange = amount === null && deliver.length === 0;
  return isChange && reason === 'new_recipients' ? 'reason.redirects' : `reason.${reason}`;
}

/** Who wants what, why it waits, what it would do, and the decision. */
export function ProposalCard({ proposal, choices, isSelected, onSelect, onDecide }: Props) {
  const { t, lang, tIfKnown } = useTranslation();
  const card = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isSelected) card.current?.scrollIntoView({ block: 'nearest' });
  }, [isSelected]);
  const { agent_name, created_at, reasons, state } = proposal;
  const isWaiting = state === 'waiting';
  return (
    <li
      ref={card}
      aria-current={isSelected || undefined}
      onFocusCapture={onSelect}
      className={`min-w-0 rounded-xl border bg-paper shadow-card ${isSelected ? 'border-accent' : ''}`}
    >
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2 border-b px-5 py-4">
        <span className="flex size-9 shrink-0 items-center justify-center rounded-lg bg-accent-subtle text-accent">
          <Bot size={18} aria-hidden />
        </span>
        <div className="min-w-48 flex-1">
          <h2 className="font-semibold wrap-anywhere">
            {agent_name} · {intentText(proposal, { tIfKnown })}
          </h2>
          <p className="text-dense text-muted">{formatTime(created_at, lang)}</p>
        </div>
        <ul aria-label={t('proposals.why')} className="flex flex-wrap gap-1.5">
          {isWaiting ? (
            reasons.map((reason) => (
              <li key={reason}>
                <Badge tone="warning">{tIfKnown(reasonKey(reason, proposal)) ?? reason}</Badge>
              </li>
            ))
          ) : (
            <li>
              <Badge tone={state === 'approved' ? 'success' : 'plain'}>
                {tIfKnown(`proposal.${state}`) ?? state}
              </Badge>
            </li>
          )}
        </ul>
      </div>
      <ProposalPreview proposal={proposal} />
      {proposal.has_pdf && <PrintedProposal guid={proposal.guid ?? ''} />}
      {isWaiting && <Actions proposal={proposal} choices={choices} onDecide={onDecide} />}
    </li>
  );
}

type ActionsProps = Pick<Props, 'proposal' | 'choices' | 'onDecide'>;

function Actions({ proposal, choices, onDecide }: ActionsProps) {
  const { t } = useTranslation();
  const raiseId = useId();
  const pending = usePendingAction(proposal.guid ?? '');
  const { mayApprove, raised } = choices;
  if (pending)
    return (
      <div className="border-t px-5 py-3.5">
        <PendingNotice action={pending} />
      </div>
    );
  return (
    <div className="flex flex-wrap gap-2 border-t px-5 py-3.5">
      {mayApprove && (
        <Button variant="primary" icon={<Check size={16} aria-hidden />} onClick={() => onDecide('approve')}>
          {t('proposals.approve')}
          <Key name={`${MOD} ↵`} />
        </Button>
      )}
      <Button variant="danger" icon={<X size={16} aria-hidden />} onClick={() => onDecide('decline')}>
        {t('proposals.decline')}
        <Key name={`${MOD} ⌫`} />
      </Button>
      <Button variant="quiet" onClick={() => onDecide('decline-with-reason')}>
        {t('proposals.decline-with-reason')}
      </Button>
      {raised && (
        <>
          <Button
            icon={<TrendingUp size={16} aria-hidden />}
            aria-describedby={raiseId}
            onClick={() => onDecide('raise')}
          >
            {t('proposals.raise')}
          </Button>
          <p id={raiseId} className="basis-full text-dense text-muted">
            {t('proposals.raise-about', { limits: raised.texts.join(' ') })}
          </p>
        </>
      )}
    </div>
  );
}

function Key({ name }: { name: string }) {
  return (
    <kbd aria-hidden className="rounded border border-current/40 px-1 font-sans text-xs max-sm:hidden">
      {name}
    </kbd>
  );
}
