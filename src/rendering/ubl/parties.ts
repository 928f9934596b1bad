import { type EinvoiceAddress, KENNITALA_SCHEME } from '../../domain/invoices/einvoice-address.ts';
import type { InvoiceDocument } from '../invoice-document.ts';
import { type Element, element, visibleText } from '../xml.ts';
import { buyersVatNumber, ICELAND, vatNumber } from './identifiers.ts';

interface Party {
  endpoint: EinvoiceAddress;
  name: string;
  address: string;
  zip: string;
  city: string;
  country: string;
  /** Empty for companies abroad. */
  kennitala: string;
  taxScheme: Element | null;
  contact: string;
  phone: string;
  email: string;
}

export function supplier({ seller }: InvoiceDocument): Element | null {
  const vat = vatNumber(seller.vat_no);
  return element('cac:AccountingSupplierParty', [
    party({
      ...seller,
      ...icelandicParty(seller.registration_no, seller.registration_no),
      taxScheme: vat ? taxScheme(vat, 'VAT') : taxScheme(seller.registration_no, 'TAX'),
      contact: seller.contact ?? '',
      phone: seller.phone ?? '',
    }),
  ]);
}

/** A document outside VAT must not have the buyer's VAT number (EN 16931, rules BR-O-02 to BR-O-04). */
export function customer({ buyer, recipient, abroad, isOutsideVat }: InvoiceDocument): Element | null {
  const vat = isOutsideVat ? '' : (abroad?.vat ?? buyersVatNumber(buyer.vat));
  return element('cac:AccountingCustomerParty', [
    party({
      ...buyer,
      ...(abroad
        ? { ...abroad, kennitala: buyer.registration_no }
        : icelandicParty(recipient, buyer.registration_no || recipient)),
      taxScheme: vat ? taxScheme(vat, 'VAT') : null,
      contact: '',
      phone: buyer.phone_number,
    }),
  ]);
}

function icelandicParty(
  endpoint: string,
  kennitala: string,
): Pick<Party, 'endpoint' | 'country' | 'kennitala'> {
  return { endpoint: { id: endpoint, scheme: KENNITALA_SCHEME }, country: ICELAND, kennitala };
}

function party({
  endpoint,
  name,
  address,
  zip,
  city,
  country,
  kennitala,
  taxScheme,
  contact,
  phone,
  email,
}: Party): Element | null {
  return element('cac:Party', [
    element('cbc:EndpointID', endpoint.id, { schemeID: endpoint.scheme }),
    element('cac:PartyName', [element('cbc:Name', name)]),
    element('cac:PostalAddress', [
      element('cbc:StreetName', address),
      element('cbc:CityName', city),
      element('cbc:PostalZone', zip),
      element('cac:Country', [element('cbc:IdentificationCode', country)]),
    ]),
    taxScheme,
    element('cac:PartyLegalEntity', [
      element('cbc:RegistrationName', name),
      element('cbc:CompanyID', kennitala, { schemeID: KENNITALA_SCHEME }),
    ]),
    element('cac:Contact', [
      element('cbc:Name', visibleText(contact)),
      element('cbc:Telephone', phone),
      element('cbc:ElectronicMail', email),
    ]),
  ]);
}

function taxScheme(id: string, scheme: 'VAT' | 'TAX'): Element | null {
  return element('cac:PartyTaxScheme', [
    element('cbc:CompanyID', id),
    element('cac:TaxScheme', [element('cbc:ID', scheme)]),
  ]);
}
