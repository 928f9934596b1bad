import type { Endpoint } from '../../http/answers/endpoint.ts';
import type { JsonSchema } from '../../http/wire/json-schema.ts';
import { exampleFields } from '../schema/example.ts';
import type { Schemas } from '../schema/json-schema.ts';
import type { DescribedCall, Media } from './document.ts';

const FORM = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data';
const JSON_TYPE = 'application/json';

const CREDENTIALS: Record<string, JsonSchema> = {
  username: { type: 'string', description: 'Username of the account, unless sent otherwise' },
  api_key: { type: 'string', description: 'Its api_key, unless sent otherwise' },
};

export function hasBody({ access }: Endpoint, { properties = {}, oneOf }: JsonSchema): boolean {
  return access === 'account' || oneOf !== undefined || Object.keys(properties).length > 0;
}

export function hasFile({ properties = {} }: JsonSchema): boolean {
  return Object.values(properties).some(({ format }) => format === 'binary');
}

export function withoutFiles({ properties = {}, ...rest }: JsonSchema): JsonSchema {
  const others = Object.entries(properties).filter(([, { format }]) => format !== 'binary');
  return { ...rest, properties: Object.fromEntries(others) };
}

/**
 * The request body in every media type that is documented. Generators that know one type per call prefer JSON, which cannot
 * carry a file, so a call that takes a file has only multipart/form-data.
 */
export function requestBody(
  { access }: Endpoint,
  fields: JsonSchema,
  schemas: Schemas,
): DescribedCall['requestBody'] {
  const required = fields.oneOf !== undefined || (fields.required ?? []).length > 0;
  const example = exampleFields(schemas.components, fields);
  const content = (): Record<string, Media> => {
    if (access !== 'account') {
      if (hasFile(fields)) return { [MULTIPART]: media(fields, example) };
      const isOAuth = access === 'client' || access === 'registrant';
      const same = media(fields, example);
      return isOAuth ? { [FORM]: same, [JSON_TYPE]: same } : { [JSON_TYPE]: same };
    }
    const all = { ...fields, properties: { ...fields.properties, ...CREDENTIALS } };
    const form = { ...all, properties: mapValues(all.properties, (field) => toTextField(field, schemas)) };
    const asForm = media(
      form,
      mapValues(example, (value) => (typeof value === 'object' ? JSON.stringify(value) : value)),
    );
    if (hasFile(fields)) return { [MULTIPART]: asForm };
    return { [FORM]: asForm, [MULTIPART]: asForm, [JSON_TYPE]: media(all, example) };
  };
  return { required, content: content() };
}

function media(schema: JsonSchema, example: Record<string, unknown>): Media {
  const { examples: _examples, ...published } = schema;
  return Object.keys(example).length > 0 ? { schema: published, example } : { schema: published };
}

/** Forms carry objects as JSON text. */
function toTextField(field: JsonSchema, schemas: Schemas): JsonSchema {
  const { type, oneOf } = schemas.resolve(field);
  if (type !== 'object' && !oneOf) return field;
  return {
    type: 'string',
    description: 'The record as JSON',
    contentMediaType: JSON_TYPE,
    contentSchema: field,
  };
}

function mapValues<A, B>(record: Record<string, A>, map: (value: A) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));
}
