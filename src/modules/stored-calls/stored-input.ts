import { UploadedFile } from '../../kernel/fields/uploaded-file.ts';

/** A file of a stored input: where it stands in the input, and its content in base64. */
export interface StoredFile {
  path: (string | number)[];
  name: string;
  bytes: string;
}

export interface StoredInput {
  /** JSON as it was sent, with null where a file stands. */
  input: string;
  files: StoredFile[];
}

/** The input of a write as JSON, with its files beside it: no value of the input can be taken for a file. */
export function encodeInput(raw: unknown): StoredInput {
  const files: StoredFile[] = [];
  const visit = (value: unknown, path: StoredFile['path']): unknown => {
    if (value instanceof UploadedFile) {
      files.push({ path, name: value.name, bytes: value.bytes.toString('base64') });
      return null;
    }
    if (Array.isArray(value)) return value.map((one, at) => visit(one, [...path, at]));
    if (typeof value !== 'object' || value === null || 'toJSON' in value) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, visit(one, [...path, name])]),
    );
  };
  return { input: JSON.stringify(visit(raw, [])), files };
}

export function decodeInput({ input, files }: StoredInput): unknown {
  const root = { input: JSON.parse(input) as unknown };
  for (const { path, name, bytes } of files) {
    const [last = 'input', ...parents] = ['input', ...path].reverse();
    const parent = parents.reverse().reduce<unknown>((at, key) => (at as Keyed)[key], root);
    (parent as Keyed)[last] = new UploadedFile(name, Buffer.from(bytes, 'base64'));
  }
  return root.input;
}

type Keyed = Record<string | number, unknown>;
