import { toOneLine } from './one-line.ts';

const MAX_LENGTH = 200;
/** Other names of a type that programs use as well. */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  jpg: ['jpg', 'jpeg'],
  txt: ['txt', 'csv', 'tsv', 'md', 'log', 'json'],
};

/**
 * The name of an uploaded file without a path, with the extension of the type that its content has: a receiver's system
 * chooses the program by the extension. `extension`: without a dot.
 */
export function toFileName(requested: string, extension: string): string {
  const plain = toOneLine(requested.split(/[/\\]/).at(-1) ?? '');
  const written = /\.([a-z0-9]{1,5})$/i.exec(plain)?.[1]?.toLowerCase() ?? '';
  const hasExtension = (SYNONYMS[extension] ?? [extension]).includes(written);
  const stem = (hasExtension ? plain : plain.replace(/\.[a-z0-9]{1,5}$/i, '')) || 'file';
  const ending = hasExtension ? '' : `.${extension}`;
  return `${stem.slice(0, MAX_LENGTH - ending.length).toWellFormed()}${ending}`;
}
