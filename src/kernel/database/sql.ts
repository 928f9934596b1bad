/**
 * SQL as tagged templates: `sql`select … where account_id = ${id}``. Values become parameters, and a
 * nested `sql` is spliced in as text, so statements can be composed without ever quoting a value.
 * Every distinct text gets a name, which lets the server keep its plan (prepared statements).
 */
export class Sql {
  readonly strings: readonly string[];
  readonly args: readonly unknown[];

  constructor(strings: readonly string[], args: readonly unknown[]) {
    this.strings = strings;
    this.args = args;
  }
}

export interface CompiledSql {
  name: string;
  text: string;
  values: unknown[];
}

export function sql(strings: TemplateStringsArray, ...args: unknown[]): Sql {
  return new Sql(strings, args);
}

export const EMPTY = new Sql([''], []);

export function join(parts: readonly Sql[], separator: string): Sql {
  if (parts.length === 0) return EMPTY;
  const strings = ['', ...Array<string>(parts.length - 1).fill(separator), ''];
  return new Sql(strings, parts);
}

/** Templates without fragments are the common case; their text is made once per call site. */
const byTemplate = new WeakMap<readonly string[], { name: string; text: string }>();
const byText = new Map<string, string>();

export function compile(statement: Sql): CompiledSql {
  const { strings, args } = statement;
  if (!args.some((arg) => arg instanceof Sql)) {
    let known = byTemplate.get(strings);
    if (!known) {
      const text = strings.reduce((left, right, n) => `${left}$${n}${right}`);
      known = { text, name: nameOf(text) };
      byTemplate.set(strings, known);
    }
    return { name: known.name, text: known.text, values: args as unknown[] };
  }
  const values: unknown[] = [];
  const text = flatten(statement, values);
  return { name: nameOf(text), text, values };
}

function flatten(statement: Sql, values: unknown[]): string {
  let text = statement.strings[0] ?? '';
  statement.args.forEach((arg, n) => {
    text += arg instanceof Sql ? flatten(arg, values) : `$${values.push(arg)}`;
    text += statement.strings[n + 1];
  });
  return text;
}

function nameOf(text: string): string {
  let name = byText.get(text);
  if (!name) {
    name = `kvitt_${byText.size + 1}`;
    byText.set(text, name);
  }
  return name;
}
