import { explainRoomBreach, folderWithoutRoom, importCycles } from './import-rules.ts';
import { type Import, importsOf, resolveImport } from './imports.ts';
import type { Tree } from './tree.ts';

/** Which layers each layer of the browser application may import from, besides itself. */
const LAYERS: Record<string, readonly string[]> = {
  i18n: [],
  lib: ['i18n'],
  api: ['lib', 'i18n'],
  ui: ['api', 'lib', 'i18n'],
  screens: ['ui', 'api', 'lib', 'i18n'],
  shell: ['ui', 'api', 'lib', 'i18n'],
};

/** The files that connect the layers, and may import all of them. */
const WIRING = new Set(['main.tsx', 'router.tsx']);

/** The files of a screen that other screens may import; all others are its internals. */
const SHARED_BETWEEN_SCREENS = new Set([
  'console/src/screens/customers/customer-dialog.tsx',
  'console/src/screens/inbox/inbox-list.tsx',
  'console/src/screens/items/item-dialog.tsx',
  'console/src/screens/invoices/invoice-columns.tsx',
  'console/src/screens/invoices/invoice-sheet.tsx',
  'console/src/screens/payments/pay-back-dialog.tsx',
  'console/src/screens/payments/payment-columns.tsx',
  'console/src/screens/payments/payment-text.ts',
  'console/src/screens/payments/record-payment-dialog.tsx',
  'console/src/screens/payments/reverse-dialog.tsx',
]);

/** Every breach of the import rules in console/src, as a sentence that names file and rule. */
export function consoleImportBreaches(tree: Tree): string[] {
  const found: string[] = [];
  for (const [file, source] of tree) {
    if (!WIRING.has(layerOf(file)) && !LAYERS[layerOf(file)]) found.push(`${file} is in no known layer`);
    const roomless = folderWithoutRoom(file);
    if (roomless) found.push(`${file} has no place in the order of ${roomless}`);
    const unrecovering = explainMissingRetry(file, source);
    if (unrecovering) found.push(`${file}: ${unrecovering}`);
    for (const imported of importsOf(source)) {
      const breach = explainBreach(file, imported);
      if (breach) found.push(`${file} imports ${imported.target}: ${breach}`);
    }
  }
  return [...found, ...importCycles(tree)];
}

function explainBreach(file: string, imported: Import): string | undefined {
  const target = resolveImport(file, imported.target);
  if (!target) return undefined;
  if (target.startsWith('src/')) {
    const isPure = imported.typeOnly || target.startsWith('src/domain/');
    return isPure ? undefined : 'of the server, only types and the domain may be imported';
  }
  if (!target.startsWith('console/src/')) return 'outside console/src';
  const [from, to] = [layerOf(file), layerOf(target)];
  if (WIRING.has(from) || !LAYERS[from]) return undefined;
  if (from !== to) return LAYERS[from]?.includes(to) ? undefined : `${from} may not import ${to}`;
  const isForeign = from === 'screens' && screenOf(file) !== screenOf(target);
  return isForeign && !SHARED_BETWEEN_SCREENS.has(target)
    ? `internals of the screen ${screenOf(target)}`
    : explainRoomBreach(file, target);
}

/** The files whose dynamic imports are wrapped by the router or, for texts, by the screens that need them. */
const LOADED_BY_OTHERS = /^console\/src\/(router\.tsx|i18n\/|screens\/settings\/sections\.ts$)/;

/** After an outage every screen recovers by itself, because reads and code are retried in one place each. */
function explainMissingRetry(file: string, source: string): string | undefined {
  if (/\buse\w*Quer(y|ies)\(|\buse\w*Query</.test(source) && file !== 'console/src/api/queries.ts')
    return 'reads go through useRead, which retries';
  const isWrapped = LOADED_BY_OTHERS.test(file) || source.includes('loadChunk(');
  return /\bimport\(/.test(source) && !isWrapped
    ? 'code on demand is loaded by loadChunk, which retries'
    : undefined;
}

/** `lib` of console/src/lib/format.ts, `main.tsx` of console/src/main.tsx. */
function layerOf(file: string): string {
  return file.split('/')[2] ?? '';
}

/** `invoices` of console/src/screens/invoices/list.tsx. */
function screenOf(file: string): string {
  return file.split('/')[3] ?? '';
}
