import type { DocumentRecord } from '../record.ts';

type Checked = Pick<DocumentRecord, 'is_claim' | 'trading_partner_id'> & {
  seller: Pick<DocumentRecord['seller'], 'address' | 'zip' | 'registration_no' | 'bank_account'>;
  buyer: Pick<DocumentRecord['buyer'], 'address' | 'zip' | 'registration_no'>;
};

/**
 * Why the network would not take an invoice, each as something to do; none when it would. Everything else that
 * its rules ask for holds of every invoice that is made.
 */
export function einvoiceProblems({ seller, buyer, trading_partner_id, is_claim }: Checked): string[] {
  const wanting: [isMissing: boolean, what: string][] = [
    [buyer.address === '', 'send customer.address (street and house number)'],
    [buyer.zip === '', 'send customer.zip (postal code)'],
    [
      trading_partner_id === '' && buyer.registration_no === '',
      'send trading_partner_id (the kennitala that receives it)',
    ],
    [seller.address === '', 'the account has no address; ask the operator to add its street'],
    [seller.zip === '', 'the account has no postal code; ask the operator to add it'],
    [seller.registration_no === '', 'the account has no kennitala; ask the operator to add it'],
    [
      is_claim && seller.bank_account === '',
      'the account has no bank_account, which a claim is named by; ask the operator to add it',
    ],
  ];
  return wanting.filter(([isMissing]) => isMissing).map(([, what]) => what);
}
