import { createHash } from 'node:crypto';
import { OperatorError } from '../../kernel/node/operator-error.ts';
import { ZipFile } from '../../kernel/node/zip-file.ts';
import { EXPORTED, type ExportedTable, exportedColumns } from './exported-tables-store.ts';
import { FORMAT, FORMAT_VERSION, type Manifest, manifestSchema, rowsPath } from './manifest.ts';

const MAX_MANIFEST = 512 * 1024 * 1024;
/** The longest row is a cost with its e-invoice, or a file. */
const MAX_VALUE = 128 * 1024 * 1024;
/** Rows are numbered by sequences that all accounts share: a file must not use them up. */
const MAX_ID = 2 ** 48;

/** An export on disk, checked as a whole before anything of it is used. */
export class AccountFile {
  readonly #zip: ZipFile;
  readonly manifest: Manifest;
  /** The highest id of each table. */
  readonly highestIds = new Map<string, number>();
  readonly #files: ReadonlyMap<string, Manifest['files'][number]>;

  private constructor(zip: ZipFile, manifest: Manifest) {
    this.#zip = zip;
    this.manifest = manifest;
    this.#files = new Map(manifest.files.map((file) => [file.path, file]));
  }

  /** `schema`: the last migration that this build knows. */
  static async open(path: string, schema: number): Promise<AccountFile> {
    const zip = await ZipFile.open(path);
    try {
      const file = new AccountFile(zip, await readManifest(zip, schema));
      for (const { path: name } of file.manifest.files) await file.#verify(name);
      for (const exported of EXPORTED) await file.#checkRows(exported);
      return file;
    } catch (error) {
      await zip.close();
      throw error;
    }
  }

  close(): Promise<void> {
    return this.#zip.close();
  }

  /** The columns that the rows of a table have. */
  columnsOf({ kind }: ExportedTable): readonly string[] {
    return this.manifest.columns[kind] ?? [];
  }

  /** The rows of a table, a chunk of the file at a time. */
  async *rows({ kind }: ExportedTable): AsyncGenerator<string[]> {
    let rest = '';
    const decoder = new TextDecoder('utf-8', { fatal: true });
    for await (const chunk of this.#zip.read(rowsPath(kind))) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      if (rest.length > MAX_VALUE) refuse(`a row of ${rowsPath(kind)} is too long`);
      if (lines.length > 0) yield lines;
    }
    if (rest !== '') refuse(`${rowsPath(kind)} does not end with a line`);
  }

  /** The bytes of the file that a row names. */
  async bytes(path: string): Promise<Buffer> {
    const chunks: Buffer[] = [];
    for await (const chunk of this.#zip.read(path)) chunks.push(chunk);
    return Buffer.concat(chunks);
  }

  async #verify(path: string): Promise<void> {
    const expected = this.#files.get(path);
    const hash = createHash('sha256');
    let size = 0;
    for await (const chunk of this.#zip.read(path)) {
      hash.update(chunk);
      size += chunk.length;
    }
    if (size !== expected?.size || hash.digest('hex') !== expected.sha256)
      refuse(`${path} is not the file that manifest.json names`);
  }

  async #checkRows(exported: ExportedTable): Promise<void> {
    const { kind, table } = exported;
    const known = exportedColumns(exported);
    const columns = this.columnsOf(exported);
    const unknown = columns.find((column) => !known.includes(column));
    if (unknown !== undefined)
      refuse(`it has the column ${unknown} of ${kind}, which this build does not know`);
    const names = new Set(columns);
    let [rows, highest] = [0, 0];
    if (this.#files.has(rowsPath(kind)))
      for await (const lines of this.rows(exported))
        for (const line of lines) {
          const id = this.#checkRow(exported, line, names);
          highest = Math.max(highest, id);
          rows += 1;
        }
    if (rows !== (this.manifest.counts[kind] ?? 0))
      refuse(`${rowsPath(kind)} has ${rows} rows and not as many as manifest.json says`);
    this.highestIds.set(table.name, highest);
  }

  /** Returns its id, or 0. */
  #checkRow({ table, kind, file }: ExportedTable, line: string, names: ReadonlySet<string>): number {
    const found = parseRow(line);
    if (!found || Object.keys(found).some((column) => !names.has(column)))
      refuse(`${rowsPath(kind)} has a row that is no JSON object of its columns`);
    const path = file ? found[file.column] : null;
    if (
      path !== null &&
      (typeof path !== 'string' || !this.#files.has(path) || (this.#files.get(path)?.size ?? 0) > MAX_VALUE)
    )
      refuse(`${rowsPath(kind)} names a file that is not in the archive`);
    const id = table.columns.id?.source === 'identity' ? found.id : 0;
    if (typeof id !== 'number' || !Number.isInteger(id) || id < 0 || id > MAX_ID)
      refuse(`${rowsPath(kind)} has a row with the id ${String(id)}`);
    return id;
  }
}

function parseRow(line: string): Record<string, unknown> | null {
  try {
    const found: unknown = JSON.parse(line);
    return typeof found === 'object' && found !== null && !Array.isArray(found)
      ? (found as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

async function readManifest(zip: ZipFile, schema: number): Promise<Manifest> {
  if (!zip.has('manifest.json')) refuse('it has no manifest.json, so it is no export of an account');
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of zip.read('manifest.json')) {
    size += chunk.length;
    if (size > MAX_MANIFEST) refuse('its manifest.json is too long');
    chunks.push(chunk);
  }
  const parsed = manifestSchema.safeParse(parseRow(Buffer.concat(chunks).toString()));
  if (!parsed.success) refuse(`its manifest.json is not that of a ${FORMAT}`);
  const manifest = parsed.data;
  if (manifest.version !== FORMAT_VERSION)
    refuse(
      `it has version ${manifest.version} of the format, and this build reads version ${FORMAT_VERSION}`,
    );
  if (manifest.schema > schema)
    refuse(`it was made by a newer Kvitt (${manifest.kvitt}): import it with that or a later one`);
  return manifest;
}

function refuse(why: string): never {
  throw new OperatorError(`The export cannot be imported: ${why}. Nothing was changed.`);
}
