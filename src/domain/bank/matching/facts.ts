import type { PlainDate } from '../../values/dates.ts';
import type { Decimal } from '../../values/money.ts';
import type { BankAction } from '../actions.ts';
import type { Clause } from './reasons.ts';

/** A line as the rules see it. */
export interface MatchedLine {
  day: PlainDate;
  /** Signed. */
  amount: Decimal;
  /** Money that goes back: that of a payer is no new payment. */
  isReversal: boolean;
  currency: string;
  text: string;
  reference: string;
  name: string;
  kennitala: string;
  account: string;
  bankAccountGuid: string;
}

/** An invoice of which something is owed, or a credit note of which something is to be paid back. */
export interface OpenDocument {
  guid: string;
  number: string;
  kind: 'invoice' | 'credit';
  customerGuid: string | null;
  customerName: string;
  kennitala: string;
  currency: string;
  /** ISK for one unit of the currency. */
  rate: Decimal;
  /** As it is paid: whole krónur. */
  remaining: Decimal;
  dueDate: PlainDate;
  /** The bank asks the payer for it, and reports itself when it is paid. */
  hasClaim: boolean;
}

export interface MatchedCustomer {
  guid: string;
  name: string;
  kennitala: string;
  /** What is owed to the customer in the currency of the line. */
  credit: Decimal;
}

interface OpenCost {
  guid: string;
  supplierName: string;
  supplierId: string;
  number: string;
  amount: Decimal;
  currency: string;
  day: PlainDate;
  isCreditNote: boolean;
}

/** A payment that is in the books and that no line is tied to. */
export interface RecordedPayment {
  guid: string;
  source: string;
  /** Negative where money went out. */
  received: Decimal;
  currency: string;
  day: PlainDate;
  kennitala: string;
  name: string;
  /** The payout of the card provider that has it; empty where none is known. */
  payout: string;
}

interface OwnAccount {
  guid: string;
  name: string;
  account_no: string;
  iban: string;
}

/** What a person has booked lines of this payer or text as. */
interface Memory {
  key: string;
  customerGuid: string | null;
  code: string | null;
  note: string;
}

/** An open line of another own account with the opposite amount. */
interface MirrorLine {
  bankAccountGuid: string;
  amount: Decimal;
  day: PlainDate;
}

export interface Facts {
  documents: readonly OpenDocument[];
  customers: readonly MatchedCustomer[];
  costs: readonly OpenCost[];
  payments: readonly RecordedPayment[];
  accounts: readonly OwnAccount[];
  memories: readonly Memory[];
  mirrors: readonly MirrorLine[];
}

/** What a line may be. `score` 1: a number or kennitala, and the exact sum, point to this alone. */
export interface Proposal {
  score: number;
  why: readonly Clause[];
  actions: readonly BankAction[];
}

/** A proposal before all of them are compared. */
export interface Candidate extends Proposal {
  /** The sum fits exactly and a number or kennitala points to it: two such candidates make each other uncertain. */
  isExact?: boolean;
  /** Alone among exact candidates it is certain. */
  mayBeCertain?: boolean;
}
