import type { JsonSchema } from '../../src/surfaces/http/wire/json-schema.ts';
import { exampleFields } from '../../src/surfaces/openapi/schema/example.ts';
import { refName, resolve } from '../../src/surfaces/openapi/schema/json-schema.ts';
import { type DescribedOperation, operations, schemas } from './described-operations.ts';

/** A field as help, completion and options of the command line need it. */
interface ReferenceField {
  name: string;
  kind: 'text' | 'flag' | 'list' | 'record' | 'file';
  required?: true;
  about?: string;
  values?: string[];
  format?: 'date' | 'uuid' | 'integer';
  /** Bounds of an integer. */
  min?: number;
  max?: number;
}

interface ReferenceOperation {
  summary: string;
  /** Fields beside the record. */
  fields: ReferenceField[];
  /** Name of the record in `records`. */
  record?: string;
  /** A record to send, for the help. */
  example?: unknown;
}

/** What the command line knows of the operations beyond the table of the client. */
export function commandReference(): {
  operations: Record<string, ReferenceOperation>;
  records: Record<string, ReferenceField[]>;
} {
  const records: Record<string, ReferenceField[]> = {};
  const described = operations.map((one): [string, ReferenceOperation] => {
    const { data, ...plain } = one.fields.properties ?? {};
    const record = data && one.description.input !== 'fields' ? recordName(one.name, data) : undefined;
    if (record && data) records[record] ??= fieldsOf(mergeForms(data));
    const fields = fieldsOf({
      ...one.fields,
      properties: record ? plain : { ...plain, ...(data && { data }) },
    });
    const example = record ? exampleOf(one) : undefined;
    return [
      one.name,
      {
        summary: one.call.summary,
        fields,
        ...(record && { record }),
        ...(example !== undefined && { example }),
      },
    ];
  });
  return { operations: Object.fromEntries(described), records };
}

function recordName(operation: string, data: JsonSchema): string {
  return refName(data) ?? operation;
}

/** The fields of all forms of a record; required are those that every form requires. */
function mergeForms(schema: JsonSchema): JsonSchema {
  const { oneOf, ...whole } = resolve(schemas, schema);
  if (!oneOf) return whole;
  const forms = oneOf.map((form) => resolve(schemas, form));
  const [first = {}, ...others] = forms;
  const required = (first.required ?? []).filter((name) =>
    others.every((form) => form.required?.includes(name)),
  );
  return { properties: Object.assign({}, ...forms.map(({ properties }) => properties)), required };
}

function fieldsOf({ properties = {}, required = [] }: JsonSchema): ReferenceField[] {
  return Object.entries(properties).map(([name, field]) => {
    const { description, enum: values, items } = resolve(schemas, field);
    const kind = kindOf(field);
    const choices = kind === 'flag' ? [] : [...new Set((values ?? items?.enum)?.map(String))];
    return {
      name,
      kind,
      ...(required.includes(name) && { required: true }),
      ...(description && { about: description }),
      ...(choices.length > 0 && { values: choices }),
      ...formatOf(field),
    };
  });
}

/** What can be checked before a call, of a field that has one form alone. */
function formatOf(field: JsonSchema): Pick<ReferenceField, 'format' | 'min' | 'max'> {
  const { type, format, minimum, maximum } = resolve(schemas, field);
  if (type === 'string' && (format === 'date' || format === 'uuid')) return { format };
  if (type !== 'integer') return {};
  return {
    format: 'integer',
    ...(minimum !== undefined && { min: minimum }),
    ...(maximum !== undefined && { max: maximum }),
  };
}

function kindOf(field: JsonSchema): ReferenceField['kind'] {
  const { type, oneOf, format, enum: values, items } = resolve(schemas, field);
  if (format === 'binary') return 'file';
  if (values?.includes(true)) return 'flag';
  const [first] = [type].flat();
  if (first === 'boolean') return 'flag';
  if (first === 'array') return items?.enum ? 'list' : 'record';
  return oneOf || first === 'object' ? 'record' : 'text';
}

function exampleOf({ fields }: DescribedOperation): unknown {
  return exampleFields(schemas, fields).data;
}
