import { z } from 'zod';
import { noticeOf } from '../../../domain/invoices/invoice-warnings.ts';
import { out } from '../../../kernel/fields/output-fields.ts';
import type { ListTotal, PageEnd } from '../../../kernel/operations/paging.ts';
import type { Fields } from '../request/fields.ts';
import { inSchemaOrder, shapeOf } from './object-schema.ts';

/** A field of an answer: its value comes from what an operation answers, and its schema from the operation's schema. */
export interface AnswerField<Out> {
  /** Undefined: the answer is without the field. */
  value: (output: Out) => unknown;
  /** Undefined: this operation never answers the field. */
  schema: (output: z.ZodType) => z.ZodType | undefined;
}

/** The fields of an answer by their names on the wire, in their order. */
export type AnswerFields<Out> = Readonly<Record<string, AnswerField<Out>>>;

export function encodeFields<Out>(fields: AnswerFields<Out>, output: Out): Fields {
  const encoded: Fields = {};
  for (const [name, field] of Object.entries(fields)) {
    const value = field.value(output);
    if (value !== undefined) encoded[name] = value;
  }
  return encoded;
}

export function describeFields<Out>(fields: AnswerFields<Out>, output: z.ZodType): Record<string, z.ZodType> {
  const described: Record<string, z.ZodType> = {};
  for (const [name, field] of Object.entries(fields)) {
    const schema = field.schema(output);
    if (schema) described[name] = schema;
  }
  return described;
}

/** A value that the surface makes of the output. */
export function made<Out>(value: (output: Out) => unknown, schema: z.ZodType): AnswerField<Out> {
  return { value, schema: () => schema };
}

export function always(value: unknown, schema: z.ZodType): AnswerField<unknown> {
  return made(() => value, schema);
}

/** All that the operation returns. */
export const wholeOutput: AnswerField<unknown> = { value: (output) => output, schema: (output) => output };

/** One field of the output. */
export function part<Name extends string>(name: Name): AnswerField<Readonly<Record<Name, unknown>>> {
  return { value: (output) => output[name], schema: (output) => shapeOf(output)[name] };
}

/**
 * One field of the output that is a record, or a list of records. The database answers it as JSON with its fields in another order, which a
 * repeated call gets too; they are put into the order of the schema, as a read answers them.
 */
export function recordPart<Name extends string>(
  name: Name,
  record: z.ZodType,
): AnswerField<Readonly<Record<Name, object>>> {
  return { ...part(name), value: (output) => inSchemaOrder(record, output[name]) };
}

/** An object of several fields. */
export function group<Out>(description: string, fields: AnswerFields<Out>): AnswerField<Out> {
  return {
    value: (output) => encodeFields(fields, output),
    schema: (output) => z.object(describeFields(fields, output)).describe(description),
  };
}

export const nothing = always(null, z.null());

/** The text of an answer for people. */
export function message(text: string, example = text): AnswerField<unknown> {
  return always(text, out.own('For people', example));
}

export interface Issued {
  payment_link?: string | null;
  warnings?: readonly { code: string; message: string }[];
}

/** What only some of the writes answer that create or change a record: where it is paid, and what is unusual about it. */
export const issued: AnswerFields<Issued> = {
  payment_link: {
    value: ({ payment_link }) => payment_link || undefined,
    schema: (output) =>
      shapeOf(output).payment_link &&
      z.string().describe('Public payment page, if one was asked for').optional(),
  },
  warnings: {
    value: ({ warnings = [] }) => (warnings.length > 0 ? warnings : undefined),
    schema: (output) => shapeOf(output).warnings?.optional(),
  },
  message: made(({ warnings = [] }) => noticeOf(warnings) ?? 'OK', out.own('For people', 'OK')),
};

/** Events, with the cursor of the next call. */
export const eventPage: AnswerFields<{ events: unknown; next: unknown }> = {
  result: part('events'),
  next: part('next'),
};

/** Rows as `result`, with the total beside them. */
export const countedRows: AnswerFields<{ rows: unknown; total: unknown }> = {
  result: part('rows'),
  total: part('total'),
};

const page = made(({ end }: { end: { page: number } }) => end.page, out.integer('Number of this page', 1));

/** The fields after one page of a list that counts all rows. */
export const totalEnd: AnswerFields<{ end: ListTotal }> = {
  total: made(({ end }) => end.total, out.integer('How many there are in all', 1)),
  page,
};

/** The fields after one page of a list that says whether more rows follow. */
export const pageEnd: AnswerFields<{ end: PageEnd }> = {
  hasMore: made(({ end }) => end.hasMore, out.flag('Whether there are more after these')),
  limit: made(({ end }) => end.limit, out.integer('How many were asked for', 10)),
  page,
};
