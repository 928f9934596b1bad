import { parseForeignAddress } from '../../domain/invoices/einvoice-address.ts';
import { buyerAbroad } from '../../domain/invoices/foreign-buyer.ts';
import type { Violation } from '../../domain/values/violation.ts';
import type { PrintableInvoice } from '../printable-invoice.ts';
import { visibleText } from '../xml.ts';

type EinvoiceInput = Pick<PrintableInvoice, 'is_claim' | 'trading_partner_id'> & {
  seller: Pick<PrintableInvoice['seller'], 'name' | 'address' | 'zip' | 'registration_no' | 'bank_account'>;
  buyer: Pick<PrintableInvoice['buyer'], 'name' | 'address' | 'zip' | 'registration_no' | 'vat'>;
};

type EinvoiceViolation = Violation<
  | 'buyer_name'
  | 'buyer_address'
  | 'buyer_zip'
  | 'buyer_partner'
  | 'buyer_country'
  | 'seller_name'
  | 'seller_address'
  | 'seller_zip'
  | 'seller_kennitala'
  | 'seller_bank_account'
>;

/**
 * The reasons why the e-invoice network would reject an invoice, each with an instruction; empty if it would
 * accept it. Every issued invoice satisfies the other rules of the network.
 */
export function einvoiceViolations({
  seller,
  buyer,
  trading_partner_id,
  is_claim,
}: EinvoiceInput): EinvoiceViolation[] {
  const isAbroad = buyerAbroad({ trading_partner_id, buyer }) !== null;
  const isOfUnknownCountry = !isAbroad && parseForeignAddress(trading_partner_id) !== null;
  const needsNoStreet = isAbroad || isOfUnknownCountry;
  const hasRecipient = isAbroad || trading_partner_id !== '' || buyer.registration_no !== '';
  const isMissing = (text: string) => visibleText(text) === '';
  const checks: [fails: boolean, code: EinvoiceViolation['code'], message: string][] = [
    [isMissing(buyer.name), 'buyer_name', 'send customer.name in letters that can be read'],
    [
      isMissing(buyer.address) && !needsNoStreet,
      'buyer_address',
      'send customer.address (street and house number)',
    ],
    [isMissing(buyer.zip) && !needsNoStreet, 'buyer_zip', 'send customer.zip (postal code)'],
    [
      !hasRecipient,
      'buyer_partner',
      'send trading_partner_id (the kennitala that receives it), or of a buyer abroad customer.vat (its VAT number ' +
        'with the letters of its country, as DE123456789)',
    ],
    [
      isOfUnknownCountry,
      'buyer_country',
      'send customer.vat (the VAT number with the letters of its country, as DE123456789): its address names no country',
    ],
    [
      isMissing(seller.name),
      'seller_name',
      'the account has no name that can be read; ask the operator to mend it',
    ],
    [
      isMissing(seller.address),
      'seller_address',
      'the account has no address; ask the operator to add its street',
    ],
    [isMissing(seller.zip), 'seller_zip', 'the account has no postal code; ask the operator to add it'],
    [
      seller.registration_no === '',
      'seller_kennitala',
      'the account has no kennitala; ask the operator to add it',
    ],
    [
      is_claim && seller.bank_account === '',
      'seller_bank_account',
      'the account has no bank_account, which a claim is named by; ask the operator to add it',
    ],
  ];
  return checks.filter(([fails]) => fails).map(([, code, message]) => ({ code, message }));
}
