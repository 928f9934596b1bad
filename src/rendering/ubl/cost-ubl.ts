import {
  type CostPart,
  costParts,
  type VatCharger,
  vatFollowsRates,
} from '../../domain/costs/cost-figures.ts';
import { KENNITALA_SCHEME } from '../../domain/invoices/einvoice-address.ts';
import { EUROPEAN_STANDARD, PEPPOL_BILLING_PROCESS } from '../../domain/invoices/einvoice-standards.ts';
import { bookedVatRates, type VatRates } from '../../domain/invoices/vat.ts';
import { COST_CODES, isCostCode } from '../../domain/values/codes.ts';
import { decimal, fixed2, HUNDRED, sum, ZERO } from '../../domain/values/money.ts';
import { type Element, element, visibleText, widenNumberSigns } from '../xml.ts';
import { ICELAND, vatNumber } from './identifiers.ts';
import { writeUbl } from './write-ubl.ts';

/** A cost with all mandatory fields. */
export interface CostDocument {
  guid: string;
  description: string;
  supplier_name: string;
  supplier_id: string;
  /** ISO 3166-1; empty where it is not known. */
  supplier_country: string;
  issue_date: string;
  /** Null: it was due on its own day. */
  due_date: string | null;
  amount: string;
  currency: string;
  vat_aa: string;
  vat_s: string;
  vat_charged_by: VatCharger;
  cost_code: string;
  how_paid: number | null;
  credit_note: boolean;
  invoice_number: string;
  project_name: string;
}

export interface CostBuyer {
  name: string;
  registrationNo: string;
  vatNo: string;
  address: string;
  zip: string;
  city: string;
}

const KENNITALA_SCHEME_ATTRIBUTE = { schemeID: KENNITALA_SCHEME };

/** UNCL 4461 codes: credit transfer to an unnamed account, debit card, credit card, cash. */
const PAYMENT_MEANS: Record<number, string> = { 1: '31', 2: '55', 3: '54', 4: '10' };

/** Renders a cost as a UBL 2.1 invoice from the supplier to the account, following EN 16931. */
export function costUbl(cost: CostDocument, buyer: CostBuyer): string {
  const kind = cost.credit_note ? 'CreditNote' : 'Invoice';
  const rates = bookedVatRates(cost.issue_date);
  const figures = {
    amount: decimal(cost.amount),
    // The supplier abroad has charged none.
    ...(cost.vat_charged_by === 'buyer'
      ? { vat_aa: ZERO, vat_s: ZERO }
      : { vat_aa: decimal(cost.vat_aa), vat_s: decimal(cost.vat_s) }),
  };
  const parts = costParts(figures, rates);
  const country = countryOf(cost, parts);
  // EN 16931 requires the supplier's country, and VAT by its rates. A document without them must not claim conformance.
  const conforms = country !== '' && vatFollowsRates(parts, rates);
  return writeUbl(kind, [
    // EN 16931 only: Peppol requires the supplier's street, which receipts seldom have.
    cbc('CustomizationID', conforms ? EUROPEAN_STANDARD : ''),
    cbc('ProfileID', conforms ? PEPPOL_BILLING_PROCESS : ''),
    cbc('ID', visibleText(cost.invoice_number) || cost.guid),
    cbc('IssueDate', cost.issue_date),
    cost.credit_note ? null : cbc('DueDate', cost.due_date ?? cost.issue_date),
    cost.credit_note ? cbc('CreditNoteTypeCode', '381') : cbc('InvoiceTypeCode', '380'),
    cbc('Note', widenNumberSigns(cost.description)),
    cbc('DocumentCurrencyCode', cost.currency),
    cbc('AccountingCost', cost.cost_code),
    cbc('BuyerReference', visibleText(cost.project_name) || cost.guid),
    cac('AccountingSupplierParty', [supplierParty(cost, country)]),
    cac('AccountingCustomerParty', [buyerParty(buyer)]),
    cac('PaymentMeans', [cbc('PaymentMeansCode', PAYMENT_MEANS[cost.how_paid ?? 0])]),
    // EN 16931 requires a due date or payment terms, and a UBL credit note has no due date.
    cost.credit_note ? cac('PaymentTerms', [cbc('Note', 'Kreditreikningur')]) : null,
    taxTotal(parts, rates, cost.currency),
    monetaryTotal(parts, cost),
    ...parts.map((part, index) => line(part, index, rates, cost)),
  ]);
}

const cbc = (name: string, content: string | null | undefined, attributes = {}) =>
  element(`cbc:${name}`, content, attributes);
const cac = (name: string, content: (Element | null)[]) => element(`cac:${name}`, content);

/**
 * A supplier with a kennitala is in Iceland; so is one without a stated country that charges Icelandic VAT or krónur.
 */
function countryOf(
  { supplier_id, supplier_country, currency }: CostDocument,
  parts: readonly CostPart[],
): string {
  if (supplier_id !== '') return ICELAND;
  const isHere = currency === 'ISK' || parts.some(({ tax }) => tax !== 'Z');
  return supplier_country || (isHere ? ICELAND : '');
}

/** A supplier without a known kennitala is identified by its name. */
function supplierParty({ supplier_name, supplier_id }: CostDocument, country: string): Element | null {
  const name = visibleText(supplier_name) || supplier_id;
  return cac('Party', [
    cbc('EndpointID', supplier_id, KENNITALA_SCHEME_ATTRIBUTE),
    supplier_id ? null : cac('PartyIdentification', [cbc('ID', name)]),
    cac('PartyName', [cbc('Name', supplier_name)]),
    cac('PostalAddress', [cac('Country', [cbc('IdentificationCode', country)])]),
    // Receipts have no VAT number, so the tax scheme holds the kennitala or name instead.
    cac('PartyTaxScheme', [cbc('CompanyID', supplier_id || name), taxScheme('TAX')]),
    cac('PartyLegalEntity', [
      cbc('RegistrationName', name),
      cbc('CompanyID', supplier_id, KENNITALA_SCHEME_ATTRIBUTE),
    ]),
  ]);
}

function buyerParty({ name, registrationNo, vatNo, address, zip, city }: CostBuyer): Element | null {
  const vat = vatNumber(vatNo);
  return cac('Party', [
    cbc('EndpointID', registrationNo, KENNITALA_SCHEME_ATTRIBUTE),
    cac('PartyName', [cbc('Name', name)]),
    cac('PostalAddress', [
      cbc('StreetName', address),
      cbc('CityName', city),
      cbc('PostalZone', zip),
      cac('Country', [cbc('IdentificationCode', ICELAND)]),
    ]),
    vat ? cac('PartyTaxScheme', [cbc('CompanyID', vat), taxScheme('VAT')]) : null,
    cac('PartyLegalEntity', [
      cbc('RegistrationName', name),
      cbc('CompanyID', registrationNo, KENNITALA_SCHEME_ATTRIBUTE),
    ]),
  ]);
}

const taxScheme = (scheme: 'VAT' | 'TAX') => cac('TaxScheme', [cbc('ID', scheme)]);

/** In the code list of Peppol both Icelandic rates above zero have category S. */
function category(name: string, { tax }: CostPart, rates: VatRates): Element | null {
  return cac(name, [
    cbc('ID', tax === 'Z' ? 'Z' : 'S'),
    cbc('Percent', rates[tax].times(HUNDRED).toFixed()),
    taxScheme('VAT'),
  ]);
}

function taxTotal(parts: CostPart[], rates: VatRates, currencyID: string): Element | null {
  return cac('TaxTotal', [
    cbc('TaxAmount', fixed2(sum(parts.map(({ vat }) => vat))), { currencyID }),
    ...parts.map((part) =>
      cac('TaxSubtotal', [
        cbc('TaxableAmount', fixed2(part.net), { currencyID }),
        cbc('TaxAmount', fixed2(part.vat), { currencyID }),
        category('TaxCategory', part, rates),
      ]),
    ),
  ]);
}

function monetaryTotal(parts: CostPart[], { amount, currency: currencyID }: CostDocument): Element | null {
  const net = fixed2(sum(parts.map((part) => part.net)));
  const gross = fixed2(decimal(amount));
  return cac('LegalMonetaryTotal', [
    cbc('LineExtensionAmount', net, { currencyID }),
    cbc('TaxExclusiveAmount', net, { currencyID }),
    cbc('TaxInclusiveAmount', gross, { currencyID }),
    cbc('PayableAmount', gross, { currencyID }),
  ]);
}

function line(part: CostPart, index: number, rates: VatRates, cost: CostDocument): Element | null {
  const { currency: currencyID, credit_note: isCredit } = cost;
  const net = fixed2(part.net);
  const label = isCostCode(cost.cost_code) ? COST_CODES[cost.cost_code] : 'Cost';
  return cac(isCredit ? 'CreditNoteLine' : 'InvoiceLine', [
    cbc('ID', String(index + 1)),
    cbc(isCredit ? 'CreditedQuantity' : 'InvoicedQuantity', '1', { unitCode: 'C62' }),
    cbc('LineExtensionAmount', net, { currencyID }),
    cbc('AccountingCost', cost.cost_code),
    cac('Item', [
      cbc('Name', (visibleText(cost.description) || label).slice(0, 200).toWellFormed()),
      category('ClassifiedTaxCategory', part, rates),
    ]),
    cac('Price', [cbc('PriceAmount', net, { currencyID })]),
  ]);
}
