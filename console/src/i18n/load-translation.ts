import type { Lang, Translations } from './lang.ts';

/** Incomplete until the rest is loaded: a text that is not there yet is empty, and its screen is rendered again. */
export type LoadedTexts = Partial<Translations>;

const CORE: Record<Lang, () => Promise<LoadedTexts>> = {
  is: async () => ({ ...(await import('./is-core.ts')).core }),
  en: async () => ({ ...(await import('./en-core.ts')).core }),
};
const REST: Record<Lang, () => Promise<LoadedTexts>> = {
  is: async () => (await import('./is-rest.ts')).rest,
  en: async () => (await import('./en-rest.ts')).rest,
};

const loadedCore: Partial<Record<Lang, Promise<LoadedTexts>>> = {};
const complete = new Set<Lang>();

/** The language of the screen. */
let current: Lang = 'is';

export function loadTranslation(lang: Lang): Promise<LoadedTexts> {
  current = lang;
  loadedCore[lang] ??= CORE[lang]().catch((error: unknown) => {
    // A failure is not cached: the next attempt loads them.
    delete loadedCore[lang];
    throw error;
  });
  return loadedCore[lang];
}

/** Adds the texts that the first screen does not need; screens and refusals that need them wait for it. */
export async function loadRestOfTranslation(lang = current): Promise<void> {
  if (complete.has(lang)) return;
  const [texts, rest] = await Promise.all([loadTranslation(lang), REST[lang]()]);
  Object.assign(texts, rest);
  complete.add(lang);
}

export function isComplete(lang: Lang): boolean {
  return complete.has(lang);
}
