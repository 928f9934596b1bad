import { useEffect, useRef } from 'react';
import { useRead } from './queries.ts';
import type { OutputOf } from './types.ts';

export type DelayedAction = OutputOf<'get-delayed-actions'>['actions'][number];

/** The actions that make an invoice: a list of invoices shows them above its rows. */
const ISSUING: ReadonlySet<string> = new Set([
  'create-invoice',
  'issue-draft-invoice',
  'accept-quote',
  'create-invoice-from-order',
]);

export const makesInvoice = ({ operation }: DelayedAction) => ISSUING.has(operation);

const POLL_MS = 2000;
/** Half the interval at which the service polls its job queue. */
const DUE_POLL_MS = 500;

const isPending = ({ state }: DelayedAction) => state === 'waiting' || state === 'running';

function pollMs(data: OutputOf<'get-delayed-actions'> | undefined): number | false {
  const pending = data?.actions.filter(isPending) ?? [];
  if (pending.length === 0) return false;
  const next = Math.min(...pending.map(({ seconds_left }) => seconds_left * 1000));
  return Math.max(DUE_POLL_MS, Math.min(POLL_MS, next));
}

/** The actions that can still be undone, with the moment on the clock of the browser at which each will run. */
export function usePendingActions() {
  const { data, dataUpdatedAt } = useRead('get-delayed-actions', {}, { keepPrevious: true, pollMs });
  return (data?.actions ?? [])
    .filter(isPending)
    .map((action) => ({ ...action, runsAt: dataUpdatedAt + action.seconds_left * 1000 }));
}

export type PendingAction = ReturnType<typeof usePendingActions>[number];

/** The pending action on one record. */
export function usePendingAction(guid: string): PendingAction | undefined {
  return usePendingActions().find(({ target, targets }) => target === guid || targets.includes(guid));
}

/** Calls back for each own action that was pending before and has ended now. */
export function useEndedActions(onEnd: (action: DelayedAction) => void): void {
  const { data } = useRead('get-delayed-actions', {});
  const pending = useRef(new Set<string>());
  const callback = useRef(onEnd);
  callback.current = onEnd;
  useEffect(() => {
    for (const action of data?.actions ?? []) {
      if (isPending(action) && action.is_mine) pending.current.add(action.guid);
      else if (pending.current.delete(action.guid)) callback.current(action);
    }
  }, [data]);
}
