import { existsSync, readFileSync } from 'node:fs';
import type { LoggedStatement } from '../statement-log.ts';

/** Statements that only one of the databases is ever sent, and why. */
const ONE_DATABASE: { is: RegExp; kind: LoggedStatement['kind']; why: string }[] = [
  {
    is: /^select 1$/,
    kind: 'postgres',
    why: 'asks whether the server answers; the embedded engine reports it',
  },
  { is: /from pg_stat_activity/, kind: 'postgres', why: 'counts the other nodes on the database' },
  {
    is: /^\s*update jobs set locked_until = null/,
    kind: 'embedded',
    why: 'releases the leases of the only node, which has just started',
  },
  { is: /from pg_stat_all_tables/, kind: 'embedded', why: 'upkeep; a server has its autovacuum' },
  { is: /from pg_control_checkpoint/, kind: 'embedded', why: 'upkeep; a server has its checkpointer' },
  { is: /^checkpoint$/, kind: 'embedded', why: 'upkeep; a server has its checkpointer' },
  { is: /^(vacuum|analyze) /, kind: 'embedded', why: 'upkeep; a server has its autovacuum' },
  {
    is: /^(set|reset) statement_timeout|^(create|drop) index concurrently/,
    kind: 'postgres',
    why: 'migrations without a transaction; those of the embedded template are not recorded yet',
  },
  {
    is: /^alter table \w+ ((drop|add) constraint|(disable|enable) trigger)|^insert into \w+ \(.*\) overriding system value select \(r ->>|^declare backup |^analyze access_tokens|^lock table accounts|^delete from schema_migrations|^select (setval|pg_advisory_xact_lock)\(|^select quote_ident\(c\.relname\)|^select to_regclass\('schema_migrations'\) is not null as migrated|^select account_id from accounts limit 1/,
    kind: 'postgres',
    why: 'generated from the catalogue by backup and restore; those of the embedded database are not recorded yet',
  },
];

/** The statements of each test file, by the path of the file. */
export type StatementLog = Map<string, LoggedStatement[]>;

export function readStatements(path: string): LoggedStatement[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n');
  // A node that was killed may have left half a line.
  return lines.slice(0, -1).map((line) => JSON.parse(line));
}

/** What proves that the two databases were not sent the same statements; empty when they were. */
export function differences(log: StatementLog, exceptions = ONE_DATABASE): string[] {
  const files = { embedded: new Map<string, string>(), postgres: new Map<string, string>() };
  for (const [file, statements] of log)
    for (const { kind, text } of statements)
      for (const part of comparable(text)) if (!files[kind].has(part)) files[kind].set(part, file);
  const found: string[] = [];
  const used = new Set<object>();
  for (const [kind, other] of [
    ['embedded', 'postgres'],
    ['postgres', 'embedded'],
  ] as const) {
    for (const [text, file] of files[kind]) {
      if (files[other].has(text)) continue;
      const exception = exceptions.find((one) => one.kind === kind && one.is.test(text));
      if (exception) used.add(exception);
      else
        found.push(
          `${file} executed on ${kind} a statement that no file executed on ${other}: ${shorten(text)}`,
        );
    }
  }
  const unused = exceptions.filter((one) => !used.has(one));
  return [...found, ...unused.map(({ is }) => `no statement needs the exception ${is}`)];
}

/**
 * A statement as it is compared: without the numbers of its parameters, and apart from the step by which the kernel
 * remembers the answer under an Idempotency-Key. The kernel adds that step, always in the same words, to any write.
 */
function comparable(text: string): string[] {
  const plain = text.replace(/\$\d+/g, '$').replace(/\s+/g, ' ').trim();
  const [step] =
    /, remembered as \( insert into idempotency_keys .*? from answer, audited\)/.exec(plain) ?? [];
  return step ? [plain.replace(step, '').replace(/\s+/g, ' '), step] : [plain];
}

function shorten(text: string): string {
  return text.slice(0, 600);
}
