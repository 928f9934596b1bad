import type { ReactNode } from 'react';
import type { BulkWrite } from '../../api/bulk-calls.ts';
import type { FormFields } from '../../lib/use-fields.ts';
import type { ZipEntry } from '../../lib/zip.ts';

/** A file for each row, which are saved together in a ZIP. */
export interface BulkFiles<Row> {
  label: string;
  /** Names the ZIP. */
  archive: string;
  load(row: Row): Promise<ZipEntry | undefined>;
}

/** What a person may choose for all rows at once. */
interface BulkChoices {
  /** What counts if nothing is chosen; values that are empty are not sent. */
  initial: Readonly<Record<string, string>>;
  render(form: FormFields<Record<string, string>>): ReactNode;
}

/** Something that can be done with all chosen rows: a write or a file of each, or a dialog about all of them. */
export interface BulkAction<Row> {
  label: string;
  icon: ReactNode;
  variant?: 'primary' | 'danger';
  /** The rows that it is meant for; it is offered while there is one. */
  applies(row: Row): boolean;
  does:
    | {
        write: BulkWrite;
        /** What will be done with those that are not refused. */
        about(rows: readonly Row[]): string;
        choices?: BulkChoices;
        /** For rows that are refused for a reason, by its code: the input that does it nevertheless. */
        insist?: { reason: string; label: string; input: Readonly<Record<string, unknown>> };
        /** For rows that are refused for a reason: what can be had instead. */
        instead?: { reason: string } & BulkFiles<Row>;
      }
    | { files: BulkFiles<Row> }
    /** A dialog of the screen, about all of them together. */
    | { opens(rows: readonly Row[]): void };
}
