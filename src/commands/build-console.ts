import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { text } from 'node:stream/consumers';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { OperatorError } from '../kernel/node/operator-error.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const CONSOLE = join(ROOT, 'console');
export const BUILD_DIR = join(CONSOLE, 'dist');
const DIGEST_FILE = 'built-from';
/** Everything that is compiled into the bundle. Types of the server are erased, so its other files do not count. */
const SOURCES = ['console', 'src/domain', 'src/surfaces/http/styles', 'package-lock.json'];

export const BUILD_MESSAGES = {
  built: 'The console is built.',
  current: 'The console is built already.',
  stale: 'The console build differs from its sources. It is kept, because vite is not installed here.',
};
type BuildOutcome = keyof typeof BUILD_MESSAGES;

export async function buildConsoleCommand(): Promise<void> {
  console.log(BUILD_MESSAGES[await buildConsole()]);
}

interface BuildState {
  /** The digest of the sources that the present build was made from; null where there is no build. */
  builtFrom: string | null;
  sources: string;
  hasVite: boolean;
}

/** A production install has no vite: it serves the build that was made at release, whatever the sources say. */
export function nextBuildStep({ builtFrom, sources, hasVite }: BuildState): 'build' | 'current' | 'stale' {
  if (builtFrom === sources) return 'current';
  if (hasVite) return 'build';
  if (builtFrom !== null) return 'stale';
  throw new OperatorError(
    'The console is not built, and vite is not installed here. ' +
      'Run "npm ci && npm run build" with development dependencies, and ship the folder console/dist.',
  );
}

/** Builds the browser application, unless the last build was made from the same sources. */
export async function buildConsole(): Promise<BuildOutcome> {
  const sources = digestOfSources();
  const step = nextBuildStep({ builtFrom: readDigest(), sources, hasVite: findVite() !== null });
  if (step !== 'build') return step;
  // The build is made in a folder of its own and renamed, so that no request is served from half a build.
  const draft = `${BUILD_DIR}-${process.pid}`;
  try {
    await runVite(draft);
    compressAssets(join(draft, 'assets'));
    writeFileSync(join(draft, DIGEST_FILE), sources);
    // Another process may have finished the same build in the meantime.
    if (readDigest() === sources) return 'current';
    rmSync(BUILD_DIR, { recursive: true, force: true });
    try {
      renameSync(draft, BUILD_DIR);
    } catch (error) {
      if (readDigest() !== sources) throw error;
    }
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return 'built';
}

function readDigest(): string | null {
  const file = join(BUILD_DIR, DIGEST_FILE);
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

/** Resolved from the workspace, because npm may install it there or at the root. */
function findVite(): string | null {
  try {
    const manifest = createRequire(join(CONSOLE, 'package.json')).resolve('vite/package.json');
    return join(dirname(manifest), 'bin', 'vite.js');
  } catch {
    return null;
  }
}

/** Runs in a child process, so that the bundler's memory is freed when it ends. */
async function runVite(outDir: string): Promise<void> {
  const child = spawn(
    process.execPath,
    [findVite() ?? '', 'build', '--outDir', outDir, '--emptyOutDir', '--logLevel', 'warn'],
    {
      cwd: CONSOLE,
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const ended = new Promise<number | null>((done) =>
    child.once('error', () => done(null)).once('close', done),
  );
  const output = await Promise.all([text(child.stdout), text(child.stderr)]);
  if ((await ended) !== 0)
    throw new OperatorError(`The console could not be built:\n${output.join('').trim()}`);
}

function compressAssets(dir: string): void {
  for (const name of readdirSync(dir)) {
    if (!/\.(js|css|svg)$/.test(name)) continue;
    const bytes = readFileSync(join(dir, name));
    const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
    writeFileSync(join(dir, `${name}.br`), brotliCompressSync(bytes, { params }));
    writeFileSync(join(dir, `${name}.gz`), gzipSync(bytes, { level: 9 }));
  }
}

function digestOfSources(): string {
  const hash = createHash('sha256');
  for (const file of SOURCES.flatMap((source) => listFiles(join(ROOT, source)))) {
    hash.update(relative(ROOT, file)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

/** The files below a folder in a fixed order, without builds and installed packages; or the file itself. */
function listFiles(path: string): string[] {
  if (path.endsWith('.json')) return [path];
  return readdirSync(path, { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules' && !/^dist(-\d+)?$/.test(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const child = join(path, entry.name);
      return entry.isDirectory() ? listFiles(child) : [child];
    });
}
