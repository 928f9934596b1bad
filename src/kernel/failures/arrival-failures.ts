import { busy, conflict, input, notFound } from './entry.ts';

/** The failures of exports and imports of whole accounts and lists; see `failure.ts`. */
export const ARRIVAL_FAILURES = {
  account_export_not_found: notFound('No account export found'),
  account_import_not_found: notFound('No account import found'),
  account_import_running: conflict(
    (address: string) => `An import from ${address} is running; stop it first, or wait until it is done`,
  ),
  registered_company_not_found: notFound('No registered company found'),
  register_unavailable: busy(
    'The register of companies does not answer; try again later, or write the name yourself',
  ),
  records_unreadable: input(
    (why: string) => `The file cannot be read: ${why}. Send CSV or XLSX with one row for each record`,
  ),
  records_columns: input(
    (missing: string, known: string) =>
      `The columns are not known: send a mapping that says which one is ${missing}, by the headings or numbers of the columns. A row may have ${known}`,
  ),
  records_no_column: input((column: string) => `The file has no column ${column}, which the mapping names`),
  records_no_field: input(
    (field: string, known: string) =>
      `The mapping names ${field}, which such a record does not have. It may have ${known}`,
  ),
  records_empty: input('The file has no rows below its headings'),
  records_many: input((max: string) => `The file has more than ${max} rows; split it`),
  records_refused: input(
    (refused: string, total: string, first: string) =>
      `${refused} of ${total} rows cannot be imported, and nothing was written: ${first}`,
  ),
} as const;
