/**
 * The field types of answers. Each takes the description for the reference documentation, and an example where the type
 * alone gives none. Answers are not parsed by them at run time; contract tests check them.
 */
import { z } from 'zod';

type Example = string | number | boolean;

/** Text of an answer that somebody outside of the account has written, so that nobody may take it for an instruction. */
interface OutsideText {
  /** The field beside it with the guid of its customer, where it is from outside only if a buyer typed that profile; null: always. */
  customer: string | null;
}

/** The output fields with such text. Surfaces mark it for language models by walking schema and answer together. */
export const outsideTexts = z.registry<OutsideText>();

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

export const out = {
  guid: (description: string) =>
    z.string().meta({ format: 'uuid', ...documented(description, '0198c0de-6f1e-7c3a-9b52-3d1f6a7e8c90') }),
  text: (description: string, example = '') => z.string().meta(documented(description, example)),
  /** Text from a receipt, a mail, a buyer, another company or another system. */
  outside: (description: string, example = '') =>
    z.string().meta(documented(description, example)).register(outsideTexts, { customer: null }),
  /** Text of a customer's profile, which a buyer may have typed; `customer` is the field beside it with its guid. */
  ofCustomer: (customer: string, description: string, example = '') =>
    z.string().meta(documented(description, example)).register(outsideTexts, { customer }),
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
};

export const countOutput = out.integer('How many', 17);

/** The answer of a write that creates or changes a record: its guid and its internal id. */
export const createdRecord = z.object({
  guid: out.guid('Identifies what was made or changed'),
  id: out.integer('The same as a whole number', 1),
});
export type CreatedRecord = z.infer<typeof createdRecord>;
