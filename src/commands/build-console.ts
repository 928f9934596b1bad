import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const ROOT = join(import.meta.dirname, '..', '..');
const CONSOLE = join(ROOT, 'console');
export const BUILT = join(CONSOLE, 'dist');
const STAMP = join(BUILT, 'built-from');

export async function buildConsoleCommand(): Promise<void> {
  console.log((await buildConsole()) ? 'The console is built.' : 'The console is built already.');
}

/** Builds the browser application unless its sources are those of the last build. True when it was built. */
export async function buildConsole(): Promise<boolean> {
  const sources = digestOfSources();
  const isBuilt = () => existsSync(STAMP) && readFileSync(STAMP, 'utf8') === sources;
  if (isBuilt()) return false;
  // Built beside the old one and put in its place at once, so that nobody is served half a build.
  const draft = `${BUILT}-${process.pid}`;
  try {
    await runVite(draft);
    compressAssets(join(draft, 'assets'));
    writeFileSync(join(draft, 'built-from'), sources);
    // Whoever built the same at the same moment has spared us the rest.
    if (isBuilt()) return false;
    rmSync(BUILT, { recursive: true, force: true });
    try {
      renameSync(draft, BUILT);
    } catch (error) {
      if (!isBuilt()) throw error;
    }
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return true;
}

/** A process of its own: the bundler's memory is given back when it ends. */
async function runVite(outDir: string): Promise<void> {
  const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
  const child = spawn(
    process.execPath,
    [vite, 'build', '--outDir', outDir, '--emptyOutDir', '--logLevel', 'warn'],
    {
      cwd: CONSOLE,
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const ended = new Promise<number | null>((done) =>
    child.once('error', () => done(null)).once('close', done),
  );
  const output = await Promise.all([text(child.stdout), text(child.stderr)]);
  if ((await ended) !== 0) throw new Error(`The console could not be built:\n${output.join('').trim()}`);
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

/** Everything that the build is made of; types of the server are erased, so they do not count. */
function digestOfSources(): string {
  const hash = createHash('sha256');
  const files = readdirSync(CONSOLE, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes(BUILT))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  for (const file of [...files, join(ROOT, 'package-lock.json')]) {
    hash.update(file.slice(ROOT.length)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}
