import { basename } from 'node:path/posix';
import { type Import, importsOf, resolveImport } from './imports.ts';
import { plainCode } from './tokens.ts';
import type { Tree } from './tree.ts';

/** Which rooms each room may import from, besides itself. */
const ROOMS: Record<string, string[]> = {
  domain: [],
  kernel: ['domain'],
  rendering: ['domain'],
  modules: ['rendering', 'kernel', 'domain'],
  adapters: ['kernel', 'domain'],
  jobs: ['modules', 'rendering', 'kernel', 'domain'],
  surfaces: ['modules', 'kernel', 'domain'],
  'config.ts': ['domain'],
};

/** The files that put the rooms together, and so see all of them. */
const WIRING = new Set(['main.ts', 'service.ts', 'adapters.ts', 'commands']);

/** A module may import the modules of the rows above its own. */
export const MODULES = [
  ['accounts'],
  ['people'],
  ['agents', 'bookkeeping'],
  ['customers', 'items'],
  ['costs', 'tasks'],
  ['invoices'],
  ['sales-documents'],
  ['recurring'],
  ['product-sales'],
  ['reports'],
];

const PACKAGES: { name: RegExp; home: RegExp }[] = [
  { name: /^big\.js$/, home: /^src\/domain\/money\.ts$/ },
  { name: /^(pg|@electric-sql\/pglite)($|\/)/, home: /^src\/kernel\/database/ },
];

/** By name, by key, by taking it apart, or by importing it. */
const ENVIRONMENT =
  /\bprocess (\? )?(\. env\b|(\. )?\[ 'env')|\{[^{};]*\benv\b[^{};]*\} (= process\b|from '(node:)?process')/;
/** sql`…` or sql<Row>`…` */
const SQL = /\bsql (<[^;`]*> )?``/;
const SQL_HOMES = /^src\/(kernel|adapters|jobs)\/|\/([\w-]+-)?store\.ts$/;

/** Every breach of the import rules in the files of src, as a sentence that names file and rule. */
export function breaches(tree: Tree): string[] {
  const found: string[] = [];
  for (const [file, source] of tree) {
    const code = plainCode(source);
    const say = (complaint: string) => found.push(`${file} ${complaint}`);
    if (basename(file) === 'index.ts') say('is a barrel: name the file that defines a thing');
    if (!WIRING.has(roomOf(file)) && !ROOMS[roomOf(file)]) say('stands in no known room');
    if (/^src\/modules\//.test(file) && rowOf(file) < 0)
      say('belongs to a module without a place in the order');
    for (const wanted of importsOf(source)) {
      const complaint = refusal(file, wanted);
      if (complaint) say(`imports ${wanted.target}: ${complaint}`);
    }
    if (ENVIRONMENT.test(code) && file !== 'src/config.ts')
      say('reads process.env, which config.ts alone does');
    if (SQL.test(code) && !SQL_HOMES.test(file)) say('holds SQL, which belongs in a store.ts');
  }
  return [...found, ...importCycles(tree)];
}

function refusal(file: string, wanted: Import): string | undefined {
  const target = resolveImport(file, wanted.target);
  if (!target) {
    const misplaced = PACKAGES.some(({ name, home }) => name.test(wanted.target) && !home.test(file));
    return misplaced ? 'that package has one home' : undefined;
  }
  if (target === 'package.json') return undefined;
  if (!target.startsWith('src/')) return 'outside src';
  const [from, to] = [roomOf(file), roomOf(target)];
  if (WIRING.has(from) || !ROOMS[from]) return undefined; // A file in no room is told once, not per import.
  if (to === 'config.ts') {
    if (from === 'domain') return 'domain imports nothing';
    return wanted.typeOnly ? undefined : 'only the wiring takes more than types from config.ts';
  }
  if (from !== to) return ROOMS[from]?.includes(to) ? undefined : `${from} may not know ${to}`;
  const [own, other] = [placeOf(file), placeOf(target)];
  if (own === other) return undefined;
  if (from === 'surfaces' && other !== 'http') return `the surface ${own} may not know the surface ${other}`;
  if (from === 'modules' && rowOf(target) >= rowOf(file)) return `${own} does not come after ${other}`;
  return undefined;
}

/** `kernel` of src/kernel/ids.ts, `main.ts` of src/main.ts. */
function roomOf(file: string): string {
  return file.split('/')[1] ?? '';
}

/** The module or surface within a room: `invoices` of src/modules/invoices/store.ts. */
function placeOf(file: string): string {
  return file.split('/')[2]?.replace(/\.ts$/, '') ?? '';
}

function rowOf(file: string): number {
  return MODULES.findIndex((row) => row.includes(placeOf(file)));
}

/** At least one ring of every knot. Types count too: files that need each other to be read belong together. */
export function importCycles(tree: Tree): string[] {
  const rings = new Set<string>();
  const done = new Set<string>();
  const visit = (file: string, path: string[]) => {
    const start = path.indexOf(file);
    if (start >= 0) rings.add(`${[...path.slice(start), file].join(' → ')} is a ring of imports`);
    if (start >= 0 || done.has(file)) return;
    for (const { target } of importsOf(tree.get(file) ?? '')) {
      const next = resolveImport(file, target);
      if (next && tree.has(next)) visit(next, [...path, file]);
    }
    done.add(file);
  };
  for (const file of tree.keys()) visit(file, []);
  return [...rings];
}
