import { z } from 'zod';
import { SALE_TYPES } from '../../domain/selling.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { out } from '../../kernel/fields/output-fields.ts';
import { type Fields, parseData } from '../http/fields.ts';

/** What came with a call: parameters of the path, of the query, and the body. */
export interface AgentRequest {
  params: Fields;
  query: Fields;
  body: Fields;
  /** Whether the body is a form. */
  isForm: boolean;
}

/** How an operation's input is spelled on this wire, and `sent`: the schema of that for the documentation. */
export interface Input {
  (sent: AgentRequest): unknown;
  requestSchema(input: z.ZodObject): z.ZodObject;
  /** Fields of the operation that have another name here, by which they are refused. */
  names?: Readonly<Record<string, string>>;
}

/** How its answer is spelled, beside `status`, `success` and `message`, and `answered`: the schema of that. */
export interface Output {
  (output: never): object;
  responseSchema(output: z.ZodType): z.ZodRawShape;
  /** How one row of a list is spelled, where that is another way. */
  encodeRow?(row: never): object;
  /** What stands beside the rows of a list, made of what they return at their end. */
  footer?(end: never): object;
}

const DEFAULT_LIMIT = 10;

/** Anew, so that it is told where it is sent and not as a record by its name. */
const copySchema = (input: z.ZodObject) => z.object(input.shape).meta({ examples: input.meta()?.examples });
const wrapInData = (input: z.ZodObject) => z.object({ data: input });

export const query: Input = Object.assign(({ query, params }: AgentRequest) => ({ ...query, ...params }), {
  requestSchema: copySchema,
});

export const pagedQuery: Input = Object.assign(
  ({ query, params }: AgentRequest) => ({ limit: DEFAULT_LIMIT, ...withoutEmpty(query), ...params }),
  { requestSchema: withDefaultLimit },
);

/** The fields as they are, or some or all of them within `data`; what the path names counts. */
export const body: Input = Object.assign(
  ({ body: { data, ...beside }, params }: AgentRequest) => ({
    ...beside,
    ...(hasData({ data }) && (parseData({ data }) as Fields)),
    ...params,
  }),
  { requestSchema: copySchema },
);

/** A form is sent for its file; what is known without one is sent as JSON. */
export const receipt: Input = Object.assign(
  (sent: AgentRequest) => {
    const { file } = sent.body;
    if (sent.isForm && (file === undefined || file === '')) fail('field_required', 'file');
    return body(sent);
  },
  { requestSchema: copySchema },
);

/** The record within `data`, or the body itself where it is that record. */
export const data: Input = Object.assign(({ body }: AgentRequest) => dataOrBody(body), {
  requestSchema: wrapInData,
});

export const guidAndData: Input = Object.assign(
  ({ body, params }: AgentRequest) => ({ ...params, data: dataOrBody(body) }),
  { requestSchema: copySchema },
);

/** Customers are known by their kennitala here, and searched by all that tells them apart. */
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
      const { registration_no, ...changes } = (input.shape.data as z.ZodObject).shape;
      return z.object({ guid: input.shape.guid as z.ZodType, kennitala: registration_no, ...changes });
    },
  },
);

/** Programs read costs from the oldest on, so that they can go on where they stopped. */
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

export const count: Output = Object.assign((output: number) => ({ result: { count: output } }), {
  responseSchema: (output: z.ZodType) => ({
    result: z.object({ count: output }).describe('The number of them'),
  }),
});

/** The fields within `result`, and beside it as well. */
export const mergedResult: Output = Object.assign((output: object) => ({ result: output, ...output }), {
  responseSchema: (output: z.ZodType) => ({ result: output, ...(output as z.ZodObject).shape }),
});

export const messageOnly = (message: string): Output =>
  Object.assign(() => ({ message, result: null }), { responseSchema: () => ({ result: z.null() }) });

interface Created {
  guid: string;
  id?: number;
  payment_link?: string | null;
}

/** The guid, and where programs ask for it the number that the record has inside, under a name of its own. */
export const created = (idName?: string): Output =>
  Object.assign(
    ({ guid, id, payment_link }: Created) => ({
      result: guid,
      ...(idName && { [idName]: id }),
      ...(payment_link && { payment_link }),
    }),
    {
      responseSchema(output: z.ZodType) {
        const { guid, id, payment_link } = (output as z.ZodObject).shape as Record<string, z.ZodType>;
        const link = out.text('Public page to pay at, if one was asked for');
        return {
          result: guid as z.ZodType,
          ...(idName && { [idName]: id as z.ZodType }),
          ...(payment_link && { payment_link: link.optional() }),
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

/** A page of a list, with which one it is and whether there are more. */
export const resultPage: Output = Object.assign((output: unknown) => ({ result: output }), {
  responseSchema: (output: z.ZodType) => ({
    result: output,
    hasMore: out.flag('Whether there are more after these'),
    limit: out.integer('How many were asked for', DEFAULT_LIMIT),
    page: out.integer('Which page this is', 1),
  }),
  footer: (end: object) => end,
});

/** A page of a list, with how many there are in all. */
export const resultTotal: Output = Object.assign((output: unknown) => ({ result: output }), {
  responseSchema: (output: z.ZodType) => ({
    result: output,
    total: out.integer('How many there are in all', 1),
    page: out.integer('Which page this is', 1),
  }),
  footer: (end: object) => end,
});

/** The same of product sales, whose type has a name here. */
export const productSales: Output = Object.assign((output: unknown) => ({ result: output }), {
  responseSchema(output: z.ZodType) {
    const row = (output as z.ZodArray<z.ZodObject>).element;
    const named = row
      .extend({ type: out.code(SALE_TYPES, 'What is sold') })
      .meta({ id: 'AgentProductSale', description: 'A product sale as agents see it.' });
    return resultTotal.responseSchema(z.array(named));
  },
  encodeRow: (row: { type: number }) => ({ ...row, type: SALE_TYPES[row.type - 1] }),
  footer: (end: object) => end,
});
