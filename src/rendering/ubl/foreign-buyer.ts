import { ICELAND } from './identifiers.ts';

/** A buyer in another country, with its VAT number and its electronic address. */
export interface ForeignBuyer {
  country: string;
  vat: string;
  endpoint: { id: string; scheme: string };
}

/**
 * VAT schemes in the Peppol list of electronic address schemes, by the prefix of the VAT number. The list has no
 * scheme for the VAT numbers of other countries.
 */
const VAT_REGISTERS: Readonly<Record<string, string>> = {
  ...{ AD: '9922', AL: '9923', AT: '9914', BA: '9924', BE: '9925', BG: '9926', CH: '9927', CY: '9928' },
  ...{ CZ: '9929', DE: '9930', EE: '9931', EL: '9933', ES: '9920', FR: '9957', GB: '9932', GR: '9933' },
  ...{ HR: '9934', HU: '9910', IE: '9935', IT: '0211', LI: '9936', LT: '9937', LU: '9938', LV: '9939' },
  ...{ MC: '9940', ME: '9941', MK: '9942', MT: '9943', NL: '9944', PL: '9945', PT: '9946', RO: '9947' },
  ...{ RS: '9948', SI: '9949', SK: '9950', SM: '9951', TR: '9952', VA: '9953', XI: '9932' },
};

/** Prefixes of VAT numbers that differ from the country's ISO code. */
const COUNTRIES: Readonly<Record<string, string>> = { EL: 'GR', XI: 'GB' };
const DUTCH = /^NL\d{9}B\d{2}$/;

/**
 * Customers have no country field, so the country is derived from the VAT number; null if it is Icelandic or
 * unknown.
 */
export function foreignBuyer(given: string): ForeignBuyer | null {
  const vat = given.replace(/[^0-9a-z]/gi, '').toUpperCase();
  const prefix = vat.slice(0, 2);
  if (prefix === ICELAND || !/^[A-Z]{2}[0-9A-Z]{4,16}$/.test(vat) || !/\d{4}/.test(vat)) return null;
  const endpoint = nordicEndpoint(prefix, vat) ?? vatEndpoint(prefix, vat);
  return endpoint && { country: COUNTRIES[prefix] ?? prefix, vat, endpoint };
}

function vatEndpoint(prefix: string, vat: string): ForeignBuyer['endpoint'] | null {
  const scheme = VAT_REGISTERS[prefix];
  if (!scheme || (prefix === 'NL' && !DUTCH.test(vat))) return null;
  return { id: vat, scheme };
}

/** Nordic companies are addressed by their registration number, which is part of the VAT number. */
function nordicEndpoint(prefix: string, vat: string): ForeignBuyer['endpoint'] | null {
  const digits = vat.replace(/\D/g, '');
  switch (prefix) {
    case 'DK':
      return /^DK\d{8}$/.test(vat) ? { id: vat, scheme: '0184' } : null;
    case 'NO':
      return /^NO\d{9}(MVA)?$/.test(vat) && isNorwegianNumber(digits) ? { id: digits, scheme: '0192' } : null;
    case 'SE': {
      const id = digits.slice(0, 10);
      return /^SE\d{12}$/.test(vat) && isSwedishNumber(id) ? { id, scheme: '0007' } : null;
    }
    case 'FI':
      // The address starts with 0037, the code of the Finnish tax authority.
      return /^FI\d{8}$/.test(vat) && isFinnishNumber(digits)
        ? { id: `0037${digits}`, scheme: '0216' }
        : null;
    default:
      return null;
  }
}

const NORWAY_WEIGHTS = [3, 2, 7, 6, 5, 4, 3, 2];

function isNorwegianNumber(nine: string): boolean {
  return (11 - (weightedSum(NORWAY_WEIGHTS, nine) % 11)) % 11 === Number(nine[8]);
}

const FINLAND_WEIGHTS = [7, 9, 10, 5, 8, 4, 2];

function isFinnishNumber(eight: string): boolean {
  return (11 - (weightedSum(FINLAND_WEIGHTS, eight) % 11)) % 11 === Number(eight[7]);
}

function weightedSum(weights: readonly number[], digits: string): number {
  return weights.reduce((sum, weight, i) => sum + weight * Number(digits[i]), 0);
}

/** Luhn checksum. */
function isSwedishNumber(ten: string): boolean {
  const added = [...ten].reduce((sum, digit, i) => {
    const value = i % 2 === 0 ? Number(digit) * 2 : Number(digit);
    return sum + (value > 9 ? value - 9 : value);
  }, 0);
  return added % 10 === 0;
}
