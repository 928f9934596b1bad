import { RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/translation.tsx';
import { Button } from './button.tsx';
import { LoadError, Skeleton } from './feedback.tsx';
import { Card } from './page.tsx';

/** The state of a query, as the hooks return it. */
export interface QueryState<T> {
  data: T | undefined;
  error: Error | null;
  refetch(): void;
  isFetching: boolean;
}

interface Props<T> {
  query: QueryState<T>;
  /** The number of placeholder rows while it loads. */
  rows?: number;
  children(data: T): ReactNode;
}

/** The data of a query, or a skeleton while it loads, or the error and a way to retry. */
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

/** The data is from the cache: the last refetch failed. */
function StaleNotice({ onRetry, busy }: { onRetry(): void; busy: boolean }) {
  const { t } = useTranslation();
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

/** A card for a query whose data is not there yet. */
export function QueryCard({ query, rows = 6 }: { query: QueryState<unknown>; rows?: number }) {
  return (
    <Card flush>
      <QueryView query={query} rows={rows}>
        {() => null}
      </QueryView>
    </Card>
  );
}
