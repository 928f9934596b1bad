import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { hasToken } from './connection.ts';
import { type CommandField, type CommandOperation, kebabCase, takesFile } from './reference.ts';
import { EXAMPLE_GUID, findProblem, NUMERIC_ID, UUID } from './typed-values.ts';
import { UsageError } from './usage-error.ts';

type Fields = Record<string, unknown>;

/** A call as it was typed. */
export interface TypedCall {
  input: Fields;
  isJson: boolean;
  dryRun: boolean;
  idempotencyKey: string | undefined;
  /** File to write a downloaded file to. */
  output: string | undefined;
}

const COMMON = {
  json: { type: 'boolean' },
  'dry-run': { type: 'boolean' },
  'idempotency-key': { type: 'string' },
  data: { type: 'string' },
  file: { type: 'string' },
  output: { type: 'string', short: 'o' },
} as const;

/** Reads the options of an operation into its input. */
export async function parseCall(operation: CommandOperation, args: string[]): Promise<TypedCall> {
  const command = `${operation.group} ${operation.method}`;
  const fields = [...operation.fields, ...operation.recordFields];
  const byOption = new Map(fields.flatMap((field) => optionNames(field).map((name) => [name, field])));
  const { values, positionals } = parseTyped(args, byOption, command);
  const { json, 'dry-run': dryRun, 'idempotency-key': key, data, file, output, ...options } = values;
  if (dryRun && operation.description.kind !== 'write')
    throw new UsageError('--dry-run is for commands that write; this one only reads.', command);
  const typedFile = file ?? (takesFile(operation) ? positionals.shift() : undefined);
  const sent = await readInput(operation, { data, file: typedFile }, command);
  const guid = guidOf(operation, positionals, command);
  for (const [option, value] of Object.entries(options)) {
    const field = byOption.get(option);
    if (field) placeField(operation, sent, field, parseValue(operation, field, String(value), command));
  }
  const input = { ...sent, ...guid };
  requireFields(operation, input, command);
  return {
    input,
    isJson: json === true,
    dryRun: dryRun === true,
    idempotencyKey: typeof key === 'string' ? key : undefined,
    output: typeof output === 'string' ? output : undefined,
  };
}

/** `--from-date` and `--from_date`, because the reference of the API has the second. */
function optionNames({ name }: CommandField): string[] {
  return [...new Set([kebabCase(name), name])].filter((option) => !(option in COMMON));
}

function parseTyped(
  args: string[],
  byOption: ReadonlyMap<string, CommandField>,
  command: string,
): { values: Record<string, string | boolean | undefined>; positionals: string[] } {
  const options = Object.fromEntries([...byOption.keys()].map((name) => [name, { type: 'string' } as const]));
  try {
    return parseArgs({
      args: withFlagValues(args, byOption),
      options: { ...options, ...COMMON },
      allowPositionals: true,
    }) as ReturnType<typeof parseTyped>;
  } catch (error) {
    throw new UsageError((error as Error).message, command);
  }
}

/** A flag may be typed without a value: `--mark-paid` means `--mark-paid=true`. */
function withFlagValues(args: string[], byOption: ReadonlyMap<string, CommandField>): string[] {
  return args.map((arg, at) => {
    const next = args[at + 1];
    const isFlag = arg.startsWith('--') && byOption.get(arg.slice(2))?.kind === 'flag';
    return isFlag && (next === undefined || next.startsWith('-')) ? `${arg}=true` : arg;
  });
}

function guidOf(operation: CommandOperation, positionals: string[], command: string): Fields {
  const { description, group, method } = operation;
  const [guid, ...rest] = positionals;
  if (guid === undefined) return {};
  if (!description.takesGuid || rest.length > 0)
    throw new UsageError(`kvitt ${group} ${method} does not take "${rest[0] ?? guid}".`, command);
  if (!UUID.test(guid) && !isNumericId(operation, guid))
    throw new UsageError(`"${guid}" is no GUID, such as ${EXAMPLE_GUID}.`, command);
  return { guid };
}

/** The agent API, which tokens call, takes the numeric id of some records instead of their guid. */
function isNumericId({ description }: CommandOperation, value: string): boolean {
  return description.agent?.takesId === true && NUMERIC_ID.test(value) && hasToken();
}

/** What every call needs is asked for before one is made. What a record needs depends on its other fields. */
function requireFields({ fields, description }: CommandOperation, input: Fields, command: string): void {
  const missing = fields.find(({ name, isRequired }) => isRequired && input[name] === undefined);
  if (!missing) return;
  const { name, about } = missing;
  if (name === 'guid' && description.takesGuid)
    throw new UsageError(`Add the GUID: kvitt ${command} ${EXAMPLE_GUID}.`, command);
  throw new UsageError(`--${kebabCase(name)} is required${about && `: ${about}`}.`, command);
}

/** The record or fields of --data or --file; a file that is no JSON is one to send. */
async function readInput(
  operation: CommandOperation,
  { data, file }: { data?: unknown; file?: unknown },
  command: string,
): Promise<Fields> {
  const uploads = operation.fields.some(({ kind, name }) => kind === 'file' && name === 'file');
  const isUpload = typeof file === 'string' && uploads && !/\.json$/i.test(file);
  if (data !== undefined && file !== undefined && !isUpload)
    throw new UsageError('Use --data or --file, not both.', command);
  const typed = typeof data === 'string' ? data : undefined;
  const json = typed ?? (typeof file === 'string' && !isUpload ? await readText(file, command) : undefined);
  const input =
    json === undefined ? {} : parseJson(json, typed === undefined ? String(file) : '--data', command);
  const record = unwrap(operation, input);
  return isUpload ? { ...record, file: readUpload(file, command) } : record;
}

/** Accepts the record itself, or `{"data": {…}}` as the API takes it. */
function unwrap({ description }: CommandOperation, input: Fields): Fields {
  const { data, ...beside } = input;
  const isRecord = typeof data === 'object' && data !== null;
  return description.input !== 'fields' && isRecord ? { ...(data as Fields), ...beside } : input;
}

function placeField(operation: CommandOperation, sent: Fields, field: CommandField, value: unknown): void {
  sent[operation.description.aliases?.[field.name] ?? field.name] = value;
}

function parseValue(
  operation: CommandOperation,
  field: CommandField,
  value: string,
  command: string,
): unknown {
  const option = `--${kebabCase(field.name)}`;
  if (field.kind === 'record') return parseJsonValue(value, option, command);
  if (field.kind === 'file') return readUpload(value, command);
  if (field.name === 'guid' && isNumericId(operation, value)) return value;
  const problem = value === '' ? undefined : findProblem(field, value);
  if (problem) throw new UsageError(`${option} must be ${problem}, not "${value}".`, command);
  return value;
}

async function readText(file: string, command: string): Promise<string> {
  if (file === '-') return text(process.stdin);
  return readBytes(file, command).toString();
}

function readUpload(file: string, command: string): File {
  return new File([new Uint8Array(readBytes(file, command))], basename(file));
}

function readBytes(file: string, command: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    const reason =
      (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'there is no such file' : String(error);
    throw new UsageError(`${file} cannot be read: ${reason}.`, command);
  }
}

function parseJson(json: string, source: string, command: string): Fields {
  const value = parseJsonValue(json, source, command);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields;
  throw new UsageError(`${source} must be a JSON object, such as {"name": "Jón"}.`, command);
}

function parseJsonValue(json: string, source: string, command: string): unknown {
  try {
    return JSON.parse(json.replace(/^\uFEFF/, ''));
  } catch {
    throw new UsageError(`${source} must be JSON, such as {"name": "Jón"}.`, command);
  }
}
