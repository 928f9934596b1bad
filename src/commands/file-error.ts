import { toError } from '../domain/values/errors.ts';
import { OperatorError } from '../kernel/node/operator-error.ts';

const MESSAGES: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or directory',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  EISDIR: 'it is a directory',
  ENOTDIR: 'a part of its path is not a directory',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  EFBIG: 'the file exceeds the size limit',
};

/** Rethrows a file system error as a readable message; all other errors unchanged. */
export function fileError(error: unknown, action: string): never {
  const message = MESSAGES[toError(error).code ?? ''];
  throw message ? new OperatorError(`${action}: ${message}. Nothing was changed.`) : error;
}
