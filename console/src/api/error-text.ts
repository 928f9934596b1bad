import { useCallback } from 'react';
import { useWords } from '../words/words.tsx';
import { CallError } from './call.ts';
import { type RefusalInfo, translateRefusal } from './refusal-text.ts';

/** The text of a refusal, or of a network or server error, in the person's language. */
export function useErrorText(): (problem: Error | RefusalInfo) => string {
  const { t, tIfKnown, lang } = useWords();
  return useCallback(
    (problem) => {
      if (problem instanceof CallError && problem.outcome === 'offline') return t('trouble.offline-about');
      if (problem instanceof CallError && problem.outcome === 'slow') return t('trouble.slow-about');
      if (problem instanceof CallError && problem.outcome === 'signed-out') return t('trouble.signed-out');
      if (problem instanceof CallError && problem.outcome === 'server')
        return t('trouble.server', { id: problem.requestId.slice(-8) || '–' });
      if (!('code' in problem)) return t('trouble.server', { id: '–' });
      return translateRefusal(problem, tIfKnown, lang);
    },
    [t, tIfKnown, lang],
  );
}
