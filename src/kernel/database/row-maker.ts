import { TYPES } from './value-parsers.ts';

/** Makes a row of the texts of its columns. */
export type RowMaker = (texts: readonly (string | null)[]) => object;

interface Field {
  name: string;
  dataTypeID: number;
}

/** By the names and types of their columns; there are as many as distinct results of prepared statements. */
const makers = new Map<string, RowMaker>();

/**
 * A function that makes the rows of these columns. The driver copies an empty row and assigns column after column by name, so that
 * an object of fifty columns becomes a hash table, which is slow to make and to read. An object literal that names
 * the columns has one hidden class for all rows.
 */
export function rowMakerOf(fields: readonly Field[]): RowMaker {
  const key = JSON.stringify(fields.map(({ name, dataTypeID }) => [name, dataTypeID]));
  const known = makers.get(key);
  if (known) return known;
  const made = compileMaker(fields);
  makers.set(key, made);
  return made;
}

function compileMaker(fields: readonly Field[]): RowMaker {
  // Of two columns with one name the last one counts, as in the driver. A name in quotes could be `__proto__`, which is no column of ours.
  const columns = fields.map(
    ({ name }, at) => `${JSON.stringify(name)}: t[${at}] === null ? null : p[${at}](t[${at}])`,
  );
  // The names are those of our own statements, as JSON texts.
  const compile = new Function('p', `return (t) => ({ ${columns.join(', ')} });`);
  return compile(fields.map(({ dataTypeID }) => TYPES.getTypeParser(dataTypeID, 'text')));
}
