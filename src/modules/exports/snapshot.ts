import { once } from 'node:events';
import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Database, Transaction } from '../../kernel/database/database.ts';
import { readSchemaVersion } from '../../kernel/database/schema-version.ts';
import { EXPORTED, type ExportedTable } from './exported-tables-store.ts';
import { exportedRows, findKeys, readSnapshot } from './snapshot-store.ts';

/** A file that a row has, by the key of the row. */
export interface FileOfRow {
  kind: string;
  path: string;
  key: string;
}

const FILE_LIST = 'files of rows';

/**
 * The rows of an account as of one moment, in a temporary folder: a transaction that lasted until they are sent would hold up
 * the embedded database, which has one session. The bytes of files never change, and are read later.
 */
export class Snapshot {
  readonly #folder: string;
  readonly counts: Record<string, number> = {};
  schema = 0;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  static async take(db: Database, accountId: number): Promise<Snapshot> {
    const snapshot = new Snapshot(mkdtempSync(join(tmpdir(), 'kvitt-export-')));
    try {
      await readSnapshot(db, async (tx) => {
        snapshot.schema = await readSchemaVersion(tx);
        await snapshot.#write(tx, accountId);
      });
      return snapshot;
    } catch (error) {
      snapshot.remove();
      throw error;
    }
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  rowsOf(kind: string): AsyncIterable<Buffer> {
    return createReadStream(this.#pathOf(kind));
  }

  linesOf(kind: string): AsyncIterable<string> {
    return createInterface({ input: createReadStream(this.#pathOf(kind)), crlfDelay: Infinity });
  }

  async *files(): AsyncGenerator<FileOfRow> {
    for await (const line of this.linesOf(FILE_LIST)) yield JSON.parse(line) as FileOfRow;
  }

  #pathOf(name: string): string {
    return join(this.#folder, name);
  }

  async #write(tx: Transaction, accountId: number): Promise<void> {
    const keys = await findKeys(tx, EXPORTED);
    await this.#file(FILE_LIST, async (writeFile) => {
      for (const exported of EXPORTED)
        await this.#file(exported.kind, (write) =>
          this.#writeTable(
            { tx, accountId, exported, key: keys.get(exported.table.name) ?? [] },
            write,
            writeFile,
          ),
        );
    });
  }

  async #writeTable(
    { tx, accountId, exported, key }: TableOrder,
    write: WriteLines,
    writeFile: WriteLines,
  ): Promise<void> {
    const { kind } = exported;
    this.counts[kind] = 0;
    for await (const batch of exportedRows(tx, accountId, exported, key)) {
      this.counts[kind] += batch.length;
      await write(batch.map(({ line }) => line));
      const files = batch.filter(({ path }) => path !== '');
      await writeFile(files.map((row) => JSON.stringify({ kind, path: row.path, key: row.key })));
    }
  }

  async #file(name: string, fill: (write: WriteLines) => Promise<void>): Promise<void> {
    const sink = createWriteStream(this.#pathOf(name), { mode: 0o600 });
    const failed = once(sink, 'error').then(([error]) => Promise.reject(error));
    failed.catch(() => {});
    const write: WriteLines = async (lines) => {
      if (lines.length > 0 && !sink.write(`${lines.join('\n')}\n`))
        await Promise.race([once(sink, 'drain'), failed]);
    };
    await fill(write);
    sink.end();
    await Promise.race([once(sink, 'finish'), failed]);
  }
}

type WriteLines = (lines: readonly string[]) => Promise<void>;

interface TableOrder {
  tx: Transaction;
  accountId: number;
  exported: ExportedTable;
  key: readonly string[];
}
