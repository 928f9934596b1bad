import { OperatorError } from '../kernel/operator-error.ts';

const WORDS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or directory',
  EACCES: 'this user may not do that',
  EPERM: 'this user may not do that',
  EROFS: 'it is on a disk that can only be read',
  EISDIR: 'it is a directory',
  ENOTDIR: 'a part of its path is no directory',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  EFBIG: 'the file is longer than is allowed there',
};

/** What went wrong with a file, in words; everything else as it came. */
export function fileError(error: unknown, doing: string): never {
  const words = WORDS[(error as NodeJS.ErrnoException).code ?? ''];
  throw words ? new OperatorError(`${doing}: ${words}. Nothing was changed.`) : error;
}
