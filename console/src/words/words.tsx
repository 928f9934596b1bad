import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import { isolateText } from '../../../src/domain/bidi.ts';
import { isSingular } from '../../../src/domain/plural.ts';
import type { Lang, Word } from './lang.ts';
import { isComplete, type LoadedWords, loadRestOfWords, loadWords } from './load-words.ts';

type Values = Readonly<Record<string, string | number>>;

interface Words {
  lang: Lang;
  setLang(lang: Lang): void;
  /** The text of a key, with `{name}` filled in. */
  t(key: Word, values?: Values): string;
  /** As `t`, with the key that ends in `.one` or `.other`, depending on the number. */
  tn(key: CountedKey, n: number, values?: Values): string;
  /** The text of a key that is composed at run time, if it exists. */
  tIfKnown(key: string): string | undefined;
}

type CountedKey = Word extends infer Key ? (Key extends `${infer Stem}.one` ? Stem : never) : never;

const Context = createContext<Words | null>(null);

/** Many names end with a full stop (ehf.), and so do amounts (kr.): the one that ends the sentence is then left out. */
function fillPlaceholders(text: string | undefined = '', values: Values = {}): string {
  return text.replace(/\{(\w+)\}(\.?)/g, (_, name: string, stop: string) => {
    const value = String(values[name] ?? '');
    return `${isolateText(value)}${value.endsWith('.') ? '' : stop}`;
  });
}

interface ProviderProps {
  initial: LoadedWords;
  lang: Lang;
  /** Saves the choice where other devices find it. */
  onLangChange(lang: Lang): void;
  children: ReactNode;
}

export function WordsProvider({ initial, lang: first, onLangChange, children }: ProviderProps) {
  const [{ lang, dictionary }, setState] = useState({ lang: first, dictionary: initial });
  const setLang = useCallback(
    (next: Lang) => {
      const loading = Promise.all([loadWords(next), loadRestOfWords(next)]);
      void loading.then(([loaded]) => setState({ lang: next, dictionary: loaded }));
      onLangChange(next);
    },
    [onLangChange],
  );
  useEffect(() => {
    document.documentElement.lang = lang;
  }, [lang]);
  const words = useMemo<Words>(() => {
    const find = (key: string): string | undefined => {
      const text = dictionary[key as Word];
      if (text === undefined && !isComplete(lang))
        void loadRestOfWords(lang).then(() =>
          setState((before) => ({ ...before, dictionary: { ...before.dictionary } })),
        );
      return text;
    };
    return {
      lang,
      setLang,
      t: (key, values) => fillPlaceholders(find(key), values),
      tn: (key, n, values) =>
        fillPlaceholders(find(`${key}.${isSingular(n, lang) ? 'one' : 'other'}`), { n, ...values }),
      tIfKnown: find,
    };
  }, [lang, dictionary, setLang]);
  return <Context value={words}>{children}</Context>;
}

export function useWords(): Words {
  const words = useContext(Context);
  if (!words) throw new Error('useWords is called outside of WordsProvider');
  return words;
}
