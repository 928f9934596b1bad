import { call } from './call.ts';
import type { InputOf, OperationName } from './types.ts';

const PAGE_SIZE = 200;
/** More rows than a spreadsheet is comfortable with. */
const MAX_ROWS = 50_000;

/** All rows of a list with the filters of the screen, fetched page by page. */
export async function fetchAllPages<Row>(operation: OperationName, filters: object): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1; rows.length < MAX_ROWS; page += 1) {
    const input = { ...filters, limit: PAGE_SIZE, page } as InputOf<typeof operation>;
    const answer = (await call(operation, input)) as unknown as Row[] | { rows: Row[] };
    const found = Array.isArray(answer) ? answer : answer.rows;
    rows.push(...found);
    if (found.length < PAGE_SIZE) break;
  }
  return rows;
}
