import { z } from 'zod';
import { EXPORTED, LEFT_OUT } from './exported-tables-store.ts';

export const FORMAT = 'kvitt-account';
/** Raised when a reader of the former version would misunderstand an export. */
export const FORMAT_VERSION = 1;

export const manifestSchema = z.object({
  format: z.literal(FORMAT),
  version: z.number().int(),
  kvitt: z.string(),
  /** The last migration of the database that it came from. */
  schema: z.number().int(),
  made_at: z.string(),
  account: z.object({ username: z.string(), name: z.string(), registration_no: z.string() }),
  /** Rows of each kind, and their columns. */
  counts: z.record(z.string(), z.number().int()),
  columns: z.record(z.string(), z.array(z.string())),
  files: z.array(
    z.object({ path: z.string(), size: z.number().int().nonnegative(), sha256: z.string().length(64) }),
  ),
});
export type Manifest = z.infer<typeof manifestSchema>;

export const rowsPath = (kind: string) => `${kind}.jsonl`;

/** Explains the archive to somebody who has never seen Kvitt. */
export function readmeText({ account, made_at }: Pick<Manifest, 'account' | 'made_at'>): string {
  const kinds = EXPORTED.map(({ kind, about }) => `- \`${rowsPath(kind)}\`: ${about}`);
  const stays = [...new Set(Object.values(LEFT_OUT))].map((reason) => `- ${reason}`);
  return `# ${account.name} (kt. ${account.registration_no})

Everything that this company had in Kvitt at ${made_at}.

Hér eru öll gögn fyrirtækisins úr Kvitt: reikningar sem PDF og XML í \`invoices/\`, fylgiskjöl og kvittanir í \`files/\`
og allar færslur í \`.jsonl\`-skrám, ein færsla í línu.

## What is where

- \`invoices/\`: each issued invoice and credit note as PDF and as XML (UBL 2.1), by its number. Those that were
  imported from a former system have \`imported-\` before it, because the same number may have been given here.
  A number with a word after it is the PDF of an earlier state, such as before it was paid.
- \`files/\`: receipts of costs, attachments, pictures and journals.
- \`*.jsonl\`: one JSON object in each line (UTF-8).
- \`manifest.json\`: the version of this format, how many rows of each kind there are, and size and SHA-256 of every file.

## How to read the rows

Amounts are exact decimal numbers: read them as decimals and not as binary floating point. Days are \`YYYY-MM-DD\`, times are in UTC.
\`guid\` names a record in the API. \`id\` numbers the rows of one file, and other files refer to it:
\`customer_id\` is the \`id\` of a line in \`customers.jsonl\`, \`invoice_id\` of one in \`invoices.jsonl\`, and so on.
Columns \`bytes\` and \`file\` hold the path of a file in this archive.

${kinds.join('\n')}

## What is not here

Passwords and keys, and what belongs to the installation or to its access:

${stays.join('\n')}

## Into another Kvitt

    kvitt account import FILE --username NAME

makes a new account of it, with the same records, numbers and states. The format is described in docs/export.md of Kvitt.
`;
}
