import assert from 'node:assert/strict';
import { XMLParser, XMLValidator } from 'fast-xml-parser';

/** An XML element, parsed by an independent library. */
export class Tree {
  readonly name: string;
  readonly attributes: Record<string, string>;
  readonly children: Tree[];
  readonly text: string;

  constructor(name: string, attributes: Record<string, string>, children: Tree[], text: string) {
    this.name = name;
    this.attributes = attributes;
    this.children = children;
    this.text = text;
  }

  /** All elements at a path of local names, such as `TaxTotal/TaxSubtotal`. */
  all(path: string): Tree[] {
    return path
      .split('/')
      .reduce<Tree[]>(
        (found, name) => found.flatMap(({ children }) => children.filter((child) => child.name === name)),
        [this],
      );
  }

  one(path: string): Tree {
    const [found, ...more] = this.all(path);
    assert.ok(found && more.length === 0, `${this.name} has ${found ? 'several' : 'no'} ${path}`);
    return found;
  }

  /** The text at a path, or undefined. */
  at(path: string): string | undefined {
    const [found, ...more] = this.all(path);
    assert.equal(more.length, 0, `${this.name} has several ${path}`);
    return found?.text;
  }

  *everything(): Generator<Tree> {
    yield this;
    for (const child of this.children) yield* child.everything();
  }
}

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  trimValues: false,
  removeNSPrefix: true,
  ignoreDeclaration: true,
});

export function treeOf(xml: string): Tree {
  assert.equal(XMLValidator.validate(xml), true);
  const [root] = (parser.parse(xml) as object[]).filter((node) => !('#text' in node)).map(read);
  assert.ok(root);
  return root;
}

function read(node: object): Tree {
  const { ':@': attributes = {}, ...rest } = node as Record<string, any>;
  const [[name, content] = ['', []]] = Object.entries(rest) as [string, any[]][];
  const children = content.filter((child) => !('#text' in child)).map(read);
  const text = content.map((child) => child['#text'] ?? '').join('');
  return new Tree(name, attributes, children, children.length > 0 ? '' : text);
}
