import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import { call } from '../api/call.ts';
import type { Dictionary, Lang, Word } from './lang.ts';

type Values = Readonly<Record<string, string | number>>;

interface Words {
  lang: Lang;
  setLang(lang: Lang): void;
  /** The text of a key, with `{name}` filled in. */
  t(key: Word, values?: Values): string;
  /** As `t`, of the two keys that end in `.one` and `.other`, by the number. */
  tn(key: CountedKey, n: number, values?: Values): string;
  /** The text of a key that is put together while running, if there is one. */
  tIfKnown(key: string): string | undefined;
}

type CountedKey = Word extends infer Key ? (Key extends `${infer Stem}.one` ? Stem : never) : never;

const Context = createContext<Words | null>(null);

const LOADERS: Record<Lang, () => Promise<Dictionary>> = {
  is: async () => (await import('./is.ts')).is,
  en: async () => (await import('./en.ts')).en,
};

export function loadWords(lang: Lang): Promise<Dictionary> {
  return LOADERS[lang]();
}

export function fillPlaceholders(text: string, values: Values = {}): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
}

/** Icelandic counts 1, 21, 31 … as one, but not 11. */
export function isSingular(n: number, lang: Lang): boolean {
  return lang === 'is' ? n % 10 === 1 && n % 100 !== 11 : n === 1;
}

export function WordsProvider({
  initial,
  lang: first,
  children,
}: {
  initial: Dictionary;
  lang: Lang;
  children: ReactNode;
}) {
  const [{ lang, dictionary }, setState] = useState({ lang: first, dictionary: initial });
  const setLang = useCallback((next: Lang) => {
    loadWords(next).then((loaded) => setState({ lang: next, dictionary: loaded }));
    // The server keeps the choice in a cookie, for this page and for those that it writes itself.
    fetch(`/console/?lang=${next}`, { method: 'HEAD', credentials: 'same-origin' }).catch(() => {});
    // And with the person, for other machines.
    call('set-language', { lang: next }).catch(() => {});
  }, []);
  useEffect(() => {
    document.documentElement.lang = lang;
  }, [lang]);
  const words = useMemo<Words>(
    () => ({
      lang,
      setLang,
      t: (key, values) => fillPlaceholders(dictionary[key], values),
      tn: (key, n, values) =>
        fillPlaceholders(dictionary[`${key}.${isSingular(n, lang) ? 'one' : 'other'}` as Word], {
          n,
          ...values,
        }),
      tIfKnown: (key) => dictionary[key as Word],
    }),
    [lang, dictionary, setLang],
  );
  return <Context value={words}>{children}</Context>;
}

export function useWords(): Words {
  const words = useContext(Context);
  if (!words) throw new Error('There are no words here');
  return words;
}
