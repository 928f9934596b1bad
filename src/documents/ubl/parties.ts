import type { InvoiceDocument } from '../model.ts';
import type { BuyerRecord } from '../record.ts';
import { type Element, element } from '../xml.ts';

/** Registers of companies and persons have numbers in a list; this is the one of Iceland. */
const KENNITALA = '0196';
const COUNTRY = 'IS';

interface Party {
  endpoint: string;
  name: string;
  address: string;
  zip: string;
  city: string;
  kennitala: string;
  taxSchemes: (Element | null)[];
  phone: string;
  email: string;
}

export function supplier({ seller }: InvoiceDocument): Element | null {
  const vat = vatNumber(seller.vat_no);
  const scheme = vat ? taxScheme(vat, 'VAT') : taxScheme(seller.registration_no, 'TAX');
  return element('cac:AccountingSupplierParty', [
    party({
      ...seller,
      endpoint: seller.registration_no,
      kennitala: seller.registration_no,
      taxSchemes: [scheme],
      phone: '',
    }),
  ]);
}

/** `outsideVat`: nothing on the invoice is subject to VAT, and then no VAT number of the buyer may stand on it. */
export function customer({ buyer, recipient }: InvoiceDocument, outsideVat: boolean): Element | null {
  const vat = outsideVat ? '' : buyersVatNumber(buyer);
  return element('cac:AccountingCustomerParty', [
    party({
      ...buyer,
      endpoint: recipient,
      kennitala: buyer.registration_no || recipient,
      taxSchemes: [vat ? taxScheme(vat, 'VAT') : null],
      phone: buyer.phone_number,
    }),
  ]);
}

/** The number with its country before it, as it is written between countries. */
export function vatNumber(given: string): string {
  const bare = given.replace(/[^0-9a-z]/gi, '').toUpperCase();
  if (bare === '') return '';
  return bare.startsWith(COUNTRY) ? bare : `${COUNTRY}${bare}`;
}

/** A customer's field may also hold a rate or a remark; only what is a number of the Icelandic kind is taken. */
function buyersVatNumber({ vat }: BuyerRecord): string {
  return /^(IS)?\s*\d{5,6}$/i.test(vat.trim()) ? vatNumber(vat) : '';
}

function party({
  endpoint,
  name,
  address,
  zip,
  city,
  kennitala,
  taxSchemes,
  phone,
  email,
}: Party): Element | null {
  return element('cac:Party', [
    element('cbc:EndpointID', endpoint, { schemeID: KENNITALA }),
    element('cac:PartyName', [element('cbc:Name', name)]),
    element('cac:PostalAddress', [
      element('cbc:StreetName', address),
      element('cbc:CityName', city),
      element('cbc:PostalZone', zip),
      element('cac:Country', [element('cbc:IdentificationCode', COUNTRY)]),
    ]),
    ...taxSchemes,
    element('cac:PartyLegalEntity', [
      element('cbc:RegistrationName', name),
      element('cbc:CompanyID', kennitala, { schemeID: KENNITALA }),
    ]),
    element('cac:Contact', [element('cbc:Telephone', phone), element('cbc:ElectronicMail', email)]),
  ]);
}

function taxScheme(id: string, scheme: 'VAT' | 'TAX'): Element | null {
  return element('cac:PartyTaxScheme', [
    element('cbc:CompanyID', id),
    element('cac:TaxScheme', [element('cbc:ID', scheme)]),
  ]);
}
