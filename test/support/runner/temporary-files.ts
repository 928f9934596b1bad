import { chmodSync, mkdtempSync, readFileSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { guardDirectory } from '../guarded-directory.ts';

/** A file system in memory, which Linux has here. */
const IN_MEMORY = '/dev/shm';
/** A run has at most a quarter of that in temporary files at one time, and its processes take as much. */
const LEAST_FREE = 8 * 1024 ** 3;

/** A server that outlives the run is stopped by its own guard, which reads its process id in its directory. */
const AWAIT_SERVERS =
  'for _ in $(seq 150); do ls -d "$1"/kvitt-postgres-* 2>/dev/null || break; sleep 0.1; done';

/**
 * Lets all processes of the run keep their temporary files in memory, where there is room. A run makes and removes tens of
 * thousands of files, most of them in copies of databases, which takes 35 s of processor time on a disk.
 */
export function keepFilesInMemory(): void {
  if (process.env.TMPDIR || !hasRoom()) return;
  const dir = mkdtempSync(join(IN_MEMORY, 'kvitt-test-'));
  // The database server runs as another user, who must reach its own directory in this one.
  chmodSync(dir, 0o755);
  process.env.TMPDIR = dir;
  guardDirectory(dir, AWAIT_SERVERS);
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    const available = /^MemAvailable: +(\d+) kB$/m.exec(readFileSync('/proc/meminfo', 'utf8'))?.[1];
    return Math.min(bavail * bsize, Number(available) * 1024) >= LEAST_FREE;
  } catch {
    return false;
  }
}
