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
  return new Sql(
    separators.of(`${parts.length} ${separator}`, () => separatorStrings(parts.length, separator)),
    parts,
  );
}

/** The named steps of a statement; empty ones are left out. */
export function joinCtes(...parts: readonly Sql[]): Sql {
  return join(
    parts.filter((part) => part !== EMPTY),
    ', ',
  );
}

function separatorStrings(count: number, separator: string): string[] {
  return ['', ...Array<string>(count - 1).fill(separator), ''];
}

/** Text that is part of a statement as it stands: names and literals of our own, never a value from outside. */
export function raw(text: string): Sql {
  return rawTexts.of(text, () => new Sql([text], []));
}

/** Makes each part once, so that `compile` knows it again. Parts beyond the limit are made anew. */
class Interned<T> {
  readonly #byKey = new Map<string, T>();

  of(key: string, make: () => T): T {
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    const made = make();
    if (this.#byKey.size < MAX_INTERNED) this.#byKey.set(key, made);
    return made;
  }
}

const MAX_INTERNED = 10_000;
const separators = new Interned<readonly string[]>();
const rawTexts = new Interned<Sql>();

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

/**
 * Everything that is known of statements which begin alike. A template of the source is the same array at each call, so the
 * sequence of templates and values leads to the text of the statement, which is composed only once.
 */
interface Beginning {
  templates: Map<readonly string[], Beginning>;
  value: Beginning | null;
  statement: Pick<CompiledSql, 'name' | 'text'> | null;
}

/** Several times what all operations together need. Beyond it a statement is composed at each call. */
const MAX_BEGINNINGS = 200_000;
let beginnings = 0;
const start = newBeginning();

export function compile(statement: Sql): CompiledSql {
  const values: unknown[] = [];
  const node = follow(start, statement, values);
  const { name, text } = node?.statement ?? compose(statement);
  if (node && !node.statement) node.statement = { name, text };
  return { name, text, values };
}

/** Where the statement leads to; null where it is not kept. Collects its values on the way. */
function follow(from: Beginning | null, { strings, args }: Sql, values: unknown[]): Beginning | null {
  let node = from && (from.templates.get(strings) ?? addTemplate(from, strings));
  for (const arg of args) {
    if (arg instanceof Sql) node = follow(node, arg, values);
    else {
      values.push(arg);
      if (node) node = node.value ??= newBeginning();
    }
  }
  return node;
}

function addTemplate(from: Beginning, strings: readonly string[]): Beginning | null {
  if (beginnings >= MAX_BEGINNINGS) return null;
  const added = newBeginning();
  from.templates.set(strings, added);
  return added;
}

function newBeginning(): Beginning {
  beginnings += 1;
  return { templates: new Map(), value: null, statement: null };
}

/**
 * In a statement that the server is to plan at each call, because the best plan depends on the values: a text that most records
 * contain is found by reading a few of them, and one that few contain by its index.
 */
export const PLANNED_EACH_TIME = raw('/* planned at each call */');

function compose(statement: Sql): Pick<CompiledSql, 'name' | 'text'> {
  const text = flatten(statement, { count: 0 });
  const isPlannedEachTime = text.includes(flatten(PLANNED_EACH_TIME, { count: 0 }));
  return { name: isPlannedEachTime ? undefined : names.nameOf(text), text };
}

function flatten({ strings, args }: Sql, values: { count: number }): string {
  let text = strings[0] ?? '';
  args.forEach((arg, n) => {
    if (!(arg instanceof Sql)) values.count += 1;
    text += arg instanceof Sql ? flatten(arg, values) : `$${values.count}`;
    text += strings[n + 1];
  });
  return text;
}
