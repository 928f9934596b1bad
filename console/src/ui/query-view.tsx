import { RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { useWords } from '../words/words.tsx';
import { Button } from './button.tsx';
import { Skeleton, Trouble } from './state.tsx';

/** What is asked of the server, as the hooks tell it. */
export interface Asked<T> {
  data: T | undefined;
  error: Error | null;
  refetch(): void;
  isFetching: boolean;
}

interface Props<T> {
  query: Asked<T>;
  /** How many grey rows to show while it is on its way. */
  rows?: number;
  children(data: T): ReactNode;
}

/** The answer, or that it is on its way, or why it did not come and a way to try again. */
export function Answer<T>({ query, rows = 6, children }: Props<T>) {
  const { data, error, refetch, isFetching } = query;
  if (data === undefined) {
    return error ? (
      <Trouble error={error} onRetry={refetch} busy={isFetching} />
    ) : (
      <Skeleton rows={rows} onRetry={refetch} />
    );
  }
  return (
    <>
      {error && <Stale onRetry={refetch} busy={isFetching} />}
      {children(data)}
    </>
  );
}

/** What is shown is from before. */
function Stale({ onRetry, busy }: { onRetry(): void; busy: boolean }) {
  const { t } = useWords();
  return (
    <div role="alert" className="flex flex-wrap items-center gap-2.5 bg-warn-wash px-5 py-2 text-warn">
      <span className="flex-1">{t('trouble.stale')}</span>
      <Button small busy={busy} icon={<RotateCw size={14} aria-hidden />} onClick={() => onRetry()}>
        {t('retry')}
      </Button>
    </div>
  );
}
