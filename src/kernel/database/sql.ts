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
  /** Undefined: the server plans the statement each time. */
  name: string | undefined;
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

/**
 * Names for distinct statement texts. Every connection keeps a plan for each name, and nothing ever drops one, so the
 * number of names is bounded: SQL that is composed from lists of a client's size would otherwise fill the server's memory.
 */
export class StatementNames {
  readonly #limit: number;
  readonly #warn: (message: string) => void;
  readonly #byText = new Map<string, string>();
  #hasWarned = false;

  constructor(limit: number, warn: (message: string) => void) {
    this.#limit = limit;
    this.#warn = warn;
  }

  /** Undefined beyond the limit. */
  nameOf(text: string): string | undefined {
    const known = this.#byText.get(text);
    if (known) return known;
    if (this.#byText.size >= this.#limit) {
      if (!this.#hasWarned)
        this.#warn(
          `More than ${this.#limit} distinct statements; this one is not prepared: ${text.slice(0, 200)}`,
        );
      this.#hasWarned = true;
      return undefined;
    }
    const name = `kvitt_${this.#byText.size + 1}`;
    this.#byText.set(text, name);
    return name;
  }
}

/** Several times what all operations together use. */
const MAX_NAMES = 5000;
const names = new StatementNames(MAX_NAMES, (message) => process.emitWarning(message));

/** Templates without fragments are the common case; their text is made once per call site. */
const byTemplate = new WeakMap<readonly string[], Pick<CompiledSql, 'name' | 'text'>>();

export function compile(statement: Sql): CompiledSql {
  const { strings, args } = statement;
  if (!args.some((arg) => arg instanceof Sql)) {
    let known = byTemplate.get(strings);
    if (!known) {
      const text = strings.reduce((left, right, n) => `${left}$${n}${right}`);
      known = { text, name: names.nameOf(text) };
      byTemplate.set(strings, known);
    }
    return { name: known.name, text: known.text, values: args as unknown[] };
  }
  const values: unknown[] = [];
  const text = flatten(statement, values);
  return { name: names.nameOf(text), text, values };
}

function flatten(statement: Sql, values: unknown[]): string {
  let text = statement.strings[0] ?? '';
  statement.args.forEach((arg, n) => {
    text += arg instanceof Sql ? flatten(arg, values) : `$${values.push(arg)}`;
    text += statement.strings[n + 1];
  });
  return text;
}
