import {
  closeSync,
  createWriteStream,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Writable } from 'node:stream';
import { toError } from '../domain/values/errors.ts';
import { OperatorError } from '../kernel/node/operator-error.ts';
import { fileError } from './file-error.ts';
import { withCleanup } from './with-cleanup.ts';

export function refuseOverwriting(file: string, force: boolean): void {
  if (!existsSync(file)) return;
  if (!statSync(file).isFile()) throw new OperatorError(`${file} exists and is not a regular file`);
  if (!force) throw new OperatorError(`${file} already exists: name another file, or add --force`);
}

/** Writes to a temporary name and renames after fsync, so that a partial file never has the final name. */
export async function writeToFile<T>(
  file: string,
  force: boolean,
  save: (sink: Writable) => Promise<T>,
): Promise<T> {
  const partialFile = `${file}.${process.pid}.part`;
  const removePartial = () => rmSync(partialFile, { force: true });
  return withCleanup(removePartial, async () => {
    let sink: Writable | undefined;
    try {
      // Opens the file synchronously: the stream would open it later, when the cleanup may have run already.
      sink = createWriteStream(partialFile, { fd: openSync(partialFile, 'wx', 0o600), flush: true });
      const saved = await save(sink);
      refuseOverwriting(file, force);
      renameSync(partialFile, file);
      const directory = openSync(dirname(file), 'r');
      fsyncSync(directory);
      closeSync(directory);
      reportLeftovers(dirname(file));
      return saved;
    } catch (error) {
      fileError(error, `${file} cannot be written`);
    } finally {
      sink?.destroy();
    }
  });
}

/**
 * Reports partial files of commands that were killed or lost power. They may be of any age, so a person removes
 * them.
 */
function reportLeftovers(directory: string): void {
  for (const name of readdirSync(directory)) {
    const pid = Number(/\.(\d{1,10})\.part$/.exec(name)?.[1]);
    if (pid && !isRunning(pid))
      console.error(
        `${join(directory, name)} is left over from an interrupted backup or export and can be removed.`,
      );
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return toError(error).code === 'EPERM';
  }
}
