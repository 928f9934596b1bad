import {
  type EinvoiceAddress,
  isBelgianNumber,
  isFinnishNumber,
  isLuhnNumber,
  isNorwegianNumber,
  parseForeignAddress,
  schemeCountry,
} from './einvoice-address.ts';

/** A buyer in another country, with its VAT number (empty if unknown) and its electronic address. */
export interface ForeignBuyer {
  country: string;
  vat: string;
  endpoint: EinvoiceAddress;
}

const ICELAND = 'IS';

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

/** How the countries with which most is traded write their VAT numbers after the prefix, and their check digits. */
const FORMS: Readonly<Record<string, { form: RegExp; check?: (digits: string) => boolean }>> = {
  AT: { form: /^U\d{8}$/ },
  BE: { form: /^[01]\d{9}$/, check: isBelgianNumber },
  BG: { form: /^\d{9,10}$/ },
  CH: { form: /^E\d{9}(MWST|TVA|IVA|HR)?$/ },
  CY: { form: /^\d{8}[A-Z]$/ },
  CZ: { form: /^\d{8,10}$/ },
  DE: { form: /^\d{9}$/ },
  DK: { form: /^\d{8}$/ },
  EE: { form: /^\d{9}$/ },
  EL: { form: /^\d{9}$/ },
  ES: { form: /^[0-9A-Z]\d{7}[0-9A-Z]$/ },
  FI: { form: /^\d{8}$/, check: isFinnishNumber },
  FR: { form: /^[0-9A-Z]{2}\d{9}$/ },
  GB: { form: /^(\d{9}|\d{12}|(GD|HA)\d{3})$/ },
  GR: { form: /^\d{9}$/ },
  HR: { form: /^\d{11}$/ },
  HU: { form: /^\d{8}$/ },
  IE: { form: /^\d[0-9A-Z]\d{5}[A-Z]{1,2}$/ },
  IT: { form: /^\d{11}$/, check: isLuhnNumber },
  LT: { form: /^(\d{9}|\d{12})$/ },
  LU: { form: /^\d{8}$/ },
  LV: { form: /^\d{11}$/ },
  MT: { form: /^\d{8}$/ },
  NL: { form: /^\d{9}B\d{2}$/ },
  NO: { form: /^\d{9}(MVA)?$/, check: isNorwegianNumber },
  PL: { form: /^\d{10}$/ },
  PT: { form: /^\d{9}$/ },
  RO: { form: /^\d{2,10}$/ },
  SE: { form: /^\d{12}$/, check: (digits) => isLuhnNumber(digits.slice(0, 10)) },
  SI: { form: /^\d{8}$/ },
  SK: { form: /^\d{10}$/ },
  XI: { form: /^(\d{9}|\d{12}|(GD|HA)\d{3})$/ },
};

/**
 * Whether a text looks like the VAT number of a country abroad, but is none. Rates, remarks and Icelandic numbers
 * are fine, because the field may have them too.
 */
export function isWrongVatNumber(given: string): boolean {
  const vat = bareNumber(given);
  const isNumber = /^[A-Z]{2}[0-9A-Z]{4,16}$/.test(vat) && /\d{4}/.test(vat);
  return isNumber && !isValidNumber(vat);
}

function isValidNumber(vat: string): boolean {
  const rules = FORMS[vat.slice(0, 2)];
  const rest = vat.slice(2);
  if (!rules) return true;
  return rules.form.test(rest) && (rules.check?.(rest.replace(/\D/g, '')) ?? true);
}

function bareNumber(given: string): string {
  return given.replace(/[^0-9a-z]/gi, '').toUpperCase();
}

/**
 * Customers have no country field, so the country is derived from the VAT number; null if it is Icelandic or
 * unknown.
 */
function foreignBuyer(given: string): ForeignBuyer | null {
  const vat = bareNumber(given);
  const prefix = vat.slice(0, 2);
  if (prefix === ICELAND || !/^[A-Z]{2}[0-9A-Z]{4,16}$/.test(vat) || !/\d{4}/.test(vat)) return null;
  const endpoint = isValidNumber(vat) ? (nordicEndpoint(prefix, vat) ?? vatEndpoint(prefix, vat)) : null;
  return endpoint && { country: COUNTRIES[prefix] ?? prefix, vat, endpoint };
}

function vatEndpoint(prefix: string, vat: string): EinvoiceAddress | null {
  const scheme = VAT_REGISTERS[prefix];
  return scheme ? { id: vat, scheme } : null;
}

/** Nordic companies are addressed by their registration number, which is part of the VAT number. */
function nordicEndpoint(prefix: string, vat: string): EinvoiceAddress | null {
  const digits = vat.replace(/\D/g, '');
  switch (prefix) {
    case 'DK':
      return { id: vat, scheme: '0184' };
    case 'NO':
      return { id: digits, scheme: '0192' };
    case 'SE':
      return { id: digits.slice(0, 10), scheme: '0007' };
    case 'FI':
      // The address starts with 0037, the code of the Finnish tax authority.
      return { id: `0037${digits}`, scheme: '0216' };
    default:
      return null;
  }
}

interface BuyerAddresses {
  /** The receiver of the e-invoice: a kennitala, or an address abroad with its scheme. */
  trading_partner_id: string;
  buyer: { registration_no: string; vat: string };
}

/**
 * The buyer of an invoice if it is abroad: by the electronic address that it gave, or by its VAT number where it has no
 * kennitala. Null if it is Icelandic, or if its country cannot be known.
 */
export function buyerAbroad({ trading_partner_id, buyer }: BuyerAddresses): ForeignBuyer | null {
  const address = parseForeignAddress(trading_partner_id);
  const byVat = foreignBuyer(buyer.vat);
  if (!address) return trading_partner_id === '' && buyer.registration_no === '' ? byVat : null;
  const country = byVat?.country ?? schemeCountry(address.scheme);
  return country === '' ? null : { country, vat: byVat?.vat ?? '', endpoint: address };
}
