/** The part of the catalogue in `failure.ts` about the settings of a company. */
export const COMPANY_FAILURES = {
  logo_not_accepted: {
    kind: 'input',
    message: 'A logo must be a PNG or JPEG picture; save it as PNG (SVG and other kinds are not accepted)',
  },
  logo_too_large: {
    kind: 'input',
    message: 'The logo has more than 2 MB or more than 20 megapixels; send a smaller picture',
  },
  logo_unreadable: {
    kind: 'input',
    message: 'The logo is broken, all white, or smaller than 16 pixels; send another picture',
  },
  number_used: {
    kind: 'conflict',
    message: (sent: string, lowest: string) =>
      `Number ${sent} is used or lies below one that is; send ${lowest} or more`,
  },
  number_gap: {
    kind: 'conflict',
    message: (from: string, to: string) =>
      `The numbers ${from} to ${to} would never be used; send leave_gap 1 if that is meant`,
  },
  account_name_wrong: {
    kind: 'input',
    message: (username: string) =>
      `Send the username of this account, ${username}, to confirm that it is closed`,
  },
  account_export_first: {
    kind: 'conflict',
    message: 'Export the account and fetch the file first: there is no export that has all that has happened',
  },
  account_has_claims: {
    kind: 'conflict',
    message: (count: string) =>
      `${count} claims are open at the bank; cancel them, or wait until they are paid`,
  },
  account_closed: {
    kind: 'conflict',
    message: 'This account was closed for good by its owner; it cannot be opened again',
  },
} as const;
