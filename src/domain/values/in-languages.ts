import type { Lang } from './codes.ts';

/** Texts by their names, each in Icelandic and in English side by side, so that neither is forgotten. */
interface TextTable {
  readonly [name: string]: readonly [is: unknown, en: unknown] | TextTable;
}

type Widened<T> = T extends string ? string : T;

type InOneLanguage<T> = {
  readonly [Name in keyof T]: T[Name] extends readonly [infer Is, infer En]
    ? Widened<Is | En>
    : InOneLanguage<T[Name]>;
};

/** The texts of a table by language. */
export function inLanguages<const T extends TextTable>(table: T): Readonly<Record<Lang, InOneLanguage<T>>> {
  return { is: column(table, 0), en: column(table, 1) } as Record<Lang, InOneLanguage<T>>;
}

function column(table: TextTable, at: 0 | 1): object {
  const texts = Object.entries(table).map(([name, text]) => [
    name,
    Array.isArray(text) ? text[at] : column(text as TextTable, at),
  ]);
  return Object.fromEntries(texts);
}
