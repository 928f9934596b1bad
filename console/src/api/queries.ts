import {
  keepPreviousData,
  MutationCache,
  QueryCache,
  QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useRef } from 'react';
import { useDebounced } from '../lib/timers.ts';
import { type BulkWrite, previewMany } from './bulk-calls.ts';
import { CallError, call, clearSession, type Delayed, isDelayed, type Problem, readSession } from './call.ts';
import type { GuardedName, InputOf, OperationName, OutputOf } from './types.ts';

const MAX_RETRIES = 2;
/** How often a read is repeated by itself after the server or the network failed. */
const RECOVERY_MS = 5000;
const SESSION_KEY = ['session'];

/** The first call that finds the session ended refetches it, so that the banner of the shell appears. */
function onError(error: Error, { queryKey }: { queryKey?: readonly unknown[] } = {}): void {
  if (error instanceof CallError && error.outcome === 'switched') window.location.reload();
  if (!(error instanceof CallError) || error.outcome !== 'signed-out' || queryKey?.[0] === SESSION_KEY[0])
    return;
  clearSession();
  void queryClient.invalidateQueries({ queryKey: SESSION_KEY });
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error, query) => onError(error, query) }),
  mutationCache: new MutationCache({ onError: (error) => onError(error) }),
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // A refusal by a rule is final; only server errors are retried, with exponential backoff.
      retry: (failures, error) =>
        failures < MAX_RETRIES && error instanceof CallError && error.outcome === 'server',
      retryDelay: (failures) => 300 * 2 ** failures,
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});

/** A transient error, after which the read is repeated by itself; a refusal by a rule and an ended session are final. */
function isTransient(error: Error | null): boolean {
  return error instanceof CallError && ['offline', 'slow', 'server'].includes(error.outcome);
}

export function useSession() {
  return useQuery({
    queryKey: SESSION_KEY,
    queryFn: readSession,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => (isTransient(state.error) ? RECOVERY_MS : false),
  });
}

interface ReadOptions<N extends OperationName> {
  enabled?: boolean;
  /** After how many milliseconds it is read again; false: not by itself. */
  pollMs?(data: OutputOf<N> | undefined): number | false;
  /** Shows the previous data while the next is loading, as in a list that is being filtered. */
  keepPrevious?: boolean;
  /** Refetches at every mount: a form must not start with stale values. */
  isFresh?: boolean;
}

export function useRead<N extends OperationName>(
  name: N,
  input: InputOf<N>,
  { enabled = true, keepPrevious = false, isFresh = false, pollMs }: ReadOptions<N> = {},
) {
  const client = useQueryClient();
  const queryKey = [name, input];
  const query = useQuery<OutputOf<N>, Error>({
    queryKey,
    queryFn: ({ signal }) => call(name, input, { signal }),
    enabled,
    refetchInterval: ({ state }) =>
      isTransient(state.error) ? RECOVERY_MS : (pollMs?.(state.data) ?? false),
    ...(keepPrevious && { placeholderData: keepPreviousData }),
    ...(isFresh && { gcTime: 0 }),
  });
  // A manual retry cancels the request that hangs.
  const refetch = async () => {
    await client.cancelQueries({ queryKey });
    await query.refetch();
  };
  return { ...query, refetch };
}

const DEBOUNCE_MS = 280;

/**
 * Reads what the server says of input that changes with each key: when the person pauses, and with the previous answer
 * until then. `isSettled`: the answer, or its error, is that to the latest input.
 */
export function useSettledRead<N extends OperationName>(
  name: N,
  input: InputOf<N>,
  options: Pick<ReadOptions<N>, 'enabled' | 'isFresh'> = {},
) {
  const latest = JSON.stringify(input);
  const asked = useDebounced(latest, DEBOUNCE_MS);
  const query = useRead(name, JSON.parse(asked) as InputOf<N>, { ...options, keepPrevious: true });
  return { ...query, isSettled: !query.isFetching && asked === latest };
}

/**
 * What the server would answer to a write, asked while its form is filled in. `data.output` is null where the write would
 * be refused.
 */
export function usePreviewedWrite<N extends OperationName>(operation: N, input: InputOf<N>) {
  const asked = { operation, input: input as Readonly<Record<string, unknown>> };
  const { data, ...query } = useSettledRead('preview-write', asked, { isFresh: true });
  return { ...query, data: data as { output: OutputOf<N> | null; problems: readonly Problem[] } | undefined };
}

/** The same by a dry run, for a write that answers at once, such as one that makes a file. */
export function useDryRun<N extends OperationName>(operation: N, input: InputOf<N>) {
  const asked = { ...(input as object), dry_run: '1' } as InputOf<N>;
  const { data: output, error, ...query } = useSettledRead(operation, asked, { isFresh: true });
  const problems = error instanceof CallError && error.outcome === 'refused' ? error.problems : [];
  const data = problems.length > 0 ? { output: null, problems } : output && { output, problems };
  return { ...query, error: problems.length > 0 ? null : error, data };
}

/** The records for which a write would be refused, fetched each time that the dialog is opened. */
export function usePreviewMany(write: BulkWrite, guids: readonly string[]) {
  return useQuery({
    queryKey: ['preview-many', write, guids],
    queryFn: () => previewMany(write, guids),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchInterval: ({ state }) => (isTransient(state.error) ? RECOVERY_MS : false),
  });
}

/**
 * What a write sends. Operations that grant access need the password of the signed-in person. An update of a record that
 * somebody else may have changed meanwhile names the values that it was made from; a button that says what it does, such
 * as one that closes a selling page, is made from none.
 */
export type SentInput<N extends OperationName> = InputOf<N> & {
  current_password?: string;
  second_factor_code?: string;
} & (N extends GuardedName ? { was: object } : unknown);

/** Sends a write, once for each key; the server may delay it, so that the person can undo it. */
export function sendWrite<N extends OperationName>(
  name: N,
  input: SentInput<N>,
  idempotencyKey: string = crypto.randomUUID(),
): Promise<OutputOf<N>> {
  return call(name, input, { idempotencyKey, mayDelay: true });
}

/** What follows a write: `onDelayed` instead of `onSuccess` where the person can still undo it. */
interface Callbacks<N extends OperationName> {
  onSuccess?(output: OutputOf<N>): void;
  onDelayed?(action: Delayed['delayed']): void;
  onError?(error: Error): void;
}

/**
 * A write. A second call is ignored while one is pending. A retry with the same input sends the same idempotency key,
 * so that it is done once.
 */
export function useWrite<N extends OperationName>(name: N) {
  const client = useQueryClient();
  const last = useRef({ body: '', key: '' });
  const isPending = useRef(false);
  const mutation = useMutation<OutputOf<N>, Error, SentInput<N>>({
    mutationFn: (input) => {
      const body = JSON.stringify(input);
      if (last.current.body !== body) last.current = { body, key: crypto.randomUUID() };
      return sendWrite(name, input, last.current.key);
    },
    onSuccess: () => {
      last.current = { body: '', key: '' };
      // Cache invalidation: all visible queries are refetched, without delaying the callbacks of this write.
      void client.invalidateQueries();
    },
    onSettled: () => {
      isPending.current = false;
    },
  });
  const mutate = (input: SentInput<N>, { onSuccess, onDelayed, onError }: Callbacks<N> = {}) => {
    if (isPending.current) return;
    isPending.current = true;
    mutation.mutate(input, {
      onSuccess: (output) => (isDelayed(output) ? onDelayed?.(output.delayed) : onSuccess?.(output)),
      ...(onError && { onError }),
    });
  };
  return { ...mutation, mutate };
}
