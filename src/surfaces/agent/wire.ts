import { z } from 'zod';
import { type InvoiceWarning, noticeOf } from '../../domain/invoices/invoice-warnings.ts';
import { SALE_TYPES } from '../../domain/sales/selling.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { upload } from '../../kernel/fields/input-fields.ts';
import { out } from '../../kernel/fields/output-fields.ts';
import type { EventPage } from '../../modules/events/schema.ts';
import { type Fields, parseData } from '../http/request/fields.ts';

/** The request of a call: path parameters, query and body. */
export interface AgentRequest {
  params: Fields;
  query: Fields;
  body: Fields;
  /** Whether the body is a form. */
  isForm: boolean;
}

/** Decodes the request into an operation's input. `requestSchema` documents the fields as they are sent. */
export interface Input {
  (sent: AgentRequest): unknown;
  requestSchema(input: z.ZodObject): z.ZodObject;
  /** Fields that have another name on this wire; refusals use that name. */
  names?: Readonly<Record<string, string>>;
}

/** Encodes an operation's output into fields of the envelope. `responseSchema` documents those fields. */
export interface Output {
  (output: never): object;
  responseSchema(output: z.ZodType): z.ZodRawShape;
  /** Encodes one row of a list, where it differs from the operation's output. */
  encodeRow?(row: never): object;
  /** Fields that follow the rows of a list, made of the iterator's return value. */
  footer?(end: never): object;
}

const DEFAULT_LIMIT = 10;

/** Copies the schema without its id, so that OpenAPI inlines it instead of emitting a $ref. */
const copySchema = (input: z.ZodObject) => z.object(input.shape).meta({ examples: input.meta()?.examples });
const wrapInData = (input: z.ZodObject) => z.object({ data: input });

export const query: Input = Object.assign(({ query, params }: AgentRequest) => ({ ...query, ...params }), {
  requestSchema: copySchema,
});

export const pagedQuery: Input = Object.assign(
  ({ query, params }: AgentRequest) => ({ limit: DEFAULT_LIMIT, ...withoutEmpty(query), ...params }),
  { requestSchema: withDefaultLimit },
);

/** Fields at the top level of the body or within `data`; path parameters win. */
export const body: Input = Object.assign(
  ({ body: { data, ...beside }, params }: AgentRequest) => ({
    ...beside,
    ...(hasData({ data }) && (parseData({ data }) as Fields)),
    ...params,
  }),
  { requestSchema: copySchema },
);

/** A form must contain a file. A cost without a file is sent as JSON. */
export const receipt: Input = Object.assign(
  (sent: AgentRequest) => {
    const { file } = sent.body;
    if (sent.isForm && (file === undefined || file === '')) fail('field_required', 'file');
    return body(sent);
  },
  {
    requestSchema: (input: z.ZodObject) =>
      copySchema(input).extend({ file: upload().describe(String(input.shape.file?.description)) }),
  },
);

/** The record in `data`, or the body itself without `data`. */
export const data: Input = Object.assign(({ body }: AgentRequest) => dataOrBody(body), {
  requestSchema: wrapInData,
});

export const guidAndData: Input = Object.assign(
  ({ body, params }: AgentRequest) => ({ ...params, data: dataOrBody(body) }),
  { requestSchema: copySchema },
);

/** Customers have `kennitala` instead of `registration_no` here, and a search covers name, kennitala and e-mail. */
const names = { registration_no: 'kennitala' };
export const newCustomer: Input = Object.assign(({ body }: AgentRequest) => dataOrBody(body), {
  requestSchema: copySchema,
  names,
});
const searchAllSchema = (input: z.ZodObject) =>
  input.omit({ search_in: true }).extend({
    search: (input.shape.search as z.ZodType).describe('A part of the name, kennitala or e-mail address'),
  });

export const customerSearch: Input = Object.assign(
  ({ query }: AgentRequest) => ({ ...withoutEmpty(query), search_in: 'all' }),
  { requestSchema: searchAllSchema },
);
export const customerList: Input = Object.assign(
  (sent: AgentRequest) => ({ limit: DEFAULT_LIMIT, ...withoutEmpty(sent.query), search_in: 'all' }),
  { requestSchema: (input: z.ZodObject) => withDefaultLimit(searchAllSchema(input)) },
);
export const customerChanges: Input = Object.assign(
  ({ body, params }: AgentRequest) => {
    const { kennitala, ...changes } = dataOrBody(body);
    return {
      ...params,
      data: { ...changes, ...(kennitala !== undefined && { registration_no: kennitala }) },
    };
  },
  {
    names,
    requestSchema(input: z.ZodObject) {
      const data = input.shape.data as z.ZodObject;
      const { registration_no, ...changes } = data.shape;
      return z
        .object({ guid: input.shape.guid as z.ZodType, kennitala: registration_no, ...changes })
        .meta({ examples: data.meta()?.examples });
    },
  },
);

/** The oldest costs come first, so that a program can continue from the last one it has read. */
export const costList: Input = Object.assign(
  ({ query }: AgentRequest) => ({ limit: DEFAULT_LIMIT, sort: 'date_asc', ...withoutEmpty(query) }),
  {
    requestSchema: (input: z.ZodObject) =>
      input.extend({
        sort: (input.shape.sort as z.ZodType).describe(
          'By issue date or by creation; date_asc when left out',
        ),
      }),
  },
);

export function hasData({ data }: Fields): boolean {
  return data !== undefined && data !== null && data !== '';
}

function dataOrBody(body: Fields): Fields {
  if (hasData(body)) return parseData(body) as Fields;
  return Object.keys(body).length > 0 ? body : fail('field_required', 'data');
}

function withoutEmpty(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
}

function withDefaultLimit(input: z.ZodObject): z.ZodObject {
  const limit = (input.shape.limit as z.ZodType).describe(
    `How many records at most; ${DEFAULT_LIMIT} when left out`,
  );
  return input.extend({ limit });
}

export const result: Output = Object.assign((output: unknown) => ({ result: output }), {
  responseSchema: (output: z.ZodType) => ({ result: output }),
});

/** Events, with the cursor of the next call. */
export const events: Output = Object.assign(({ events, next }: EventPage) => ({ result: events, next }), {
  responseSchema(output: z.ZodType) {
    const { events, next } = (output as z.ZodObject).shape;
    return { result: events as z.ZodType, next: next as z.ZodType };
  },
});
/** Rows as `result`, with the total beside them. */
export const resultRows: Output = Object.assign(
  ({ rows, total }: { rows: object[]; total: number }) => ({ result: rows, total }),
  {
    responseSchema(output: z.ZodType) {
      const { rows, total } = (output as z.ZodObject).shape;
      return { result: rows as z.ZodType, total: total as z.ZodType };
    },
  },
);

export const count: Output = Object.assign((output: number) => ({ result: { count: output } }), {
  responseSchema: (output: z.ZodType) => ({
    result: z.object({ count: output }).describe('The number of them'),
  }),
});

/** The output both in `result` and merged into the envelope. */
export const mergedResult: Output = Object.assign((output: object) => ({ result: output, ...output }), {
  responseSchema: (output: z.ZodType) => ({ result: output, ...(output as z.ZodObject).shape }),
});

export const messageOnly = (message: string): Output =>
  Object.assign(() => ({ message, result: null }), { responseSchema: () => ({ result: z.null() }) });

interface Created {
  guid: string;
  id?: number;
  payment_link?: string | null;
  warnings?: readonly InvoiceWarning[];
}

/** The guid as `result`, and the numeric id under `idName`. */
export const created = (idName?: string): Output =>
  Object.assign(
    ({ guid, id, payment_link, warnings }: Created) => ({
      result: guid,
      ...(idName && { [idName]: id }),
      ...(payment_link && { payment_link }),
      ...(warnings && warnings.length > 0 && { warnings, ...noticeOf(warnings) }),
    }),
    {
      responseSchema(output: z.ZodType) {
        const { guid, id, payment_link, warnings } = (output as z.ZodObject).shape as Record<
          string,
          z.ZodType
        >;
        const link = out.text('Public page to pay at, if one was asked for');
        return {
          result: guid as z.ZodType,
          ...(idName && { [idName]: id as z.ZodType }),
          ...(payment_link && { payment_link: link.optional() }),
          ...(warnings && { warnings: warnings.optional() }),
        };
      },
    },
  );

export const createdCost: Output = Object.assign(
  ({ guid, id, queue = false }: Created & { queue?: boolean }) => ({ result: { guid, queue }, cost_id: id }),
  {
    responseSchema(output: z.ZodType) {
      const { guid, id } = (output as z.ZodObject).shape as Record<string, z.ZodType>;
      const queue = out.flag('Whether it is being read, and comes into lists when that is done');
      return {
        result: z.object({ guid: guid as z.ZodType, queue }).describe('What was made'),
        cost_id: id as z.ZodType,
      };
    },
  },
);

/** One page of a list, with its number and whether more follow. */
export const resultPage: Output = Object.assign((output: unknown) => ({ result: output }), {
  responseSchema: (output: z.ZodType) => ({
    result: output,
    hasMore: out.flag('Whether there are more after these'),
    limit: out.integer('How many were asked for', DEFAULT_LIMIT),
    page: out.integer('Which page this is', 1),
  }),
  footer: (end: object) => end,
});

/** One page of a list, with the total. */
export const resultTotal: Output = Object.assign((output: unknown) => ({ result: output }), {
  responseSchema: (output: z.ZodType) => ({
    result: output,
    total: out.integer('How many there are in all', 1),
    page: out.integer('Which page this is', 1),
  }),
  footer: (end: object) => end,
});

/** One page of product sales with the total; the type is a name instead of a number. */
export const productSales: Output = Object.assign((output: unknown) => ({ result: output }), {
  responseSchema(output: z.ZodType) {
    const row = (output as z.ZodArray<z.ZodObject>).element;
    const agentSale = row
      .extend({ type: out.code(SALE_TYPES, 'What is sold') })
      .meta({ id: 'AgentProductSale', description: 'A product sale as agents see it.' });
    return resultTotal.responseSchema(z.array(agentSale));
  },
  encodeRow: (row: { type: number }) => ({ ...row, type: SALE_TYPES[row.type - 1] }),
  footer: (end: object) => end,
});
