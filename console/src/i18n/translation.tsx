import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import { fillText } from '../../../src/domain/texts/fill-text.ts';
import { isSingular } from '../../../src/domain/values/plural.ts';
import type { Lang, TextKey } from './lang.ts';
import { isComplete, type LoadedTexts, loadRestOfTranslation, loadTranslation } from './load-translation.ts';

type Values = Readonly<Record<string, string | number>>;

interface Translation {
  lang: Lang;
  setLang(lang: Lang): void;
  /** The text of a key, with `{name}` filled in. */
  t(key: TextKey, values?: Values): string;
  /** As `t`, with the key that ends in `.one` or `.other`, depending on the number. */
  tn(key: CountedKey, n: number, values?: Values): string;
  /** The text of a key that is composed at run time, if it exists. */
  tIfKnown(key: string): string | undefined;
}

type CountedKey = TextKey extends infer Key ? (Key extends `${infer Stem}.one` ? Stem : never) : never;

const Context = createContext<Translation | null>(null);

interface ProviderProps {
  initial: LoadedTexts;
  lang: Lang;
  /** Saves the choice where other devices find it. */
  onLangChange(lang: Lang): void;
  children: ReactNode;
}

export function TranslationProvider({ initial, lang: first, onLangChange, children }: ProviderProps) {
  const [{ lang, texts }, setState] = useState({ lang: first, texts: initial });
  const setLang = useCallback(
    (next: Lang) => {
      const loading = Promise.all([loadTranslation(next), loadRestOfTranslation(next)]);
      void loading.then(([loaded]) => setState({ lang: next, texts: loaded }));
      onLangChange(next);
    },
    [onLangChange],
  );
  useEffect(() => {
    document.documentElement.lang = lang;
  }, [lang]);
  const translation = useMemo<Translation>(() => {
    const find = (key: string): string | undefined => {
      const text = texts[key as TextKey];
      if (text === undefined && !isComplete(lang))
        void loadRestOfTranslation(lang).then(() =>
          setState((before) => ({ ...before, texts: { ...before.texts } })),
        );
      return text;
    };
    return {
      lang,
      setLang,
      t: (key, values) => fillText(lang, find(key) ?? '', values),
      tn: (key, n, values) =>
        fillText(lang, find(`${key}.${isSingular(n, lang) ? 'one' : 'other'}`) ?? '', { n, ...values }),
      tIfKnown: find,
    };
  }, [lang, texts, setLang]);
  return <Context value={translation}>{children}</Context>;
}

export function useTranslation(): Translation {
  const translation = useContext(Context);
  if (!translation) throw new Error('useTranslation is called outside of TranslationProvider');
  return translation;
}
