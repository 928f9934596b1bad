import { useState } from 'react';
import type { Problem } from '../../api/call.ts';
import { useDeferredSubmit } from '../../lib/use-deferred-submit.ts';
import { ErrorAlert } from '../elements/feedback.tsx';

interface Preview {
  data: { problems: readonly Problem[] } | undefined;
  error: Error | null;
  isFetching: boolean;
  /** The answer is that to the latest input. */
  isSettled: boolean;
  refetch(): void;
}

/**
 * A dialog whose sums and problems the server computes while its fields are filled in. `dialog` holds props of FormDialog;
 * its submit writes what was previewed, or marks what is wrong with it. One that comes while the preview is still computed
 * waits for it: leaving a field by pressing the button changes the field. `isBlank`: nothing can be said of it yet.
 */
export function usePreviewedDialog(preview: Preview, write: () => void, { isBlank = false } = {}) {
  const [attempts, setAttempts] = useState(0);
  // Nobody wants to read that a value is missing before its field could be filled in.
  const problems = isBlank && attempts === 0 ? [] : (preview.data?.problems ?? []);
  const { error, isFetching, isSettled, refetch } = preview;
  const isReady = isSettled && !isBlank && !error && preview.data !== undefined && problems.length === 0;
  const onSubmit = useDeferredSubmit(!isSettled, () => (isReady ? write() : setAttempts(attempts + 1)));
  const alert = <ErrorAlert error={error ?? problems[0] ?? null} onRetry={refetch} busy={isFetching} />;
  const dialog = { onSubmit, alert, attempts, problems, submitsBy: 'button', columns: 1 } as const;
  return { isReady, dialog };
}
