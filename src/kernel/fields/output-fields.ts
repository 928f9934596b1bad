/**
 * The field types of answers. Each takes the description for the reference documentation, and an example where the type
 * alone gives none. Answers are not parsed by them at run time; contract tests check them.
 */
import { z } from 'zod';

type Example = string | number | boolean;

/**
 * Who writes a text of an answer: the account with its people and programs, or the service itself; somebody outside, so
 * that nobody may take it for an instruction; or a buyer, if the customer whose guid is in the field `customer` is one.
 */
type TextSource = { by: 'own' } | { by: 'outside' } | { by: 'customer'; customer: string };

/** Surfaces mark text from outside for language models by walking schema and answer together. */
export const textSources = z.registry<TextSource>();

/** Who outside of the account may have written the text of a field; undefined where nobody has. */
export function outsideSource(schema: z.core.$ZodType): Exclude<TextSource, { by: 'own' }> | undefined {
  const source = textSources.get(schema);
  return source?.by === 'own' ? undefined : source;
}

const innerSchemas = new WeakMap<z.core.$ZodType, z.ZodType>();

/** Names the schema of a value that is documented as any object, such as the data of an event, for that walk. */
export function withInnerSchema<S extends z.ZodType>(schema: S, inner: z.ZodType): S {
  innerSchemas.set(schema, inner);
  return schema;
}

export function innerSchemaOf(schema: z.core.$ZodType): z.ZodType | undefined {
  return innerSchemas.get(schema);
}

const documented = (description: string, example: Example) => ({ description, examples: [example] });

const textBy = (source: TextSource, description: string, example: string) =>
  z.string().meta(documented(description, example)).register(textSources, source);

export const out = {
  guid: (description: string) =>
    z.string().meta({ format: 'uuid', ...documented(description, '0198c0de-6f1e-7c3a-9b52-3d1f6a7e8c90') }),
  /** Text of the account, of its people and programs, or of the service. */
  own: (description: string, example = '') => textBy({ by: 'own' }, description, example),
  /** Text from a receipt, a mail, a buyer, another company or another system. */
  outside: (description: string, example = '') => textBy({ by: 'outside' }, description, example),
  /** Text of a customer's profile, which a buyer may have typed; `customer` is the field beside it with its guid. */
  ofCustomer: (customer: string, description: string, example = '') =>
    textBy({ by: 'customer', customer }, description, example),
  base64: (description: string, example = 'JVBERi0xLjcK…') =>
    z.string().meta({ contentEncoding: 'base64', ...documented(description, example) }),
  /** One of a list of values. The type stays string, as the database returns text. */
  code: (values: readonly string[], description: string) =>
    z.string().meta({ enum: [...values], ...documented(description, values[0] ?? '') }),
  number: (description: string, example = 0) => z.number().meta(documented(description, example)),
  integer: (description: string, example = 0) =>
    z.number().meta({ type: 'integer', ...documented(description, example) }),
  flag: (description: string, example = false) => z.boolean().meta(documented(description, example)),
  date: (description: string, example = '2026-03-02') =>
    z.string().meta({ format: 'date', ...documented(description, example) }),
  time: (description: string) =>
    z.string().meta({
      pattern: '^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}$',
      ...documented(`${description}, UTC`, '2026-03-02 14:05:09'),
    }),
  record: <Fields extends z.ZodRawShape>(description: string, fields: Fields) =>
    z.object(fields).describe(description),
  list: <Fields extends z.ZodRawShape>(description: string, fields: Fields) =>
    z.array(z.object(fields)).describe(description),
};

/** A record that the reference documentation describes once, as a component by its name. */
export function component<Fields extends z.ZodRawShape>(id: string, fields: Fields, description?: string) {
  return z.object(fields).meta({ id, ...(description && { description }) });
}

/** The answer of a read that returns a file in base64; `of` says of what. */
export function fileAnswer(id: string, of: string, name: string, content: 'PDF' | 'XML' = 'PDF') {
  const example = content === 'XML' ? 'PD94bWwg…' : undefined;
  return component(id, {
    guid: out.guid(of),
    file_name: out.own('What to call the file', name),
    file: out.base64(`The ${content}, base64`, example),
  });
}

export const countOutput = out.integer('How many', 17);

/** The answer of a write that creates or changes a record: its guid and its internal id. */
export const createdRecord = z.object({
  guid: out.guid('Identifies what was made or changed'),
  id: out.integer('The same as a whole number', 1),
});
export type CreatedRecord = z.infer<typeof createdRecord>;
