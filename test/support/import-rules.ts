import { basename } from 'node:path/posix';
import { type Import, importsOf, resolveImport } from './imports.ts';
import { plainCode } from './tokens.ts';
import type { Tree } from './tree.ts';

/** Which folders of src each folder may import from, besides itself. */
const ALLOWED_FOLDERS: Record<string, string[]> = {
  domain: [],
  kernel: ['domain'],
  rendering: ['domain'],
  modules: ['rendering', 'kernel', 'domain'],
  adapters: ['kernel', 'domain'],
  jobs: ['modules', 'rendering', 'kernel', 'domain'],
  surfaces: ['modules', 'kernel', 'domain'],
  'secret-file.ts': ['domain'],
  'outside-config.ts': ['domain'],
  'config.ts': ['secret-file.ts', 'outside-config.ts', 'domain'],
};

/** The files that connect the folders, and may import all of them. */
const WIRING = new Set([
  'main.ts',
  'service.ts',
  'reference.ts',
  'adapters.ts',
  'system-tables.ts',
  'commands',
]);

/** A module may import the modules of earlier rows. */
export const MODULES = [
  ['accounts'],
  ['people'],
  ['agents', 'bookkeeping', 'events', 'preferences'],
  ['webhooks'],
  ['customers', 'items'],
  ['costs', 'tasks'],
  ['invoices'],
  ['payments'],
  ['claims', 'deliveries', 'bank'],
  ['questions'],
  ['sales-documents'],
  ['recurring'],
  ['product-sales'],
  ['stored-calls'],
  ['reports', 'vat'],
  ['journal'],
  ['notifications'],
  ['imports'],
  ['exports'],
];

/** The same for what stands inside of a folder: a folder or file may import those of earlier rows. */
const ROOMS: Record<string, string[][]> = {
  'console/src/ui': [['elements'], ['forms'], ['dialogs'], ['lists', 'bulk'], ['records']],
  'src/domain': [
    ['strings'],
    ['values', 'files', 'service'],
    ['texts', 'invoices', 'vat'],
    ['credit', 'payments', 'bank', 'costs', 'receipts', 'sales', 'tasks', 'access'],
    ['journal', 'imports'],
  ],
  'src/kernel': [
    ['node', 'access', 'failures'],
    ['database', 'fields'],
    ['security', 'effects', 'events'],
    ['ports', 'backup'],
    ['operations'],
    ['write', 'jobs'],
    ['execute.ts'],
  ],
  'src/modules/invoices': [
    ['records'],
    ['files', 'numbers', 'overdue', 'sums'],
    ['read', 'renditions', 'plan'],
    ['save'],
    ['accounting', 'credit', 'imports', 'public'],
    ['issue'],
  ],
  'src/modules/reports': [['figures'], ['overview', 'statements'], ['timeline']],
  'src/surfaces/http': [['request', 'styles'], ['callers', 'pages', 'wire'], ['answers'], ['server']],
  'src/surfaces/mcp': [
    ['input'],
    ['call'],
    ['tools'],
    ['resources', 'run'],
    ['server', 'llms-text.ts'],
    ['surface.ts'],
  ],
  'src/surfaces/openapi': [['schema'], ['document'], ['page'], ['surface.ts']],
};

const PACKAGES: { name: RegExp; home: RegExp }[] = [
  { name: /^big\.js$/, home: /^src\/domain\/values\/money\.ts$/ },
  { name: /^(pg|@electric-sql\/pglite)($|\/)/, home: /^src\/kernel\/database/ },
];

/** Matches process.env by property, by key, by destructuring and by import. */
const ENVIRONMENT =
  /\bprocess (\? )?(\. env\b|(\. )?\[ 'env')|\{[^{};]*\benv\b[^{};]*\} (= process\b|from '(node:)?process')/;
/** sql`…` or sql<Row>`…` */
const SQL = /\bsql (<[^;`]*> )?``/;
const SQL_FILES = /^src\/(kernel|adapters|jobs)\/|\/([\w-]+-)?store\.ts$/;

/** Every breach of the import rules in the files of src, as a sentence that names file and rule. */
export function importBreaches(tree: Tree): string[] {
  const found: string[] = [];
  for (const [file, source] of tree) {
    const code = plainCode(source);
    const report = (breach: string) => found.push(`${file} ${breach}`);
    if (basename(file) === 'index.ts') report('is a barrel: import the defining file instead');
    if (!WIRING.has(folderOf(file)) && !ALLOWED_FOLDERS[folderOf(file)]) report('is in no known folder');
    if (/^src\/modules\//.test(file) && rowOf(file) < 0)
      report('belongs to a module without a place in the order');
    const roomless = folderWithoutRoom(file);
    if (roomless) report(`has no place in the order of ${roomless}`);
    for (const imported of importsOf(source)) {
      const breach = explainBreach(file, imported);
      if (breach) report(`imports ${imported.target}: ${breach}`);
    }
    if (ENVIRONMENT.test(code) && file !== 'src/config.ts')
      report('reads process.env, which config.ts alone does');
    if (SQL.test(code) && !SQL_FILES.test(file)) report('holds SQL, which belongs in a store.ts');
  }
  return [...found, ...importCycles(tree)];
}

function explainBreach(file: string, imported: Import): string | undefined {
  const target = resolveImport(file, imported.target);
  if (!target) {
    const misplaced = PACKAGES.some(({ name, home }) => name.test(imported.target) && !home.test(file));
    return misplaced ? 'that package may be imported only in its own file or folder' : undefined;
  }
  if (target === 'package.json') return undefined;
  // The command line is a client of the service, written on the package that is published.
  if (target.startsWith('sdk/src/') && file.startsWith('src/commands/client/')) return undefined;
  if (!target.startsWith('src/')) return 'outside src';
  const [from, to] = [folderOf(file), folderOf(target)];
  if (WIRING.has(from) || !ALLOWED_FOLDERS[from]) return undefined; // A file in no known folder is reported once, not for each import.
  if (to === 'config.ts') {
    if (from === 'domain') return 'domain imports nothing';
    return imported.typeOnly ? undefined : 'only the wiring takes more than types from config.ts';
  }
  if (from !== to) return ALLOWED_FOLDERS[from]?.includes(to) ? undefined : `${from} may not import ${to}`;
  const [own, other] = [subfolderOf(file), subfolderOf(target)];
  if (own === other) return explainRoomBreach(file, target);
  if (from === 'surfaces' && other !== 'http')
    return `the surface ${own} may not import the surface ${other}`;
  if (from === 'modules' && rowOf(target) >= rowOf(file)) return `${own} does not come after ${other}`;
  return explainRoomBreach(file, target);
}

/** The folder with an order in which the file has no place. */
export function folderWithoutRoom(file: string): string | undefined {
  return Object.keys(ROOMS).find(
    (folder) => file.startsWith(`${folder}/`) && rowOfRoom(folder, file) === undefined,
  );
}

function roomOf(folder: string, file: string): string {
  return file.slice(folder.length + 1).split('/')[0] ?? '';
}

function rowOfRoom(folder: string, file: string): number | undefined {
  const row = ROOMS[folder]?.findIndex((rooms) => rooms.includes(roomOf(folder, file)));
  return row === -1 ? undefined : row;
}

/** Reports an import between two rooms of a folder that has an order, if it does not go to an earlier row. */
export function explainRoomBreach(file: string, target: string): string | undefined {
  const folder = Object.keys(ROOMS).find((one) => [file, target].every((path) => path.startsWith(`${one}/`)));
  if (!folder) return undefined;
  const [own, other] = [roomOf(folder, file), roomOf(folder, target)];
  const [row, earlier] = [rowOfRoom(folder, file), rowOfRoom(folder, target)];
  if (own === other || row === undefined || earlier === undefined || earlier < row) return undefined;
  return `${own} does not come after ${other} in ${folder}`;
}

/** `kernel` of src/kernel/node/ids.ts, `main.ts` of src/main.ts. */
function folderOf(file: string): string {
  return file.split('/')[1] ?? '';
}

/** The module or surface within a folder: `invoices` of src/modules/invoices/store.ts. */
function subfolderOf(file: string): string {
  return file.split('/')[2]?.replace(/\.ts$/, '') ?? '';
}

function rowOf(file: string): number {
  return MODULES.findIndex((row) => row.includes(subfolderOf(file)));
}

/** Finds at least one cycle of each strongly connected group. Type imports count as well. */
export function importCycles(tree: Tree): string[] {
  const cycles = new Set<string>();
  const done = new Set<string>();
  const visit = (file: string, path: string[]) => {
    const start = path.indexOf(file);
    if (start >= 0) cycles.add(`${[...path.slice(start), file].join(' → ')} is an import cycle`);
    if (start >= 0 || done.has(file)) return;
    for (const { target } of importsOf(tree.get(file) ?? '')) {
      const next = resolveImport(file, target);
      if (next && tree.has(next)) visit(next, [...path, file]);
    }
    done.add(file);
  };
  for (const file of tree.keys()) visit(file, []);
  return [...cycles];
}
