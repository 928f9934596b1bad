import type { Columns, Row, RowOf } from './row.ts';
import type { Sql } from './sql.ts';

export interface Queryable {
  /** The rows of a statement, typed by the description of its columns. */
  query<C extends Columns>(row: Row<C>, statement: Sql): Promise<RowOf<Row<C>>[]>;
  /** One record by its key. */
  find<C extends Columns>(row: Row<C>, statement: Sql): Promise<RowOf<Row<C>> | null>;
}
