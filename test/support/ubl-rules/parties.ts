import type { Tree } from '../../rendering/tree.ts';
import { atMostOne, has, named, partiesIn, type Rules, text } from './rule.ts';

const SELLER = 'AccountingSupplierParty/Party';
const BUYER = 'AccountingCustomerParty/Party';
const COUNTRY = 'PostalAddress/Country/IdentificationCode';
/** Schemes of electronic addresses; only those that a document of ours can have. */
const SCHEMES = /^(0196|0088|0184|0192|0007|0204|0208|0211|0216|9910|9914|992\d|993\d|994\d|995[0-37])$/;

const at = (root: Tree, path: string, test: (party: Tree) => boolean) => root.all(path).some(test);
const countryOf = (root: Tree, path: string) => text(root, `${path}/${COUNTRY}`);
const isIcelandic = (root: Tree) => countryOf(root, SELLER) === 'IS';
const areIcelandic = (root: Tree) => isIcelandic(root) && countryOf(root, BUYER) === 'IS';
const vatNumbers = (tree: Tree) =>
  tree.all('PartyTaxScheme').filter((scheme) => text(scheme, 'TaxScheme/ID') === 'VAT');
const numbered = (root: Tree, scheme: string, fits: (id: string) => boolean) =>
  named(root, 'EndpointID', 'CompanyID')
    .filter(({ attributes }) => attributes.schemeID === scheme)
    .every((one) => fits(one.text));
const hasKennitala = (party: Tree) =>
  party.all('PartyLegalEntity/CompanyID').some(({ attributes }) => attributes.schemeID === '0196');
const hasStreet = (party: Tree) =>
  has(party, 'PostalAddress/StreetName') && has(party, 'PostalAddress/PostalZone');

/** What is asked of seller and buyer: who they are, where, and by which number they are reached. */
export const PARTY_RULES: Rules = {
  'BR-06': (root) => text(root, `${SELLER}/PartyLegalEntity/RegistrationName`) !== '',
  'BR-07': (root) => text(root, `${BUYER}/PartyLegalEntity/RegistrationName`) !== '',
  'BR-08': (root) => has(root, `${SELLER}/PostalAddress`),
  'BR-09': (root) => countryOf(root, SELLER) !== '',
  'BR-10': (root) => has(root, `${BUYER}/PostalAddress`),
  'BR-11': (root) => countryOf(root, BUYER) !== '',
  'BR-62': (root) => root.all(`${SELLER}/EndpointID`).every(({ attributes }) => 'schemeID' in attributes),
  'BR-63': (root) => root.all(`${BUYER}/EndpointID`).every(({ attributes }) => 'schemeID' in attributes),
  'BR-CL-11': (root) =>
    root
      .all(`${BUYER}/PartyLegalEntity/CompanyID`)
      .concat(root.all(`${SELLER}/PartyLegalEntity/CompanyID`))
      .every(({ attributes }) => attributes.schemeID === undefined || attributes.schemeID === '0196'),
  'BR-CL-14': (root) => named(root, 'IdentificationCode').every((one) => /^[A-Z]{2}$/.test(one.text)),
  'BR-CL-25': (root) =>
    named(root, 'EndpointID').every(({ attributes }) => SCHEMES.test(attributes.schemeID ?? '0196')),
  'BR-CO-09': (root) =>
    partiesIn(root)
      .flatMap(vatNumbers)
      .every((scheme) => /^[A-Z]{2}\w/.test(text(scheme, 'CompanyID'))),
  'BR-CO-26': (root) =>
    at(
      root,
      SELLER,
      (party) =>
        vatNumbers(party).length > 0 ||
        has(party, 'PartyLegalEntity/CompanyID') ||
        has(party, 'PartyIdentification/ID'),
    ),
  R010: (root) => has(root, `${BUYER}/EndpointID`),
  R020: (root) => has(root, `${SELLER}/EndpointID`),
  'IS-R-002': (root) => !isIcelandic(root) || at(root, SELLER, hasKennitala),
  'IS-R-003': (root) => !isIcelandic(root) || at(root, SELLER, hasStreet),
  'IS-R-004': (root) => !areIcelandic(root) || at(root, BUYER, hasKennitala),
  'IS-R-005': (root) => !areIcelandic(root) || at(root, BUYER, hasStreet),
  'COMMON-R040': (root) => numbered(root, '0088', (id) => /^\d{13}$/.test(id) && isLocation(id)),
  'COMMON-R043': (root) => numbered(root, '0208', (id) => /^\d{10}$/.test(id) && isBelgian(id)),
  'COMMON-R047': (root) => numbered(root, '0211', (id) => /^IT\d{11}$/.test(id) && isLuhn(id.slice(2))),
  'COMMON-R041': (root) => numbered(root, '0192', (id) => /^\d{9}$/.test(id) && isNorwegian(id)),
  'COMMON-R042': (root) => numbered(root, '0184', (id) => /^(DK)?\d{8}$/.test(id)),
  'COMMON-R049': (root) => numbered(root, '0007', (id) => /^\d{10}$/.test(id) && isSwedish(id)),
  'COMMON-R056': (root) =>
    numbered(root, '9944', isDutch) &&
    partiesIn(root)
      .flatMap(vatNumbers)
      .map((scheme) => text(scheme, 'CompanyID'))
      .every((id) => !id.startsWith('NL') || isDutch(id)),
  'kennitala is ten digits': (root) => numbered(root, '0196', (id) => /^\d{10}$/.test(id)),
  'one of each': (root) =>
    partiesIn(root).length === 2 &&
    partiesIn(root).every((party) =>
      ['EndpointID', 'PartyName', 'PostalAddress', 'PartyLegalEntity'].every(
        (part) => party.all(part).length === 1,
      ),
    ),
  'UBL-SR-42': (root) => partiesIn(root).every((party) => atMostOne(party, 'PartyTaxScheme')),
  'UBL-SR-11/17': (root) => partiesIn(root).every((party) => atMostOne(party, 'PartyLegalEntity/CompanyID')),
  'UBL-CR-652': (root) =>
    partiesIn(root).every((party) =>
      party.all('PartyTaxScheme/CompanyID').every(({ attributes }) => !('schemeID' in attributes)),
    ),
};

function isDutch(id: string): boolean {
  return /^NL\d{9}B\d\d$/.test(id);
}

/** Weights from the right, 2 to 7 and again from 2; the whole with its last digit is a multiple of eleven. */
function isNorwegian(id: string): boolean {
  const digits = [...id].reverse().map(Number);
  const weighted = digits.reduce((sum, digit, i) => sum + digit * (i === 0 ? 1 : 2 + ((i - 1) % 6)), 0);
  return weighted % 11 === 0;
}

function isLocation(id: string): boolean {
  return [...id].reduce((sum, digit, i) => sum + Number(digit) * (i % 2 === 0 ? 1 : 3), 0) % 10 === 0;
}

function isBelgian(id: string): boolean {
  return (Number(id.slice(0, 8)) + Number(id.slice(8))) % 97 === 0;
}

/** Every second digit from the right counts twice. */
function isLuhn(id: string): boolean {
  const doubled = [...id].reverse().map((digit, i) => String(Number(digit) * (i % 2 === 0 ? 1 : 2)));
  return [...doubled.join('')].reduce((sum, digit) => sum + Number(digit), 0) % 10 === 0;
}

function isSwedish(id: string): boolean {
  const doubled = [...id].map((digit, i) => String(Number(digit) * (i % 2 === 0 ? 2 : 1)));
  return [...doubled.join('')].reduce((sum, digit) => sum + Number(digit), 0) % 10 === 0;
}
