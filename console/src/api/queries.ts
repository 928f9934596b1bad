import { keepPreviousData, QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { CallError, call, forgetSession, readSession } from './call.ts';
import type { AnswerOf, InputOf, Name } from './types.ts';

const TRIES = 2;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // What a rule refuses is refused again; what the way there lost may arrive the next time.
      retry: (failures, error) => failures < TRIES && error instanceof CallError && error.reason === 'server',
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});

export function useSession() {
  return useQuery({ queryKey: ['session'], queryFn: readSession, staleTime: Number.POSITIVE_INFINITY });
}

interface ReadOptions {
  enabled?: boolean;
  /** Shows the last answer while the next one is on its way, as in a list that is being filtered. */
  keep?: boolean;
}

export function useRead<N extends Name>(
  name: N,
  input: InputOf<N>,
  { enabled = true, keep = false }: ReadOptions = {},
) {
  return useQuery<AnswerOf<N>, Error>({
    queryKey: [name, input],
    queryFn: ({ signal }) => call(name, input, { signal }),
    enabled,
    ...(keep && { placeholderData: keepPreviousData as never }),
  });
}

/** What gives something away asks for the password of who is at the screen. */
interface Confirmed {
  current_password?: string;
}

/** A write. Sent again with the same content after it failed, it carries the same key, and so is done once. */
export function useWrite<N extends Name>(name: N) {
  const client = useQueryClient();
  const last = useRef({ body: '', key: '' });
  return useMutation<AnswerOf<N>, Error, InputOf<N> & Confirmed>({
    mutationFn: (input) => {
      const body = JSON.stringify(input);
      if (last.current.body !== body) last.current = { body, key: crypto.randomUUID() };
      return call(name, input, { onceKey: last.current.key });
    },
    onSuccess: async () => {
      last.current = { body: '', key: '' };
      if (name === 'update-myself' || name === 'change-password') forgetSession();
      await client.invalidateQueries();
    },
  });
}
