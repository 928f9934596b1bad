import pg from 'pg';

/** Records every statement that this process sends to a database until `stop`. */
export function recordStatements(): { texts: Set<string>; stop(): void } {
  const texts = new Set<string>();
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...args: any[]) {
    for (const one of args[0].queries ?? [args[0]]) texts.add(typeof one === 'string' ? one : one.text);
    return (query as any).apply(this, args);
  } as typeof query;
  return {
    texts,
    stop: () => {
      pg.Client.prototype.query = query;
    },
  };
}

const QUERY = /^\s*(select|insert|update|delete|with)\b/i;

/** Splits a statement into its queries, each without its subqueries. */
export function queriesOf(text: string): string[] {
  const plain = text.replaceAll(/'(?:[^']|'')*'/g, "''");
  const found: string[] = [];
  let at = 0;
  const read = (): string => {
    let own = '';
    while (at < plain.length) {
      const character = plain[at++];
      if (character === ')') break;
      if (character !== '(') {
        own += character;
        continue;
      }
      const inner = read();
      if (QUERY.test(inner)) found.push(inner);
      own += QUERY.test(inner) ? '()' : `(${inner})`;
    }
    return own;
  };
  found.push(read());
  return found.map((query) => query.replaceAll(/\s+/g, ' ').trim());
}

/** The tables of the list that the query reads or writes. */
export function tablesIn(query: string, tables: readonly string[]): string[] {
  // Most queries do not have the name at all, which is seen at a glance.
  return tables.filter(
    (table) =>
      query.includes(table) && new RegExp(`(\\b(from|join|into|update|using)|,) ${table}\\b`).test(query),
  );
}

/** Whether the query is restricted to one account, or inserts rows with their account. */
export function namesAccount(query: string): boolean {
  return (
    /\baccount_id (=|in\b)/.test(query) ||
    /\(account_id, [\w, ]+\) in\b/.test(query) ||
    /^insert into \w+ \(account_id\b/.test(query)
  );
}

/**
 * The columns by which a query sorts as text although they are numbers or days. A name alone in `order by` means the
 * output column: `select number::text … order by number` puts 10 before 9, and `order by i.number` does not.
 */
export function sortedAsText(query: string): string[] {
  let flat = query;
  while (/\([^()]*\)/.test(flat))
    flat = flat.replaceAll(/\([^()]*\)/g, (inner) => (inner.includes('::text') ? '[::text]' : '[]'));
  const [outputs = '', keys = ''] = flat.split(' order by ');
  const names = keys.split(',').flatMap((key) => /^ ?(\w+)(?: |$)/.exec(key)?.[1] ?? []);
  return names.filter((name) => {
    const isText = new RegExp(`\\b${name}::text(?! as )|::text.* as ${name}\\b`);
    return outputs.split(',').some((output) => isText.test(output));
  });
}
