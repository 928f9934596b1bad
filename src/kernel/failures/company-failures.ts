import { conflict, input } from './entry.ts';

/** The part of the catalogue in `failure.ts` about the settings of a company. */
export const COMPANY_FAILURES = {
  logo_not_accepted: input(
    'A logo must be a PNG or JPEG picture; save it as PNG (SVG and other kinds are not accepted)',
  ),
  logo_too_large: input('The logo has more than 2 MB or more than 20 megapixels; send a smaller picture'),
  logo_unreadable: input('The logo is broken, all white, or smaller than 16 pixels; send another picture'),
  number_used: conflict(
    (sent: string, lowest: string) =>
      `Number ${sent} is used or lies below one that is; send ${lowest} or more`,
  ),
  number_gap: conflict(
    (from: string, to: string) =>
      `The numbers ${from} to ${to} would never be used; send leave_gap 1 if that is meant`,
  ),
  account_name_wrong: input(
    (username: string) => `Send the username of this account, ${username}, to confirm that it is closed`,
  ),
  account_export_first: conflict(
    'Export the account and fetch the file first: there is no export that has all that has happened',
  ),
  account_has_claims: conflict(
    (count: string) => `${count} claims are open at the bank; cancel them, or wait until they are paid`,
  ),
  account_closed: conflict('This account was closed for good by its owner; it cannot be opened again'),
} as const;
