import { usePendingActions } from '../../api/delayed-actions.ts';
import { useRead, useSession } from '../../api/queries.ts';
import type { Proposal } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { type RaisedLimits, raisedLimits } from './raised-limits.ts';

/** What the person may decide about a proposal now. */
export interface Choices {
  mayDecline: boolean;
  mayApprove: boolean;
  /** The limits that "approve and raise" sets, as the card shows them; null where there is nothing to raise. */
  raised: RaisedLimits | null;
}

const NONE: Choices = { mayDecline: false, mayApprove: false, raised: null };

/** One rule for buttons and keys, so that no key does what the card does not show. */
export function useChoices(): (proposal: Proposal) => Choices {
  const { t, lang } = useTranslation();
  const { data: session } = useSession();
  const isOwner = session?.person.role === 'owner';
  const { data: agents } = useRead('find-agents', {}, { enabled: isOwner });
  const pending = new Set(usePendingActions().map(({ target }) => target));
  return (proposal) => {
    const { guid, state, connected, frozen, agent_id } = proposal;
    if (state !== 'waiting' || pending.has(guid)) return NONE;
    const mayApprove = connected && (isOwner || !frozen);
    const agent = mayApprove && agents?.rows.find((one) => one.agent_id === agent_id);
    const raised = agent ? raisedLimits(agent, proposal, lang, t) : null;
    return { mayDecline: true, mayApprove, raised: raised && raised.texts.length > 0 ? raised : null };
  };
}
