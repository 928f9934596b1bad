/** An electronic address in the Peppol network: a number in the register that the scheme names. */
export interface EinvoiceAddress {
  scheme: string;
  id: string;
}

/** Code of the Icelandic kennitala in the list of electronic address schemes. */
export const KENNITALA_SCHEME = '0196';

/** Also as older documents write it. */
export const KENNITALA_SCHEMES: readonly string[] = [KENNITALA_SCHEME, '9917', 'IS:KT'];

/** National schemes of the Peppol list with their country. */
const NATIONAL: Readonly<Record<string, string>> = {
  ...{ '0002': 'FR', '0007': 'SE', '0009': 'FR', '0096': 'DK', '0097': 'IT', '0106': 'NL', '0135': 'IT' },
  ...{ '0142': 'IT', '0151': 'AU', '0183': 'CH', '0184': 'DK', '0188': 'JP', '0190': 'NL', '0191': 'EE' },
  ...{ '0192': 'NO', '0195': 'SG', '0198': 'DK', '0200': 'LT', '0201': 'IT', '0204': 'DE', '0208': 'BE' },
  ...{ '0210': 'IT', '0211': 'IT', '0216': 'FI', '0218': 'LV', '0221': 'JP', '0225': 'FR', '0230': 'MY' },
  ...{ '0235': 'AE', '9910': 'HU', '9914': 'AT', '9915': 'AT', '9919': 'AT', '9920': 'ES', '9922': 'AD' },
  ...{ '9923': 'AL', '9924': 'BA', '9925': 'BE', '9926': 'BG', '9927': 'CH', '9928': 'CY', '9929': 'CZ' },
  ...{ '9930': 'DE', '9931': 'EE', '9932': 'GB', '9933': 'GR', '9934': 'HR', '9935': 'IE', '9936': 'LI' },
  ...{ '9937': 'LT', '9938': 'LU', '9939': 'LV', '9940': 'MC', '9941': 'ME', '9942': 'MK', '9943': 'MT' },
  ...{ '9944': 'NL', '9945': 'PL', '9946': 'PT', '9947': 'RO', '9948': 'RS', '9949': 'SI', '9950': 'SK' },
  ...{ '9951': 'SM', '9952': 'TR', '9953': 'VA', '9957': 'FR', '9959': 'US' },
};

/** Schemes that companies of any country use: DUNS, GLN, EU bodies, LEI, GS1, business registers, IBAN. */
const INTERNATIONAL: readonly string[] = ['0060', '0088', '0130', '0199', '0209', '9913', '9918'];

const WRITTEN = /^(\d{4})\s*:\s*([0-9A-Za-z][0-9A-Za-z.:/_-]{1,48}[0-9A-Za-z])$/;

/** 9930:DE123456789, the address of a company abroad. Null for a kennitala, which is written without its scheme. */
export function parseForeignAddress(written: string): EinvoiceAddress | null {
  const [, scheme = '', id = ''] = WRITTEN.exec(written.trim()) ?? [];
  const isKnown = scheme in NATIONAL || INTERNATIONAL.includes(scheme);
  if (!isKnown || CHECKS[scheme]?.(id) === false) return null;
  return { scheme, id };
}

/** The address of a trading partner; one without a scheme is a kennitala. */
export function addressOf(partner: string): EinvoiceAddress {
  return parseForeignAddress(partner) ?? { scheme: KENNITALA_SCHEME, id: partner };
}

/** Whether a text is meant as an address abroad, right or wrong. The scheme of the kennitala is left out on purpose. */
export function isMeantAsForeignAddress(written: string): boolean {
  return /^\d{4}\s*:/.test(written) && !written.startsWith(KENNITALA_SCHEME);
}

export function formatAddress({ scheme, id }: EinvoiceAddress): string {
  return `${scheme}:${id}`;
}

/** The country of the register; empty for an international one. */
export function schemeCountry(scheme: string): string {
  return NATIONAL[scheme] ?? '';
}

/** The numbers that the network checks itself before it accepts a document. */
const CHECKS: Readonly<Record<string, (id: string) => boolean>> = {
  '0007': (id) => /^\d{10}$/.test(id) && isLuhnNumber(id),
  '0088': (id) => /^\d{13}$/.test(id) && isGlobalLocationNumber(id),
  '0096': (id) => /^\d{10}$/.test(id),
  '0151': (id) => /^\d{11}$/.test(id) && isAustralianNumber(id),
  '0184': (id) => /^(DK)?\d{8}$/.test(id),
  '0192': (id) => /^\d{9}$/.test(id) && isNorwegianNumber(id),
  '0198': (id) => /^DK\d{8}$/.test(id),
  '0208': (id) => /^\d{10}$/.test(id) && isBelgianNumber(id),
  '0211': (id) => /^IT\d{11}$/.test(id) && isLuhnNumber(id.slice(2)),
  '9944': (id) => /^NL\d{9}B\d{2}$/.test(id),
};

/** Luhn checksum: every second digit from the right but one counts twice. */
export function isLuhnNumber(digits: string): boolean {
  const added = [...digits].reverse().reduce((sum, digit, i) => {
    const value = i % 2 === 1 ? Number(digit) * 2 : Number(digit);
    return sum + (value > 9 ? value - 9 : value);
  }, 0);
  return added % 10 === 0;
}

function isGlobalLocationNumber(thirteen: string): boolean {
  const added = [...thirteen].reduce((sum, digit, i) => sum + Number(digit) * (i % 2 === 0 ? 1 : 3), 0);
  return added % 10 === 0;
}

const NORWAY_WEIGHTS = [3, 2, 7, 6, 5, 4, 3, 2];

export function isNorwegianNumber(nine: string): boolean {
  return (11 - (weightedSum(NORWAY_WEIGHTS, nine) % 11)) % 11 === Number(nine[8]);
}

const AUSTRALIA_WEIGHTS = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19];

/** The first digit counts one less than it is. */
function isAustralianNumber(eleven: string): boolean {
  return (weightedSum(AUSTRALIA_WEIGHTS, eleven) - 10) % 89 === 0;
}

const FINLAND_WEIGHTS = [7, 9, 10, 5, 8, 4, 2];

export function isFinnishNumber(eight: string): boolean {
  return (11 - (weightedSum(FINLAND_WEIGHTS, eight) % 11)) % 11 === Number(eight[7]);
}

/** The last two digits are what the first eight leave of 97. */
export function isBelgianNumber(ten: string): boolean {
  return 97 - (Number(ten.slice(0, 8)) % 97) === Number(ten.slice(8));
}

function weightedSum(weights: readonly number[], digits: string): number {
  return weights.reduce((sum, weight, i) => sum + weight * Number(digits[i]), 0);
}
