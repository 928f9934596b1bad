import { type ReactNode, useEffect, useRef, useState } from 'react';
import { CallError } from '../../api/call.ts';
import { useRead, useWrite } from '../../api/queries.ts';
import type { Proposal } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { showToast } from '../../ui/elements/toast.tsx';
import { Field, TextArea } from '../../ui/forms/field.tsx';
import { intentText } from './preview-texts.ts';
import type { RaisedLimits } from './raised-limits.ts';

export type Decision = 'approve' | 'raise' | 'decline' | 'decline-with-reason';

export interface Deciding {
  proposal: Proposal;
  decision: Decision;
  /** As the card showed them when the decision was made. */
  raised: RaisedLimits | null;
}

type Props = Deciding & { onClose(): void };

/**
 * A decision that can be undone is carried out at once; without the delay, one question that Enter answers comes first.
 * Limits are raised only by the button of a dialog that names the old and the new ones.
 */
export function DecisionDialog(props: Props) {
  const isDecline = props.decision === 'decline' || props.decision === 'decline-with-reason';
  return isDecline ? <Decline {...props} /> : <Approve {...props} />;
}

function Approve({ proposal, decision, raised, onClose }: Props) {
  const { t, tIfKnown } = useTranslation();
  const { guid, seen, agent_name: name } = proposal;
  const write = useWrite('approve-proposal');
  const { refetch } = useRead('find-proposals', { guid }, { enabled: false });
  const limits = decision === 'raise' ? raised?.limits : undefined;
  const run = () =>
    write.mutate(
      { guid, seen, ...(limits && { limits }) },
      {
        onSuccess: () => {
          showToast(t('done.approved-proposal'));
          onClose();
        },
        onDelayed: onClose,
        // A stale preview is shown anew behind the dialog, so that the next approval is of what is on the screen.
        onError: (error) => {
          if (error instanceof CallError && error.code === 'proposal_changed') void refetch();
        },
      },
    );
  return (
    <Question
      asksAlways={limits !== undefined}
      write={write}
      run={run}
      onClose={onClose}
      title={t(limits ? 'proposals.raise-ask' : 'proposals.approve-ask', { name })}
      description={intentText(proposal, { tIfKnown })}
      submitLabel={t(limits ? 'proposals.raise' : 'proposals.approve')}
      {...(limits && { focuses: 'cancel' as const })}
    >
      {limits && <LimitChanges changes={raised?.changes ?? []} />}
    </Question>
  );
}

function LimitChanges({ changes }: { changes: RaisedLimits['changes'] }) {
  return (
    <dl className="divide-y rounded-lg border">
      {changes.map(({ label, before, after }) => (
        <div key={label} className="flex flex-wrap justify-between gap-x-4 px-3.5 py-2.5">
          <dt className="text-muted">{label}</dt>
          <dd className="figure font-medium">
            <span className="text-muted">{before}</span> → {after}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Decline({ proposal, decision, onClose }: Props) {
  const { t } = useTranslation();
  const [reason, setReason] = useState('');
  const write = useWrite('decline-proposal');
  const run = () =>
    write.mutate(
      { guid: proposal.guid, reason },
      {
        onSuccess: () => {
          showToast(t('done.declined-proposal'));
          onClose();
        },
        onDelayed: onClose,
      },
    );
  return (
    <Question
      asksAlways={decision === 'decline-with-reason'}
      write={write}
      run={run}
      onClose={onClose}
      title={t('proposals.decline-ask', { name: proposal.agent_name })}
      description={t('proposals.decline-about')}
      submitLabel={t('proposals.decline')}
      danger
      isDirty={reason !== ''}
    >
      <Field label={t('proposals.reason')} optional={t('optional')}>
        <TextArea
          value={reason}
          maxLength={500}
          rows={2}
          onChange={({ target }) => setReason(target.value)}
        />
      </Field>
    </Question>
  );
}

interface QuestionProps {
  /** Asks also where the decision could be undone. */
  asksAlways: boolean;
  write: { isPending: boolean; error: Error | null };
  run(): void;
  onClose(): void;
  title: string;
  description: string;
  submitLabel: string;
  danger?: boolean;
  focuses?: 'submit' | 'cancel';
  isDirty?: boolean;
  children?: ReactNode;
}

function Question({ asksAlways, write, run, ...dialog }: QuestionProps) {
  const { data: preferences } = useRead('get-preferences', {});
  const isUndoable = preferences?.undo_delay === true && !asksAlways;
  const isStarted = useRef(false);
  useEffect(() => {
    if (!isUndoable || isStarted.current) return;
    isStarted.current = true;
    run();
  });
  if (!preferences || (isUndoable && !write.error)) return null;
  return <ConfirmDialog {...dialog} busy={write.isPending} error={write.error} onConfirm={run} />;
}
