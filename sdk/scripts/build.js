/** Compiles src to dist. `--if-possible`: does nothing where the compiler is not installed, as in a production install. */
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

function findCompiler() {
  try {
    return join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc');
  } catch {
    return null;
  }
}

const compiler = findCompiler();
if (compiler) {
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  const { status } = spawnSync(process.execPath, [compiler, '-p', root, '--singleThreaded'], {
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
} else if (!process.argv.includes('--if-possible')) {
  console.error('TypeScript is not installed. Run "npm ci" in the root of the repository first.');
  process.exitCode = 1;
}
