import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join, relative } from 'node:path';

export interface Asset {
  type: string;
  bytes: Buffer;
  br?: Buffer;
  gzip?: Buffer;
}

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

/** The built application in memory. It is read again when the modification time of index.html changes. */
export class BuiltAssets {
  readonly #dir: string;
  #files: ReadonlyMap<string, Asset> | null = null;
  #builtAt = 0;

  constructor(dir: string) {
    this.#dir = dir;
  }

  load(): ReadonlyMap<string, Asset> | null {
    const entry = join(this.#dir, 'index.html');
    const builtAt = existsSync(entry) ? statSync(entry).mtimeMs : 0;
    if (builtAt === 0) return null;
    if (builtAt !== this.#builtAt) {
      this.#files = readAssets(this.#dir);
      this.#builtAt = builtAt;
    }
    return this.#files;
  }
}

function readAssets(dir: string): ReadonlyMap<string, Asset> {
  const files = new Map<string, Asset>();
  for (const entry of readdirSync(dir, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    const type = TYPES[extname(entry.name)];
    if (!entry.isFile() || !type) continue;
    const beside = (suffix: string) => (existsSync(path + suffix) ? readFileSync(path + suffix) : undefined);
    const [br, gzip] = [beside('.br'), beside('.gz')];
    files.set(relative(dir, path).replaceAll('\\', '/'), {
      type,
      bytes: readFileSync(path),
      ...(br && { br }),
      ...(gzip && { gzip }),
    });
  }
  return files;
}
