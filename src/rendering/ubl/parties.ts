import type { InvoiceDocument } from '../model.ts';
import { type Element, element } from '../xml.ts';
import { buyerAbroad } from './abroad.ts';
import { buyersVatNumber, ICELAND, KENNITALA, vatNumber } from './identifiers.ts';

interface Party {
  endpoint: { id: string; scheme: string };
  name: string;
  address: string;
  zip: string;
  city: string;
  country: string;
  /** Empty where there is none, as of companies abroad. */
  kennitala: string;
  taxScheme: Element | null;
  phone: string;
  email: string;
}

export function supplier({ seller }: InvoiceDocument): Element | null {
  const vat = vatNumber(seller.vat_no);
  return element('cac:AccountingSupplierParty', [
    party({
      ...seller,
      ...icelander(seller.registration_no, seller.registration_no),
      taxScheme: vat ? taxScheme(vat, 'VAT') : taxScheme(seller.registration_no, 'TAX'),
      phone: '',
    }),
  ]);
}

/** Where nothing on the invoice is subject to VAT, no VAT number of the buyer may stand on it. */
export function customer({ buyer, recipient, outsideVat }: InvoiceDocument): Element | null {
  const abroad = recipient === '' ? buyerAbroad(buyer.vat) : null;
  const vat = outsideVat ? '' : (abroad?.vat ?? buyersVatNumber(buyer.vat));
  return element('cac:AccountingCustomerParty', [
    party({
      ...buyer,
      ...(abroad ? { ...abroad, kennitala: '' } : icelander(recipient, buyer.registration_no || recipient)),
      taxScheme: vat ? taxScheme(vat, 'VAT') : null,
      phone: buyer.phone_number,
    }),
  ]);
}

function icelander(endpoint: string, kennitala: string): Pick<Party, 'endpoint' | 'country' | 'kennitala'> {
  return { endpoint: { id: endpoint, scheme: KENNITALA }, country: ICELAND, kennitala };
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
