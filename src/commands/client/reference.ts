import { OPERATIONS } from '../../../sdk/src/generated/operations.ts';
import type { OperationDescription } from '../../../sdk/src/operation.ts';
import described from './reference.json' with { type: 'json' };

/** A field of an operation, as an option of the command line. */
export interface CommandField {
  name: string;
  kind: 'text' | 'flag' | 'list' | 'record' | 'file';
  isRequired: boolean;
  about: string;
  values: readonly string[];
  format?: string | undefined;
  /** Bounds of an integer. */
  min?: number | undefined;
  max?: number | undefined;
}

/** An operation with everything that its command needs. */
export interface CommandOperation {
  /** As in `kvitt call`: `create-invoice`. */
  name: string;
  /** As typed after `kvitt`: `invoices`, `create`. */
  group: string;
  method: string;
  description: OperationDescription;
  summary: string;
  fields: readonly CommandField[];
  /** Fields of the record that is sent in `data`. */
  recordFields: readonly CommandField[];
  example: unknown;
}

interface SentField {
  name: string;
  kind: string;
  required?: boolean;
  about?: string;
  values?: string[];
  format?: string;
  min?: number;
  max?: number;
}

const references: Record<
  string,
  { summary: string; fields: SentField[]; record?: string; example?: unknown }
> = described.operations;
const records: Record<string, SentField[]> = described.records;

export const operations: readonly CommandOperation[] = Object.entries(OPERATIONS).map(
  ([name, description]: [string, OperationDescription]) => {
    const { summary = '', fields = [], record, example } = references[name] ?? {};
    return {
      name,
      description,
      summary,
      example,
      group: kebabCase(description.group),
      method: kebabCase(description.method),
      fields: [...fields.map(toField), ...aliasFields(description, fields)],
      recordFields: record ? (records[record] ?? []).map(toField) : [],
    };
  },
);

export const groups: ReadonlyMap<string, readonly CommandOperation[]> = Map.groupBy(
  operations,
  ({ group }) => group,
);

function toField({ kind, required = false, about = '', values = [], ...more }: SentField): CommandField {
  return { ...more, kind: kind as CommandField['kind'], isRequired: required, about, values };
}

function aliasFields({ aliases = {} }: OperationDescription, fields: readonly SentField[]): CommandField[] {
  return Object.entries(aliases).map(([name, meant]) => {
    const { values, format } = fields.find((field) => field.name === meant) ?? {};
    const about = `The same as --${kebabCase(meant)}`;
    return toField({ name, kind: 'text', about, ...(values && { values }), ...(format && { format }) });
  });
}

/** `outputSelect` and `output_select` are typed as `output-select`. */
export function kebabCase(name: string): string {
  return name.replaceAll('_', '-').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Whether the first word after the command is a file to send: `kvitt bank import statement.csv`. */
export function takesFile({ fields, description }: CommandOperation): boolean {
  return !description.takesGuid && fields.some(({ kind, name }) => kind === 'file' && name === 'file');
}
