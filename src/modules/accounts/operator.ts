import type { Account } from '../../kernel/access/account.ts';

/** The account of a caller that acts for no account: the operator, or a visitor who opens one. */
export const OPERATOR: Account = {
  id: 0,
  guid: '00000000-0000-0000-0000-000000000000',
  username: 'operator',
  name: 'Operator',
  registrationNo: '',
  vatNo: '',
  email: '',
  address: '',
  zip: '',
  city: '',
  bankAccount: '',
  subscriptions: [],
  settings: {},
  disabled: false,
};
