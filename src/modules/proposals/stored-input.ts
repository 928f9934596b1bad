import { UploadedFile } from '../../kernel/fields/uploaded-file.ts';

const FILE = '$file';

/** The input of a write as text, with its files. */
export function encodeInput(raw: unknown): { input: string; hasFile: boolean } {
  let hasFile = false;
  const input = JSON.stringify(raw, function (this: Record<string, unknown>, key, value) {
    // An UploadedFile has turned itself into its name and digest before this function is called.
    const original = this[key];
    if (!(original instanceof UploadedFile)) return value;
    hasFile = true;
    return { [FILE]: original.name, bytes: original.bytes.toString('base64') };
  });
  return { input, hasFile };
}

export function decodeInput(input: string): unknown {
  return JSON.parse(input, (_key, value) =>
    typeof value === 'object' && value !== null && typeof value[FILE] === 'string'
      ? new UploadedFile(value[FILE], Buffer.from(String(value.bytes), 'base64'))
      : value,
  );
}
