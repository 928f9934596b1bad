import { useEffect, useRef, useState } from 'react';
import { CallError } from '../../api/call.ts';
import { useRead, useWrite } from '../../api/queries.ts';
import type { Proposal } from '../../api/types.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Field, TextArea } from '../../ui/field.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useConfirmedWrite } from '../../ui/use-record-dialog.ts';
import { useWords } from '../../words/words.tsx';
import { raisedLimits } from './raised-limits.ts';

export type Decision = 'approve' | 'decline' | 'raise';

interface Props {
  proposal: Proposal;
  decision: Decision;
  onClose(): void;
}

/** One question for each decision, which Enter answers; an approval that can be undone needs none. */
export function DecisionDialog({ proposal, decision, onClose }: Props) {
  if (decision === 'decline') return <Decline proposal={proposal} onClose={onClose} />;
  return decision === 'raise' ? (
    <Raise proposal={proposal} onClose={onClose} />
  ) : (
    <Approve proposal={proposal} onClose={onClose} />
  );
}

type DialogProps = Omit<Props, 'decision'>;

/** A stale preview is shown anew behind the dialog, so that the next approval is of what is on the screen. */
function useApproval({ guid, seen }: Proposal) {
  const write = useWrite('approve-proposal');
  const { refetch } = useRead('find-proposals', { guid }, { enabled: false });
  const approve = (then: () => void, thenDelayed: () => void) =>
    write.mutate(
      { guid, seen },
      {
        onSuccess: then,
        onDelayed: thenDelayed,
        onError: (error) => {
          if (error instanceof CallError && error.code === 'proposal_changed') void refetch();
        },
      },
    );
  return { write, approve };
}

function Approve({ proposal, onClose }: DialogProps) {
  const { t, tIfKnown } = useWords();
  const { write, approve } = useApproval(proposal);
  const { data: preferences } = useRead('get-preferences', {});
  const isUndoable = preferences?.undo_delay;
  const done = () => {
    showToast(t('done.approved-proposal'));
    onClose();
  };
  const isBegun = useRef(false);
  useEffect(() => {
    if (!isUndoable || isBegun.current) return;
    isBegun.current = true;
    approve(done, onClose);
  });
  if (!preferences || (isUndoable && !write.error)) return null;
  return (
    <ConfirmDialog
      busy={write.isPending}
      error={write.error}
      onClose={onClose}
      title={t('proposals.approve-ask', { name: proposal.agent_name })}
      description={tIfKnown(`intent.${proposal.operation}`) ?? proposal.operation}
      submitLabel={t('proposals.approve')}
      onConfirm={() => approve(done, onClose)}
    />
  );
}

function Raise({ proposal, onClose }: DialogProps) {
  const { t, lang } = useWords();
  const { write, approve } = useApproval(proposal);
  const { data } = useRead('find-agents', {});
  const change = useWrite('change-agent');
  const agent = data?.rows.find(({ agent_id }) => agent_id === proposal.agent_id);
  // The button takes the focus when the dialog opens, so it opens when it can be pressed.
  if (!agent) return null;
  const raised = raisedLimits(agent, proposal, lang, t);
  const raise = () =>
    change.mutate(
      { agent_id: proposal.agent_id, limits: raised.limits },
      {
        onSuccess: () => {
          showToast(t('done.approved-proposal'));
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      busy={write.isPending || change.isPending}
      error={write.error ?? change.error}
      onClose={onClose}
      title={t('proposals.raise-ask', { name: proposal.agent_name })}
      description={raised.words.join(' ')}
      submitLabel={t('proposals.raise')}
      onConfirm={() => (write.isSuccess ? raise() : approve(raise, raise))}
    />
  );
}

function Decline({ proposal, onClose }: DialogProps) {
  const { t } = useWords();
  const [reason, setReason] = useState('');
  const { run, dialog } = useConfirmedWrite('decline-proposal', {
    toast: t('done.declined-proposal'),
    onClose,
  });
  return (
    <ConfirmDialog
      {...dialog}
      title={t('proposals.decline-ask', { name: proposal.agent_name })}
      description={t('proposals.decline-about')}
      submitLabel={t('proposals.decline')}
      danger
      isDirty={reason !== ''}
      onConfirm={() => run({ guid: proposal.guid, reason })}
    >
      <Field label={t('proposals.reason')} optional={t('optional')}>
        <TextArea
          value={reason}
          maxLength={500}
          rows={2}
          onChange={({ target }) => setReason(target.value)}
        />
      </Field>
    </ConfirmDialog>
  );
}
