import { RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { useWords } from '../words/words.tsx';
import { Button } from './button.tsx';
import { LoadError, Skeleton } from './feedback.tsx';

/** What is asked of the server, as the hooks tell it. */
export interface QueryState<T> {
  data: T | undefined;
  error: Error | null;
  refetch(): void;
  isFetching: boolean;
}

interface Props<T> {
  query: QueryState<T>;
  /** How many grey rows to show while it is on its way. */
  rows?: number;
  children(data: T): ReactNode;
}

/** The answer, or that it is on its way, or why it did not come and a way to try again. */
export function QueryView<T>({ query, rows = 6, children }: Props<T>) {
  const { data, error, refetch, isFetching } = query;
  if (data === undefined) {
    return error ? (
      <LoadError error={error} onRetry={refetch} busy={isFetching} />
    ) : (
      <Skeleton rows={rows} onRetry={refetch} />
    );
  }
  return (
    <>
      {error && <StaleNotice onRetry={refetch} busy={isFetching} />}
      {children(data)}
    </>
  );
}

/** What is shown is from before. */
function StaleNotice({ onRetry, busy }: { onRetry(): void; busy: boolean }) {
  const { t } = useWords();
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-2.5 bg-warning-subtle px-5 py-2 text-warning"
    >
      <span className="flex-1">{t('trouble.stale')}</span>
      <Button small busy={busy} icon={<RotateCw size={14} aria-hidden />} onClick={() => onRetry()}>
        {t('retry')}
      </Button>
    </div>
  );
}
