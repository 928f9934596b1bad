import type { en } from './en.ts';

export type Lang = 'is' | 'en';
export type Word = keyof typeof en;
export type Dictionary = Readonly<Record<Word, string>>;
