import type { en } from './en.ts';

export type Lang = 'is' | 'en';
export type Word = keyof typeof en;
export type Dictionary = Same<typeof en>;

/** The same keys in another language: none too few, none too many. */
export type Same<Words> = Readonly<Record<keyof Words, string>>;
