import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { toError } from '../../domain/values/errors.ts';

/** The rights of the group and of everybody else. */
export const OTHERS = 0o077;

/**
 * From now on this process creates files and directories that only its user can open. The embedded database asks for
 * modes that everybody could write.
 */
export function createPrivateFiles(): void {
  process.umask(OTHERS);
}

/**
 * Creates a directory that only this user can open, or takes the rights of others away from what is there: earlier
 * releases created the database readable and writable for everybody. Returns how many entries were open to others.
 */
export function makeDirectoryPrivate(directory: string): number {
  createPrivateFiles();
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  // The directory comes first: once it is closed, nobody can reach what is below it.
  let repaired = closeToOthers(directory);
  for (const entry of readdirSync(directory, { withFileTypes: true, recursive: true }))
    if (entry.isFile() || entry.isDirectory()) repaired += closeToOthers(join(entry.parentPath, entry.name));
  return repaired;
}

function closeToOthers(path: string): number {
  const { mode } = lstatSync(path);
  if ((mode & OTHERS) === 0) return 0;
  try {
    chmodSync(path, mode & 0o700);
    return 1;
  } catch (error) {
    // Some file systems, such as mounts of other systems, have no modes of their own.
    if (['EPERM', 'ENOTSUP', 'EROFS'].includes(toError(error).code ?? '')) return 1;
    throw error;
  }
}
