import { groups } from '../../src/commands/client/reference.ts';
import { SCOPES } from '../../src/kernel/access/scopes.ts';
import { EVENTS } from '../../src/kernel/events/catalogue.ts';
import { failureCodes } from '../../src/kernel/failures/failure.ts';
import type { JsonSchema } from '../../src/surfaces/http/wire/json-schema.ts';
import { toDescription, toolsFor } from '../../src/surfaces/mcp/tools/all-tools.ts';

/**
 * The names that programs of others use and that no generated file records: of each subject in a line its words. A field
 * is written with its type, and with an exclamation mark where it must be sent or is always there: `amount:number!`.
 */
export function outsideNames(): Map<string, string[]> {
  return new Map([
    ...toolsFor(SCOPES)
      .map(toDescription)
      .flatMap(({ name, inputSchema, outputSchema }): [string, string[]][] => [
        [`tool ${name}`, fieldWords(inputSchema)],
        [`answer of ${name}`, fieldWords(outputSchema)],
      ]),
    ...Object.entries(EVENTS).map(([type, { data }]): [string, string[]] => [
      `event ${type}`,
      Object.keys(data.shape),
    ]),
    ...[...groups].map(([group, its]): [string, string[]] => [
      `kvitt ${group}`,
      its.flatMap(({ method, description: { formerMethod } }) => [
        method,
        ...(formerMethod ? [formerMethod] : []),
      ]),
    ]),
    ['codes', failureCodes().map(({ code, kind }) => `${code}:${kind}`)],
    ['scopes', [...SCOPES]],
  ]);
}

/** `items.qty:number` for a field of a record in a list, and `by=month` for a value that is listed. */
function fieldWords({ properties = {}, required = [] }: JsonSchema, path = ''): string[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const field = `${path}${name}`;
    const type = [schema.type ?? 'any'].flat().join('|');
    return [
      `${field}:${type}${required.includes(name) ? '!' : ''}`,
      ...(schema.enum ?? []).map((value) => `${field}=${value}`),
      ...fieldWords(schema.items ?? schema, `${field}.`),
    ];
  });
}

export function renderNames(names: ReadonlyMap<string, readonly string[]>): string {
  return [...names].map(([name, words]) => `${[name, '=', ...words].join(' ')}\n`).join('');
}

export function parseNames(text: string): Map<string, string[]> {
  return new Map(
    text
      .trimEnd()
      .split('\n')
      .map((line) => {
        const [name = '', words = ''] = line.split(/ = ?/);
        return [name, words.split(' ').filter(Boolean)];
      }),
  );
}

if (import.meta.main) process.stdout.write(renderNames(outsideNames()));
