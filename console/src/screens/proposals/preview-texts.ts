import { type EffectLanguage, effectRows, lineRows } from '../../../../src/domain/access/effect-text.ts';
import type { Proposal } from '../../api/types.ts';
import type { useTranslation } from '../../i18n/translation.tsx';

type Preview = Proposal['preview'];

/** What is proposed, in a few words. Of one operation it is the document that says whether money comes in or goes back. */
export function intentText(
  { operation, preview }: Proposal,
  { tIfKnown }: Pick<ReturnType<typeof useTranslation>, 'tIfKnown'>,
): string {
  return tIfKnown(`effect.${preview.kind}`) ?? tIfKnown(`intent.${operation}`) ?? operation;
}

/** What the write does otherwise than when it was proposed. */
export function changesOf(
  before: Preview,
  now: Preview,
  translation: ReturnType<typeof useTranslation>,
): string[] {
  const language: EffectLanguage = translation;
  const [was, is] = [before, now].map(
    (preview) => new Map([...effectRows(preview, language), ...lineRows(preview, language)]),
  ) as [Map<string, string>, Map<string, string>];
  return [...new Set([...was.keys(), ...is.keys()])]
    .filter((what) => was.get(what) !== is.get(what))
    .map((what) =>
      translation.t('proposals.change', { what, before: was.get(what) ?? '–', now: is.get(what) ?? '–' }),
    );
}
