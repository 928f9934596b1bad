import { z } from 'zod';
import { SALE_TYPES } from '../../domain/sales/selling.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { upload } from '../../kernel/fields/input-fields.ts';
import { type CreatedRecord, out } from '../../kernel/fields/output-fields.ts';
import type { ListTotal } from '../../kernel/operations/paging.ts';
import { createdDocument } from '../../modules/invoices/records/created-invoice.ts';
import { invoice } from '../../modules/invoices/records/schema.ts';
import { payment } from '../../modules/payments/schema.ts';
import { type Fields, hasData, parseData } from '../http/request/fields.ts';
import {
  countedRows,
  eventPage,
  group,
  type Issued,
  issued,
  made,
  message,
  nothing,
  pageEnd,
  part,
  recordPart,
  totalEnd,
  wholeOutput,
} from '../http/wire/answer-fields.ts';
import { answer, type InputCodec, listAnswer, spreadAnswer } from '../http/wire/codecs.ts';
import { objectOf, shapeOf } from '../http/wire/object-schema.ts';

/** The request of a call: path parameters, query and body. */
export interface AgentRequest {
  params: Fields;
  query: Fields;
  body: Fields;
  /** Whether the body is a form. */
  isForm: boolean;
}

type Input<In> = InputCodec<AgentRequest, In>;

/** How a field of a query differs from that of the operation. */
interface QueryField {
  /** Its value where it is left out. */
  default?: string | number;
  /** The value that it always has; it is not sent. */
  fixed?: string;
  description?: string;
}

const DEFAULT_LIMIT = 10;

/** Copies the schema without its id, so that OpenAPI inlines it instead of emitting a $ref. */
function copySchema(input: z.ZodType): z.ZodObject {
  return z.object(objectOf(input).shape).meta({ examples: input.meta()?.examples });
}

export const query: Input<unknown> = {
  decode: ({ query: sent, params }) => ({ ...sent, ...params }),
  describe: copySchema,
};

/** A query some of whose fields differ from those of the operation. Empty values count as left out. */
function queryWith<In>(fields: { readonly [Name in keyof In]?: QueryField }): Input<In> {
  const entries = Object.entries<QueryField | undefined>(fields);
  const valuesOf = (kind: 'default' | 'fixed') =>
    Object.fromEntries(entries.flatMap(([name, field]) => (field?.[kind] ? [[name, field[kind]]] : [])));
  const defaults = valuesOf('default');
  const fixed = valuesOf('fixed');
  return {
    decode: ({ query: sent, params }) => ({ ...defaults, ...withoutEmpty(sent), ...params, ...fixed }),
    describe(input) {
      const shape = { ...shapeOf(input) };
      for (const [name, field] of entries) {
        if (field?.fixed) delete shape[name];
        else if (field?.description && shape[name]) shape[name] = shape[name].describe(field.description);
      }
      return z.object(shape);
    },
  };
}

const limit = {
  default: DEFAULT_LIMIT,
  description: `How many records at most; ${DEFAULT_LIMIT} when left out`,
};

export const pagedQuery = queryWith<{ limit?: number | undefined }>({ limit });

/** A search of customers covers name, kennitala and e-mail. */
const everywhere = {
  search: { description: 'A part of the name, kennitala or e-mail address' },
  search_in: { fixed: 'all' },
};
type CustomerFilters = { search?: string | undefined; search_in?: string | undefined };
export const customerSearch = queryWith<CustomerFilters>(everywhere);
export const customerList = queryWith<CustomerFilters & { limit?: number | undefined }>({
  limit,
  ...everywhere,
});

/** The oldest costs come first, so that a program can continue from the last one it has read. */
export const costList = queryWith<{ limit?: number | undefined; sort?: string | undefined }>({
  limit: { default: DEFAULT_LIMIT },
  sort: { default: 'date_asc', description: 'By issue date or by creation; date_asc when left out' },
});

/** Fields at the top level of the body or within `data`; path parameters win. */
export const body: Input<unknown> = { decode: decodeBody, describe: copySchema };

function decodeBody({ body: { data: record, ...beside }, params }: AgentRequest): Fields {
  const sent = { data: record };
  return { ...beside, ...(hasData(sent) && parseData(sent)), ...params };
}

/** A form must contain a file. A cost without a file is sent as JSON. */
export const receipt: Input<{ file?: unknown }> = {
  decode(sent) {
    const { file } = sent.body;
    if (sent.isForm && (file === undefined || file === '')) fail('field_required', 'file');
    return decodeBody(sent);
  },
  describe: (input) => copySchema(input).extend({ file: upload(String(shapeOf(input).file?.description)) }),
};

/** The record in `data`, or the body itself without `data`. */
export const data: Input<object> = {
  decode: ({ body: sent }) => dataOrBody(sent),
  describe: (input) => z.object({ data: input }),
};

export const guidAndData: Input<{ guid: string; data: object }> = {
  decode: ({ body: sent, params }) => ({ ...params, data: dataOrBody(sent) }),
  describe: copySchema,
};

/** The same where a field of the record is always required: a call without a body is refused by the name of that field. */
export const guidAndRequiredData: Input<{ guid: string; data: object }> = {
  ...guidAndData,
  decode: ({ body: sent, params }) => ({ ...params, data: hasData(sent) ? parseData(sent) : sent }),
};

/** The invoice is named by the path. */
export const creditOfInvoice: Input<{ invoice_guid: string }> = {
  decode: ({ body: { data: record, ...beside }, params: { guid: invoice_guid } }) => {
    const sent = { data: record };
    return { ...beside, ...(hasData(sent) && parseData(sent)), invoice_guid };
  },
  describe(input) {
    const { invoice_guid, ...fields } = objectOf(input).shape;
    return z.object({ guid: invoice_guid, ...fields });
  },
};

/** Customers have `kennitala` instead of `registration_no` here. */
const names = { registration_no: 'kennitala' };

export const newCustomer: Input<{ kennitala?: unknown }> = {
  decode: ({ body: sent }) => dataOrBody(sent),
  describe: copySchema,
  names,
};

export const customerChanges: Input<{ guid: string; data: { registration_no?: unknown } }> = {
  decode({ body: sent, params }) {
    const { kennitala: registration_no, ...changes } = dataOrBody(sent);
    return { ...params, data: { ...changes, ...(registration_no !== undefined && { registration_no }) } };
  },
  describe(input) {
    const { data: record, ...beside } = objectOf(input).shape;
    const { registration_no: kennitala, ...changes } = objectOf(record).shape;
    return z.object({ ...beside, kennitala, ...changes }).meta({ examples: record.meta()?.examples });
  },
  names,
};

function dataOrBody(sent: Fields): Fields {
  if (hasData(sent)) return parseData(sent);
  return Object.keys(sent).length > 0 ? sent : fail('field_required', 'data');
}

function withoutEmpty(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
}

export const result = answer({ result: wholeOutput });

/** The record that a write returns, as `result`. */
export const resultBankLine = answer<{ line: object }>({ result: part('line') });
export const resultPayment = answer<{ payment: object }>({ result: recordPart('payment', payment) });
export const resultInvoice = answer<{ invoice: object }>({ result: recordPart('invoice', invoice) });

/** A row for each document. */
export const resultDocuments = answer<{ invoices: object }>({
  result: recordPart('invoices', z.array(createdDocument)),
});

/** Events, with the cursor of the next call. */
export const events = answer(eventPage);

/** Rows as `result`, with the total beside them. */
export const resultRows = answer(countedRows);

export const count = answer<number>({ result: group('The number of them', { count: wholeOutput }) });

/** The output both in `result` and merged into the envelope. */
export const mergedResult = spreadAnswer({ result: wholeOutput });

export const messageOnly = (text: string) => answer({ message: message(text, 'OK'), result: nothing });

export const resultGuid = answer<{ guid: string } & Issued>({ result: part('guid'), ...issued });

/** The guid as `result`, and the numeric id under `idName`. */
export const created = (idName: string) =>
  answer<CreatedRecord & Issued>({ result: part('guid'), [idName]: part('id'), ...issued });

const queue = made(
  ({ queue: isQueued = false }: { queue?: boolean }) => isQueued,
  out.flag('Whether it is being read; it appears in lists after that'),
);

export const createdCost = answer<CreatedRecord & { queue?: boolean }>({
  result: group<{ guid: string; queue?: boolean }>('What was made', { guid: part('guid'), queue }),
  cost_id: part('id'),
});

/** All rows of a list. */
export const rows = listAnswer();

/** One page of a list, with its number and whether more follow. */
export const resultPage = listAnswer({ end: pageEnd });

/** One page of a list, with the total. */
export const resultTotal = listAnswer({ end: totalEnd });

/** One page of product sales with the total; the type is a name instead of a number. */
export const productSales = listAnswer<{ type: number }, ListTotal>({
  row: {
    value: (sale) => ({ ...sale, type: SALE_TYPES[sale.type - 1] }),
    schema: (sale) =>
      objectOf(sale)
        .extend({ type: out.code(SALE_TYPES, 'What is sold') })
        .meta({ id: 'AgentProductSale', description: 'A product sale as agents see it.' }),
  },
  end: totalEnd,
});
