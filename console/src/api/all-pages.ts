import { call } from './call.ts';
import type { InputOf, OperationName, OutputOf } from './types.ts';

const PAGE_SIZE = 200;

type PageAnswer = readonly unknown[] | { rows: readonly unknown[] };
type ListName = { [N in OperationName]: OutputOf<N> extends PageAnswer ? N : never }[OperationName];
type RowOf<N extends ListName> =
  OutputOf<N> extends readonly (infer Row)[]
    ? Row
    : OutputOf<N> extends { rows: readonly (infer Row)[] }
      ? Row
      : never;

/** All rows of a list with the filters of the screen, fetched page by page. An export that left rows out would be wrong. */
export async function fetchAllPages<N extends ListName>(operation: N, filters: object): Promise<RowOf<N>[]> {
  const rows: RowOf<N>[] = [];
  for (let page = 1; ; page += 1) {
    const input = { ...filters, limit: PAGE_SIZE, page } as InputOf<N>;
    const answer = (await call(operation, input)) as PageAnswer;
    const found = ('rows' in answer ? answer.rows : answer) as RowOf<N>[];
    rows.push(...found);
    if (found.length < PAGE_SIZE) return rows;
  }
}
