import type { JsonSchema } from '../../src/surfaces/http/wire/json-schema.ts';
import { type DescribedOperation, operations, schemas } from './described-operations.ts';
import { indent, objectText, typeText } from './type-text.ts';

const HEADER = '// Generated from the table of operations by scripts/generate.ts; do not edit.\n';

/** The table of operations that the client reads at run time. */
export function operationsFile(): string {
  const rows = operations.map(({ name, description }) => `  '${name}': ${JSON.stringify(description)},\n`);
  return `${HEADER}import type { OperationDescription } from '../operation.ts';

export const OPERATIONS = {
${rows.join('')}} as const satisfies Record<string, OperationDescription>;

export type OperationName = keyof typeof OPERATIONS;
`;
}

/** The types of the groups and their methods, and of the records that they refer to. */
export function typeFiles(): { groups: string; schemas: string } {
  const used = new Set<string>();
  const text = (schema: JsonSchema) => typeText(schema, (name) => used.add(name));
  const groups = groupsFile(text);
  const imported = [...used].sort();
  const records = schemasFile(used);
  const types = ['CallOptions', 'Rehearsal', 'Upload', 'WriteOptions', 'Written'].filter((name) =>
    new RegExp(`\\b${name}\\b`).test(groups),
  );
  return {
    groups: `${HEADER}import type { ${types.join(', ')} } from '../operation.ts';
import type { RecordList } from '../record-list.ts';
import type {
${imported.map((name) => `  ${name},\n`).join('')}} from './schemas.ts';
${groups}`,
    schemas: records,
  };
}

type TypeText = (schema: JsonSchema) => string;

function groupsFile(text: TypeText): string {
  const groups = [...Map.groupBy(operations, ({ description }) => description.group)];
  const interfaces = groups.map(([group, its]) => interfaceText(group, its, text));
  // The events of the account are followed by calling `events`, so its group is not a property of its own.
  const own = groups.filter(([group]) => group !== 'events');
  const isMissing = own.length === groups.length;
  return `${interfaces.join('')}${isMissing ? '\nexport type EventsGroup = object;\n' : ''}
/** The groups of the client. */
export abstract class OperationGroups {
${own.map(([group, [one]]) => `  /** ${sectionOf(one)} */\n  readonly ${group}: ${typeName(group)};\n`).join('')}
  constructor(group: (name: string) => object) {
${own.map(([group]) => `    this.${group} = group('${group}') as ${typeName(group)};\n`).join('')}  }
}
`;
}

function sectionOf(one: DescribedOperation | undefined): string {
  return one?.call.tags[0] ?? '';
}

function typeName(group: string): string {
  return `${group.charAt(0).toUpperCase()}${group.slice(1)}Group`;
}

function interfaceText(group: string, its: readonly DescribedOperation[], text: TypeText): string {
  const methods = its.map((one) => {
    const { name, description, call } = one;
    const { method, formerMethod } = description;
    const about = `/** \`${name}\`: ${call.summary.replaceAll('*/', '* /')} */\n`;
    const former = `/** @deprecated Use \`${method}\`. */\n`;
    return indent(
      signatures(one, text)
        .flatMap((signature) => [
          `${about}${method}${signature};\n`,
          ...(formerMethod ? [`${former}${formerMethod}${signature};\n`] : []),
        ])
        .join(''),
    );
  });
  return `\nexport interface ${typeName(group)} {\n${methods.join('')}}\n`;
}

function signatures(one: DescribedOperation, text: TypeText): string[] {
  const { description, fields } = one;
  const returns = returnText(one, text);
  const options = `options?: ${description.kind === 'write' ? 'WriteOptions' : 'CallOptions'}`;
  const { data } = fields.properties ?? {};
  if (data && description.input === 'data') return [`(body: ${text(data)}, ${options}): ${returns}`];
  if (data && description.input === 'change') {
    const mark = fields.required?.includes('data') ? '' : '?';
    const changes = text(data);
    return [
      `(guid: string, changes${mark}: ${changes}, ${options}): ${returns}`,
      `(input: { guid: string } & ${mark ? `Partial<${changes}>` : `(${changes})`}, ${options}): ${returns}`,
    ];
  }
  return [`(${inputText(one, text)}${options}): ${returns}`];
}

/** The input of an operation with plain fields; nothing where there are none. */
function inputText({ description, fields }: DescribedOperation, text: TypeText): string {
  const { aliases = {}, takesGuid } = description;
  const { properties = {}, required = [] } = fields;
  const short = Object.entries(aliases).map(([name, field]) => [
    name,
    { ...properties[field], description: `Short for ${field}` },
  ]);
  const paged = description.paging === 'page' ? describePages(properties) : {};
  const all = { ...fields, properties: { ...properties, ...paged, ...Object.fromEntries(short) } };
  if (Object.keys(all.properties).length === 0) return 'input?: object, ';
  const record = objectText(all, text);
  if (takesGuid && required.every((name) => name === 'guid')) return `input: string | ${record}, `;
  return `input${required.length > 0 ? '' : '?'}: ${record}, `;
}

/** The client reads a list to its end, so the fields of a page mean something else than on the wire. */
function describePages({ limit, page }: Record<string, JsonSchema>): Record<string, JsonSchema> {
  return {
    limit: { ...limit, description: 'Records in a page, 100 when left out; the list goes on to its end' },
    page: { ...page, description: 'The page to begin with' },
  };
}

function returnText({ description, answer }: DescribedOperation, text: TypeText): string {
  const { status: _status, message: _message, result, ...beside } = answer.properties ?? {};
  const { kind, paging } = description;
  if (kind === 'file') return 'Promise<Uint8Array<ArrayBuffer>>';
  if (kind === 'list' && paging === 'page') return `RecordList<${text(result?.items ?? {})}>`;
  if (kind === 'list' || kind === 'write') {
    const written = kind === 'write' ? `Written<${text(result ?? { type: 'null' })}>` : '';
    const others = { properties: kind === 'write' ? beside : { result: result ?? {}, ...beside } };
    const more = Object.keys(others.properties).length > 0 ? objectText({ ...answer, ...others }, text) : '';
    return `Promise<${[written, more].filter(Boolean).join(' & ')}>`;
  }
  return `Promise<${result ? text(result) : objectText({ ...answer, properties: beside }, text)}>`;
}

/** The components that the methods use, and those that these refer to. */
function schemasFile(used: ReadonlySet<string>): string {
  const done = new Map<string, string>();
  const add = (name: string): void => {
    if (done.has(name)) return;
    done.set(name, '');
    const schema = schemas[name] ?? {};
    const within = (inner: JsonSchema) => typeText(inner, add);
    const about = schema.description ? `/** ${schema.description} */\n` : '';
    const isObject = schema.properties && !schema.oneOf;
    const body = isObject ? objectText(schema, within) : `${within(schema)};`;
    done.set(name, `\n${about}export ${isObject ? `interface ${name} ` : `type ${name} = `}${body}\n`);
  };
  for (const name of [...used].sort()) add(name);
  return (
    HEADER +
    [...done]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, text]) => text)
      .join('')
  );
}
