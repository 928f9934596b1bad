import { emptyRow } from './row.ts';
import { sql } from './sql.ts';

/** The end of a part of a write of which nobody needs an answer: its steps are all that it does. */
export const noAnswer = { row: emptyRow, result: sql`select` };
