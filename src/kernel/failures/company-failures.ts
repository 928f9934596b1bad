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
} as const;
