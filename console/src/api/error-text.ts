import { useCallback, useContext } from 'react';
import { useTranslation } from '../i18n/translation.tsx';
import { FieldLabelsContext } from '../lib/field-labels.ts';
import { CallError, type Problem } from './call.ts';
import { translateProblem } from './problem-text.ts';

/** The texts of a refusal, one for each problem, or of a network or server error, in the person's language. */
export function useErrorTexts(): (error: Error | Problem) => string[] {
  const { t, tIfKnown: findText, lang } = useTranslation();
  const labels = useContext(FieldLabelsContext);
  return useCallback(
    (error) => {
      const tIfKnown = (key: string) => labels?.get(key) ?? findText(key);
      if (!(error instanceof Error)) return [translateProblem(error, tIfKnown, lang)];
      if (!(error instanceof CallError)) return [t('trouble.server', { id: '–' })];
      if (error.outcome === 'offline') return [t('trouble.offline-about')];
      if (error.outcome === 'slow') return [t('trouble.slow-about')];
      if (error.outcome === 'signed-out') return [t('trouble.signed-out')];
      if (error.outcome === 'server') return [t('trouble.server', { id: error.requestId.slice(-8) || '–' })];
      return error.problems.map((problem) => translateProblem(problem, tIfKnown, lang));
    },
    [t, findText, lang, labels],
  );
}

/** The same in one line. */
export function useErrorText(): (error: Error | Problem) => string {
  const errorTexts = useErrorTexts();
  return useCallback((error) => errorTexts(error).join(' '), [errorTexts]);
}
