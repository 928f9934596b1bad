import { z } from 'zod';
import type {
  ListOperation,
  Operation,
  ReadOperation,
  WriteOperation,
} from '../../../kernel/operations/operation.ts';
import type { Fields } from '../request/fields.ts';
import { type AnswerField, type AnswerFields, describeFields, encodeFields } from './answer-fields.ts';
import { shapeOf } from './object-schema.ts';

/** Decodes a request into the input of an operation, which the operation's own schema then parses. */
export interface InputCodec<Request, In> extends Decoder<Request> {
  /** The schema of the request as it is sent, from that of the input. */
  describe: (input: z.ZodType<In>) => z.ZodObject;
}

interface Decoder<Request> {
  decode: (request: Request, input: z.ZodObject) => unknown;
  /** The names that it drops, because they stand beside the record. */
  ignores?: (request: Request) => string[];
  /** Fields that have another name on this wire; refusals use that name. */
  names?: Readonly<Record<string, string>>;
}

/** Encodes the output of a read or a write into the fields of its answer, and describes them. */
export interface OutputCodec<Out> {
  encode: (output: Out) => Fields;
  describe: (output: z.ZodType) => Record<string, z.ZodType>;
}

/** Encodes a list: its rows are `result`; the fields after them come from what the list returns at its end, and from the call. */
export interface ListCodec<Row, End, Call> {
  encodeRow?: (row: Row) => unknown;
  encodeEnd: (end: End, call: Call) => Fields;
  describe: (row: z.ZodType) => Record<string, z.ZodType>;
}

export function answer<Out>(fields: AnswerFields<Out>): OutputCodec<Out> {
  return {
    encode: (output) => encodeFields(fields, output),
    describe: (output) => describeFields(fields, output),
  };
}

/** All fields of the output, after these. */
export function spreadAnswer(fields: AnswerFields<unknown>): OutputCodec<object> {
  return {
    encode: (output) => ({ ...encodeFields(fields, output), ...output }),
    describe: (output) => ({ ...describeFields(fields, output), ...shapeOf(output) }),
  };
}

interface ListParts<Row, End, Call> {
  /** The fields before the rows, as they are documented. */
  head?: AnswerFields<unknown>;
  /** How a row is answered, where it differs from the operation's. */
  row?: AnswerField<Row>;
  end?: AnswerFields<{ end: End; call: Call }>;
}

export function listAnswer<Row, End = unknown, Call = unknown>({
  head = {},
  row,
  end: after = {},
}: ListParts<Row, End, Call> = {}): ListCodec<Row, End, Call> {
  return {
    ...(row && { encodeRow: row.value }),
    encodeEnd: (end, call) => encodeFields(after, { end, call }),
    describe: (schema) => ({
      ...describeFields(head, schema),
      result: z.array(row?.schema(schema) ?? schema),
      ...describeFields(after, schema),
    }),
  };
}

/** An operation with codecs that were made for it; `RouteFactory` has checked that they are. */
export type CodedOperation<Request, Call> = { input: AnyInput<Request> } & (
  | { operation: SingleOperation; output: AnyOutput; list?: undefined }
  | { operation: ListOperation<unknown, unknown>; list: AnyList<Call>; output?: undefined }
);

type SingleOperation = Exclude<Operation, { kind: 'list' }>;

// Methods, which TypeScript compares in both directions: the types of input and output are known to `RouteFactory` alone.
interface AnyInput<Request> extends Decoder<Request> {
  describe(input: z.ZodType): z.ZodObject;
}
interface AnyOutput {
  encode(output: unknown): Fields;
  describe(output: z.ZodType): Record<string, z.ZodType>;
}
interface AnyList<Call> {
  encodeRow?(row: unknown): unknown;
  encodeEnd(end: unknown, call: Call): Fields;
  describe(row: z.ZodType): Record<string, z.ZodType>;
}

/** Makes a route of an operation and of codecs that fit its input and its output; others are refused by the compiler. */
export interface RouteFactory<Request, Call, Options, Route> {
  <In, Out, Facts>(
    path: string,
    operation: ReadOperation<In, Out> | WriteOperation<In, Out, Facts>,
    input: InputCodec<Request, NoInfer<In>>,
    output: OutputCodec<NoInfer<Out>>,
    options?: Options,
  ): Route;
  <In, Row, End>(
    path: string,
    operation: ListOperation<In, Row, End>,
    input: InputCodec<Request, NoInfer<In>>,
    list: ListCodec<NoInfer<Row>, NoInfer<End>, Call>,
    options?: Options,
  ): Route;
}

export function withCodecs<Request, Call>(
  operation: Operation,
  input: AnyInput<Request>,
  codec: AnyOutput | AnyList<Call>,
): CodedOperation<Request, Call> {
  if (operation.kind === 'list' && 'encodeEnd' in codec) return { operation, input, list: codec };
  if (operation.kind !== 'list' && 'encode' in codec) return { operation, input, output: codec };
  throw new Error(`The codec of ${operation.name} is for another kind of operation`);
}
