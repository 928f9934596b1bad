import { fail } from '../../../kernel/failures/failure.ts';

type Fields = Record<string, unknown>;

/** `name[]`, `name[0]` and `data[items][0][qty]`, as PHP and many form libraries spell lists and objects. */
const BRACKETED = /^([^[\]]+)((?:\[[^[\]]*\])+)$/;
const SEGMENT = /\[([^[\]]*)\]/g;
const INDEX = /^(0|[1-9]\d{0,8})$/;
/** Deeper than any object of the API; each level costs a Map. */
const MAX_DEPTH = 8;

class Leaf {
  readonly value: unknown;

  constructor(value: unknown) {
    this.value = value;
  }
}

type Branch = Map<string, Branch | Leaf>;

/**
 * Turns fields with bracketed names into the lists and objects that they spell. The tree is built of Maps, so a name such
 * as `__proto__` cannot reach a prototype. Contradictory spellings are refused: reading one of them would ignore the other.
 */
export function nestFields(sent: Fields): Fields {
  const names = Object.keys(sent);
  if (!names.some((name) => name.includes('[') || name.includes(']'))) return sent;
  const root: Branch = new Map();
  for (const name of names) insert(root, name, sent[name]);
  return Object.fromEntries([...root].map(([name, node]) => [name, valueAt(node, name)]));
}

function insert(root: Branch, name: string, value: unknown): void {
  const path = pathOf(name);
  const isAppended = path.at(-1) === '';
  if (isAppended) path.pop();
  if (path.includes('')) refuse(name, 'must have a number between its brackets, as in items[0][qty]');
  const last = path.pop() ?? name;
  let branch = root;
  for (const segment of path) {
    const next = branch.get(segment) ?? new Map<string, Branch | Leaf>();
    if (next instanceof Leaf) refuseContradiction(name);
    branch.set(segment, next);
    branch = next;
  }
  if (branch.has(last)) refuseContradiction(name);
  branch.set(last, new Leaf(isAppended && !Array.isArray(value) ? [value] : value));
}

function pathOf(name: string): string[] {
  if (!name.includes('[') && !name.includes(']')) return [name];
  const [, base = '', brackets = ''] = BRACKETED.exec(name) ?? [];
  const path = [base, ...Array.from(brackets.matchAll(SEGMENT), ([, segment = '']) => segment.trim())];
  if (base === '' || path.includes('__proto__'))
    refuse(name, 'has a name that cannot be read; write lists as name[0] and objects as data[name]');
  if (path.length > MAX_DEPTH) refuse(name, `must not be nested more than ${MAX_DEPTH} levels deep`);
  return path;
}

/** Only the order of indexes counts: clients that drop an element leave a gap. */
function valueAt(node: Branch | Leaf, name: string): unknown {
  if (node instanceof Leaf) return node.value;
  const children = [...node].map(([key, child]): [string, unknown] => [
    key,
    valueAt(child, `${name}[${key}]`),
  ]);
  const indexes = children.filter(([key]) => INDEX.test(key)).length;
  if (indexes === 0) return Object.fromEntries(children);
  if (indexes < children.length) refuseContradiction(name);
  return children.sort(([a], [b]) => Number(a) - Number(b)).map(([, value]) => value);
}

function refuseContradiction(name: string): never {
  return refuse(name, 'is sent in two ways that contradict each other; send it in one way');
}

function refuse(name: string, problem: string): never {
  return fail('field_invalid', name.slice(0, 100).toWellFormed(), problem);
}
