/** Writes the generated files of the client and of the command line. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { operationsFile, typeFiles } from './client-files.ts';
import { commandReference } from './command-reference.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** The text of every generated file by its path. */
export function generatedFiles(): Map<string, string> {
  const { groups, schemas } = typeFiles();
  return new Map([
    ['sdk/src/generated/operations.ts', operationsFile()],
    ['sdk/src/generated/groups.ts', groups],
    ['sdk/src/generated/schemas.ts', schemas],
    ['src/commands/client/reference.json', referenceFile()],
  ]);
}

/** JSON with one operation and one record per line, so that a change shows what it changes. */
function referenceFile(): string {
  const { operations, records } = commandReference();
  const lines = (entries: Record<string, unknown>) =>
    Object.entries(entries)
      .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)
      .join(',\n');
  return `{"operations":{\n${lines(operations)}\n},"records":{\n${lines(records)}\n}}\n`;
}

/** The generated files whose text is not what the table of operations says. */
export function staleFiles(): string[] {
  return [...generatedFiles()].filter(([path, text]) => readText(path) !== text).map(([path]) => path);
}

function readText(path: string): string | null {
  try {
    return readFileSync(join(ROOT, path), 'utf8');
  } catch {
    return null;
  }
}

if (import.meta.main) {
  for (const [path, text] of generatedFiles()) {
    const file = join(ROOT, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    console.log(relative(process.cwd(), file));
  }
}
