import type { Problem } from '../../domain/problem.ts';
import type { DocumentRecord } from '../record.ts';

type Checked = Pick<DocumentRecord, 'is_claim' | 'trading_partner_id'> & {
  seller: Pick<DocumentRecord['seller'], 'address' | 'zip' | 'registration_no' | 'bank_account'>;
  buyer: Pick<DocumentRecord['buyer'], 'address' | 'zip' | 'registration_no'>;
};

export type EinvoiceProblem = Problem<
  | 'buyer_address'
  | 'buyer_zip'
  | 'buyer_partner'
  | 'seller_address'
  | 'seller_zip'
  | 'seller_kennitala'
  | 'seller_bank_account'
>;

/**
 * Why the network would not take an invoice, each as something to do; none when it would. Everything else that
 * its rules ask for holds of every invoice that is made.
 */
export function einvoiceProblems({
  seller,
  buyer,
  trading_partner_id,
  is_claim,
}: Checked): EinvoiceProblem[] {
  const wanting: [isMissing: boolean, code: EinvoiceProblem['code'], message: string][] = [
    [buyer.address === '', 'buyer_address', 'send customer.address (street and house number)'],
    [buyer.zip === '', 'buyer_zip', 'send customer.zip (postal code)'],
    [
      trading_partner_id === '' && buyer.registration_no === '',
      'buyer_partner',
      'send trading_partner_id (the kennitala that receives it)',
    ],
    [
      seller.address === '',
      'seller_address',
      'the account has no address; ask the operator to add its street',
    ],
    [seller.zip === '', 'seller_zip', 'the account has no postal code; ask the operator to add it'],
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
  return wanting.filter(([isMissing]) => isMissing).map(([, code, message]) => ({ code, message }));
}
