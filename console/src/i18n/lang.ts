import type { en } from './en.ts';

export type Lang = 'is' | 'en';
export type TextKey = keyof typeof en;
export type Translations = Same<typeof en>;

/** A translation with exactly the same keys. */
export type Same<Texts> = Readonly<Record<keyof Texts, string>>;
