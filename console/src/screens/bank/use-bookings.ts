import { useEffect, useRef, useState } from 'react';
import { runMany } from '../../api/bulk-calls.ts';
import { queryClient, sendWrite, useRead } from '../../api/queries.ts';
import type { BankAction, BankLine, InputOf, OutputOf } from '../../api/types.ts';

type Lines = OutputOf<'find-bank-lines'>;

/** What a line is booked as; an action without an amount takes what the others leave. */
type SentAction = NonNullable<NonNullable<InputOf<'book-bank-line'>['data']>['actions']>[number];

/** The operations after which a line leaves the desk. */
export const ENDING: ReadonlySet<string> = new Set(['book-bank-line', 'ignore-bank-line']);

/**
 * Writes lines one after another while the person goes on, so that a key that is pressed while the last booking is still
 * being stored is not lost. A line leaves the desk at once, and comes back if it is refused or undone. Everything is read
 * again when all are written, not after each: the reads would keep the writes back.
 */
export function useBookings(lines: { data: Lines | undefined }) {
  const [sent, setSent] = useState<ReadonlyMap<string, 'sending' | 'accepted'>>(new Map());
  const [failures, setFailures] = useState<ReadonlyMap<string, Error>>(new Map());
  const queue = useRef<{ last: Promise<void>; waiting: number }>({ last: Promise.resolve(), waiting: 0 });
  const open = new Set(lines.data?.rows.map(({ guid }) => guid));
  const { hidden, taken } = usePendingLines(open);
  useLeaveQuestion(sent.size > 0 && [...sent.values()].includes('sending'));

  const run = async (guids: readonly string[], write: () => Promise<unknown>) => {
    try {
      await write();
      setSent((before) => withEach(before, guids, 'accepted'));
    } catch (error) {
      setSent((before) => withoutEach(before, guids));
      setFailures((before) => withEach(before, guids.slice(0, 1), error as Error));
    }
    queue.current.waiting -= 1;
    if (queue.current.waiting === 0) void queryClient.invalidateQueries();
  };
  const send = (guids: readonly string[], write: () => Promise<unknown>) => {
    setSent((before) => withEach(before, guids, 'sending'));
    setFailures((before) => withoutEach(before, guids));
    queue.current.waiting += 1;
    queue.current.last = queue.current.last.then(() => run(guids, write));
  };

  // What was accepted is hidden by the list of pending actions, or is open no longer, as soon as either is read again.
  useEffect(() => {
    const seen = [...sent].filter(
      ([guid, state]) => state === 'accepted' && (hidden.has(guid) || !open.has(guid)),
    );
    if (seen.length > 0)
      setSent((before) =>
        withoutEach(
          before,
          seen.map(([guid]) => guid),
        ),
      );
  });

  return {
    isHidden: ({ guid }: BankLine) => sent.has(guid) || hidden.has(guid),
    /** Whether a booking that has not happened yet is about to use what the actions name. */
    isTaken: (actions: readonly BankAction[]) =>
      actions.some((action) => guidsOf(action).some((guid) => taken.has(guid))),
    failureOf: (guid: string) => failures.get(guid) ?? null,
    book: (guid: string, actions: readonly SentAction[]) =>
      send([guid], () => sendWrite('book-bank-line', { guid, data: { actions } })),
    bookAll: (guids: readonly string[], actions: readonly SentAction[]) =>
      send(guids, () => runMany({ operation: 'book-bank-line', input: { data: { actions } } }, guids)),
    ignoreAll: (guids: readonly string[], reason: string) =>
      send(guids, () => runMany({ operation: 'ignore-bank-line', input: { data: { reason } } }, guids)),
  };
}

type Action = OutputOf<'get-delayed-actions'>['actions'][number];

const isAhead = ({ state }: Action) => state === 'waiting' || state === 'running';
const linesOf = ({ target, targets }: Action) => (target ? [target] : targets);

/**
 * Lines that are about to be booked or set aside, and records that are about to be settled. A line to which that has happened
 * stays hidden until the list was read without it: the list may have been read before.
 */
function usePendingLines(open: ReadonlySet<string>) {
  const { data } = useRead('get-delayed-actions', {});
  const actions = data?.actions ?? [];
  const done = actions.filter(({ operation, state }) => ENDING.has(operation) && state === 'done');
  const [ended, setEnded] = useState<ReadonlySet<string>>(new Set());
  const noted = useRef(new Set(done.map(({ guid }) => guid)));
  const fresh = done.filter(({ guid }) => !noted.current.has(guid));
  useEffect(() => {
    for (const { guid } of fresh) noted.current.add(guid);
    const left = [...ended].filter((guid) => open.has(guid));
    if (fresh.length > 0 || left.length < ended.size) setEnded(new Set([...left, ...fresh.flatMap(linesOf)]));
  });
  const ahead = actions.filter(isAhead);
  const ending = ahead.filter(({ operation }) => ENDING.has(operation));
  return {
    hidden: new Set([...ended, ...[...ending, ...fresh].flatMap(linesOf)]),
    taken: new Set(ahead.flatMap(({ targets }) => targets)),
  };
}

/** Asks before the window is closed while bookings are still being sent. */
function useLeaveQuestion(isSending: boolean): void {
  useEffect(() => {
    if (!isSending) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isSending]);
}

function guidsOf({ allocations, cost_guid, payments }: BankAction): string[] {
  const invoices = allocations?.map(({ invoice_guid }) => invoice_guid) ?? [];
  return [...invoices, ...(cost_guid ? [cost_guid] : []), ...(payments ?? [])];
}

function withEach<V>(before: ReadonlyMap<string, V>, keys: readonly string[], value: V): Map<string, V> {
  return new Map([...before, ...keys.map((key): [string, V] => [key, value])]);
}

function withoutEach<V>(before: ReadonlyMap<string, V>, keys: readonly string[]): Map<string, V> {
  return new Map([...before].filter(([key]) => !keys.includes(key)));
}
