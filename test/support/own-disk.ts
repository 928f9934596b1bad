import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { guardDirectory } from './guarded-directory.ts';

const run = promisify(execFile);

/** What waits for a frozen disk cannot be ended, not even by SIGKILL. */
const RELEASE = `
    fsfreeze --unfreeze "$1/disk" 2>/dev/null
    umount --lazy "$1/disk" 2>/dev/null`;

/**
 * A file system of its own, in a file, that can be filled, and that can be frozen: then no write to it ends, as on a disk
 * that does not answer. Only root can make one.
 */
export class OwnDisk {
  readonly path: string;
  readonly #directory = mkdtempSync(join(tmpdir(), 'kvitt-disk-'));
  readonly #guard = guardDirectory(this.#directory, RELEASE);

  /** Throws where the system does not allow it. The file grows with what is written. */
  constructor(megabytes: number) {
    const image = join(this.#directory, 'image');
    this.path = join(this.#directory, 'disk');
    mkdirSync(this.path);
    try {
      execFileSync('truncate', [`--size=${megabytes}M`, image], QUIET);
      execFileSync('mkfs.ext4', ['-q', '-F', '-m', '0', image], QUIET);
      execFileSync('mount', ['-o', 'loop', image, this.path], QUIET);
    } catch (error) {
      this.close();
      throw error;
    }
    // A database server has a user of its own, whatever the umask of this process is.
    for (const directory of [this.#directory, this.path]) chmodSync(directory, 0o755);
  }

  async freeze(): Promise<void> {
    await run('fsfreeze', ['--freeze', this.path]);
  }

  async thaw(): Promise<void> {
    await run('fsfreeze', ['--unfreeze', this.path]);
  }

  /** Leaves no room. */
  async fill(): Promise<void> {
    const { bavail, bsize } = statfsSync(this.path);
    // The list of these blocks needs some too, so that it takes all and fails in the end.
    await run('fallocate', ['--length', String(bavail * bsize), this.#ballast]).catch(() => {});
    if (statfsSync(this.path).bavail > SPARE_BLOCKS) throw new Error('The disk could not be filled');
  }

  empty(): void {
    rmSync(this.#ballast, { force: true });
  }

  get #ballast(): string {
    return join(this.path, 'ballast');
  }

  /** Whatever uses it has ended. */
  close(): void {
    this.#guard.end();
  }
}

/** Fewer than the smallest table has. */
const SPARE_BLOCKS = 8;
const QUIET = { stdio: 'ignore' } as const;
