import type { en } from './en.ts';

export type Lang = 'is' | 'en';
export type Word = keyof typeof en;
export type Dictionary = Same<typeof en>;

/** A translation with exactly the same keys. */
export type Same<Words> = Readonly<Record<keyof Words, string>>;
