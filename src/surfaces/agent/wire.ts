import { SALE_TYPES } from '../../domain/selling.ts';
import { fail } from '../../kernel/failure.ts';
import { dataOf, type Fields } from '../http/form.ts';

/** What came with a call: parameters of the path, of the query, and the body. */
export interface Sent {
  params: Fields;
  query: Fields;
  body: Fields;
}

/** How an operation's input is spelled on this wire. */
export type Input = (sent: Sent) => unknown;

/** How its answer is spelled, beside `status`, `success` and `message`. */
export interface Output {
  (output: never): object;
  /** How one row of a list is spelled, where that is another way. */
  row?(row: never): object;
  /** What stands beside the rows of a list, made of what they return at their end. */
  beside?(end: never): object;
}

const DEFAULT_LIMIT = 10;

export const query: Input = ({ query, params }) => ({ ...query, ...params });
export const listed: Input = ({ query, params }) => ({ limit: DEFAULT_LIMIT, ...present(query), ...params });
export const body: Input = ({ body, params }) => ({ ...body, ...params });

/** The fields as they are, or within `data`; a path may name the record. */
export const bodyOrData: Input = ({ body, params }) => ({ ...unwrapped(body), ...params });

/** The object within `data`, or the body itself where it is that object. */
export const data: Input = ({ body }) => unwrapped(body);

export const guidAndData: Input = ({ body, params }) => ({ ...params, data: unwrapped(body) });

/** Customers are known by their kennitala here, and searched by all that tells them apart. */
export const customerSearch: Input = ({ query }) => ({ ...present(query), search_in: 'all' });
export const customerList: Input = ({ query }) => ({
  limit: DEFAULT_LIMIT,
  ...present(query),
  search_in: 'all',
});
export const customerChanges: Input = ({ body, params }) => {
  const { kennitala, ...changes } = unwrapped(body);
  return { ...params, data: { ...changes, ...(kennitala !== undefined && { registration_no: kennitala }) } };
};

/** Programs read costs from the oldest on, so that they can go on where they stopped. */
export const costList: Input = ({ query }) => ({ limit: DEFAULT_LIMIT, sort: 'date_asc', ...present(query) });

function unwrapped(body: Fields): Fields {
  if (body.data !== undefined && body.data !== null && body.data !== '') return dataOf(body) as Fields;
  if (Object.keys(body).length === 0) fail('field_required', 'data');
  return body;
}

function present(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
}

export const result: Output = (output: unknown) => ({ result: output });
export const count: Output = (output: number) => ({ result: { count: output } });
export const bare: Output = (output: object) => ({ result: output, ...output });
export const topLevel: Output = bare;
export const only =
  (message: string): Output =>
  () => ({ message, result: null });

interface Made {
  guid: string;
  id?: number;
  payment_link?: string | null;
}

/** The guid, and where programs ask for it the number that the record has inside, under a name of its own. */
export const made =
  (idName?: string): Output =>
  ({ guid, id, payment_link }: Made) => ({
    result: guid,
    ...(idName && { [idName]: id }),
    ...(payment_link && { payment_link }),
  });

export const madeCost: Output = ({ guid, id, queue = false }: Made & { queue?: boolean }) => ({
  result: { guid, queue },
  cost_id: id,
});

export const list: Output = result;
export const pages: Output = Object.assign((output: unknown) => ({ result: output }), {
  beside: (end: object) => end,
});
export const sales: Output = Object.assign((output: unknown) => ({ result: output }), {
  row: (row: { type: number }) => ({ ...row, type: SALE_TYPES[row.type - 1] }),
  beside: (end: object) => end,
});
