import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments, stringify } from 'yaml';

/** The part of Helm's template language that the chart uses. Everything else is an error, so that nothing is rendered wrongly. */
type Value = unknown;
interface Scope {
  dot: Value;
  root: Value;
  variables: Readonly<Record<string, Value>>;
}
type Node = (scope: Scope) => string;

interface Tag {
  code: string;
}
type Token = string | Tag;

export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels: Record<string, string>; annotations?: Record<string, string> };
  spec: any;
}

/** Renders the templates of a chart with its values, and others over them, as `helm template books` does. */
export function renderChart(directory: string, own: object = {}): Manifest[] {
  const read = (name: string) => readFileSync(join(directory, name), 'utf8');
  const { name, version, appVersion } = parse(read('Chart.yaml'));
  const root = {
    Values: merged(parse(read('values.yaml')), own),
    Chart: { Name: name, Version: version, AppVersion: appVersion },
    Release: { Name: 'books', Service: 'Helm' },
  };
  const renderer = new Renderer();
  const files = readdirSync(join(directory, 'templates')).map((file) => ({
    file,
    node: renderer.compile(read(join('templates', file))),
  }));
  return files
    .filter(({ file }) => file.endsWith('.yaml'))
    .flatMap(({ node }) => parseAllDocuments(node({ dot: root, root, variables: {} })))
    .map((document) => {
      const [problem] = document.errors;
      if (problem) throw problem;
      return document.toJSON() as Manifest | null;
    })
    .filter((manifest) => manifest !== null);
}

function merged(base: Value, over: Value): Value {
  if (!isMap(base) || !isMap(over)) return over;
  const entries = Object.entries(over).map(([key, value]) => [key, merged(base[key], value)]);
  return { ...base, ...Object.fromEntries(entries) };
}

function isMap(value: Value): value is Record<string, Value> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Texts and tags; a dash inside a tag's braces removes the space outside of it. */
function tokensOf(source: string): Token[] {
  const tokens: Token[] = [];
  let rest = source;
  for (;;) {
    const found = /\{\{(-?)\s*(\/\*[\s\S]*?\*\/|(?:"[^"]*"|[^"}])*?)\s*(-?)\}\}/.exec(rest);
    if (!found) return [...tokens, rest];
    const [whole, left, code = '', right] = found;
    const before = rest.slice(0, found.index);
    tokens.push(left ? before.trimEnd() : before, { code });
    rest = rest.slice(found.index + whole.length);
    if (right) rest = rest.trimStart();
  }
}

class Renderer {
  readonly #defined = new Map<string, Node>();

  compile(source: string): Node {
    const tokens = tokensOf(source);
    const { node, end } = this.#block(tokens);
    if (end) throw new Error(`${end} without its beginning`);
    return node;
  }

  /** Compiles until the `end` or `else` of the block, which it consumes. */
  #block(tokens: Token[]): { node: Node; end: string | null } {
    const nodes: Node[] = [];
    const node: Node = (scope) => nodes.map((one) => one(scope)).join('');
    for (let token = tokens.shift(); token !== undefined; token = tokens.shift()) {
      if (typeof token === 'string') {
        const text = token;
        nodes.push(() => text);
      } else if (token.code === 'end' || token.code === 'else') return { node, end: token.code };
      else nodes.push(this.#tag(token.code, tokens));
    }
    return { node, end: null };
  }

  #tag(code: string, tokens: Token[]): Node {
    if (code.startsWith('/*')) return () => '';
    const [, word, rest = ''] = /^(define|if|with|range)\s+(.*)$/.exec(code) ?? [];
    if (!word) return (scope) => String(this.#pipeline(code, scope) ?? '');
    const { node, end } = this.#block(tokens);
    const otherwise = end === 'else' ? this.#block(tokens).node : () => '';
    if (word === 'define') {
      this.#defined.set(JSON.parse(rest), node);
      return () => '';
    }
    if (word === 'range') return this.#range(rest, node);
    return (scope) => {
      const value = this.#pipeline(rest, scope);
      if (!isTrue(value)) return otherwise(scope);
      return node(word === 'with' ? { ...scope, dot: value } : scope);
    };
  }

  #range(code: string, node: Node): Node {
    const [, key = '', name = '', list = ''] = /^\$(\w+), \$(\w+) := (.*)$/.exec(code) ?? [];
    if (!list) throw new Error(`the range ${code} is not supported`);
    return (scope) =>
      Object.entries(Object(this.#pipeline(list, scope)))
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([at, value]) => node({ ...scope, dot: value, variables: { [key]: at, [name]: value } }))
        .join('');
  }

  #pipeline(code: string, scope: Scope): Value {
    const steps = code.match(/(?:"[^"]*"|[^|"])+/g) ?? [];
    let value: Value;
    for (const [n, step] of steps.entries()) {
      const words = step.trim().match(/"[^"]*"|\S+/g) ?? [];
      const [name = '', ...args] = words;
      const given = args.map((one) => operand(one, scope));
      if (n > 0) given.push(value);
      value = /^[a-zA-Z]+$/.test(name) ? this.#call(name, given, scope) : operand(name, scope);
    }
    return value;
  }

  #call(name: string, args: Value[], scope: Scope): Value {
    if (name === 'include') {
      const template = this.#defined.get(String(args[0]));
      if (!template) throw new Error(`there is no template ${args[0]}`);
      return template({ ...scope, dot: args[1], root: args[1], variables: {} });
    }
    const call = FUNCTIONS[name];
    if (!call) throw new Error(`the function ${name} is not supported`);
    return call(...args);
  }
}

function operand(code: string, { dot, root, variables }: Scope): Value {
  if (code.startsWith('"')) return JSON.parse(code);
  if (/^\d+$/.test(code)) return Number(code);
  if (code === '.') return dot;
  const [first = '', ...path] = code.split('.');
  const start = first === '' ? dot : first === '$' ? root : variables[first.slice(1)];
  return path.reduce((value: Value, key) => (isMap(value) ? value[key] : undefined), start);
}

function isTrue(value: Value): boolean {
  if (isMap(value) || Array.isArray(value)) return Object.keys(value).length > 0;
  return Boolean(value);
}

const FUNCTIONS: Readonly<Record<string, (...args: any[]) => Value>> = {
  quote: (value) => JSON.stringify(String(value)),
  default: (other, value) => (isTrue(value) ? value : other),
  toYaml: (value) => stringify(value).trimEnd(),
  nindent: (count, text) =>
    `\n${String(text)
      .split('\n')
      .map((one) => ' '.repeat(count) + one)
      .join('\n')}`,
  trunc: (count, text) => String(text).slice(0, count),
  trimSuffix: (suffix, text) => (text.endsWith(suffix) ? text.slice(0, -suffix.length) : text),
  required: (message, value) => {
    if (value === undefined || value === null || value === '') throw new Error(message);
    return value;
  },
};
