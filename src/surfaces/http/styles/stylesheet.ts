import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** CSS that is inlined into a page, and the hash by which its Content-Security-Policy allows exactly that text. */
export interface Stylesheet {
  css: string;
  hash: string;
}

const SURFACES = join(import.meta.dirname, '../..');
const SHARED = ['http/styles/tokens.css', 'http/styles/base.css'];

/** Reads .css files, given relative to src/surfaces, once at start. The shared tokens and base rules come first. */
export function loadStylesheet(...files: string[]): Stylesheet {
  const css = [...SHARED, ...files]
    .map((file) => compact(readFileSync(join(SURFACES, file), 'utf8')))
    .join('\n');
  return { css, hash: createHash('sha256').update(css).digest('base64') };
}

/** Drops comments and indentation, which every page would carry otherwise. */
function compact(css: string): string {
  return css
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
