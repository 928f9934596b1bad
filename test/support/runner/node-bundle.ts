import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';

/**
 * Packages with native or WebAssembly files that they find next to their own code, and those of development. They are
 * loaded from node_modules as always.
 */
const EXTERNAL = /^(node:|sharp$|@electric-sql\/|tesseract|vite$|pg-native$)/;

/**
 * Bundles the product into a few files: a node that loads its nine hundred modules from there starts with half the
 * processor time. Everything that it finds by the address of a module, such as migrations and the entry points of
 * threads, it finds at the original place.
 */
export async function bundleNode(entry: string, dir: string): Promise<void> {
  const bundle = await rolldown({
    input: { node: entry },
    platform: 'node',
    external: EXTERNAL,
    plugins: [originalAddresses],
    logLevel: 'silent',
  });
  await bundle.write({
    dir,
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
  });
  await bundle.close();
}

const originalAddresses: Plugin = {
  name: 'original-addresses',
  transform(code, path) {
    if (!code.includes('import.meta')) return null;
    return code
      .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
      .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)));
  },
};
