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
import { CallError, call, clearSession, readSession } from './call.ts';
import type { InputOf, OperationName, OutputOf } from './types.ts';

const MAX_RETRIES = 2;
const SESSION_KEY = ['session'];

/** Whatever hears first that the session has ended lets the whole page know. */
function onError(error: Error, { queryKey }: { queryKey?: readonly unknown[] } = {}): void {
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
      // What a rule refuses is refused again; what the way there lost may arrive the next time.
      retry: (failures, error) =>
        failures < MAX_RETRIES && error instanceof CallError && error.outcome === 'server',
      retryDelay: (failures) => 300 * 2 ** failures,
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});

export function useSession() {
  return useQuery({ queryKey: SESSION_KEY, queryFn: readSession, staleTime: Number.POSITIVE_INFINITY });
}

interface ReadOptions {
  enabled?: boolean;
  /** Shows the last answer while the next one is on its way, as in a list that is being filtered. */
  keepPrevious?: boolean;
}

export function useRead<N extends OperationName>(
  name: N,
  input: InputOf<N>,
  { enabled = true, keepPrevious = false }: ReadOptions = {},
) {
  const client = useQueryClient();
  const queryKey = [name, input];
  const query = useQuery<OutputOf<N>, Error>({
    queryKey,
    queryFn: ({ signal }) => call(name, input, { signal }),
    enabled,
    ...(keepPrevious && { placeholderData: keepPreviousData as never }),
  });
  // Whoever asks again does not want to wait for the answer that does not come.
  const refetch = async () => {
    await client.cancelQueries({ queryKey });
    await query.refetch();
  };
  return { ...query, refetch };
}

/** What gives something away asks for the password of who is at the screen. */
interface WithPassword {
  current_password?: string;
}

/**
 * A write. While one is under way no other is sent. Sent again with the same content after it failed, it carries the
 * same key, and so is done once.
 */
export function useWrite<N extends OperationName>(name: N) {
  const client = useQueryClient();
  const last = useRef({ body: '', key: '' });
  const underWay = useRef(false);
  const mutation = useMutation<OutputOf<N>, Error, InputOf<N> & WithPassword>({
    mutationFn: (input) => {
      const body = JSON.stringify(input);
      if (last.current.body !== body) last.current = { body, key: crypto.randomUUID() };
      return call(name, input, { idempotencyKey: last.current.key });
    },
    onSuccess: () => {
      last.current = { body: '', key: '' };
      if (name === 'update-myself' || name === 'change-password') clearSession();
      // What is on the screen is asked for anew; who has written need not wait for it.
      void client.invalidateQueries();
    },
    onSettled: () => {
      underWay.current = false;
    },
  });
  const mutate: typeof mutation.mutate = (...args) => {
    if (underWay.current) return;
    underWay.current = true;
    mutation.mutate(...args);
  };
  return { ...mutation, mutate };
}
