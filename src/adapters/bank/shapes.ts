import { z } from 'zod';

// The parts of IOBWS 3.1 Claims that are used here. Answers may hold more, and leave out what is optional there.
const kennitala = z.string().regex(/^\d{10}$/);
const day = z.iso.date();
const money = z.number();

export const claimKey = z.object({
  claimantId: kennitala,
  account: z.string().regex(/^\d{12}$/),
  dueDate: day,
});

export const claimDetails = z.object({
  claimKey,
  payorId: kennitala,
  claimStatus: z.enum(['Unpaid', 'Paid', 'Cancelled']).optional(),
  amount: money,
  reference: z.string().optional(),
});
export type ClaimDetails = z.infer<typeof claimDetails>;

export const claimList = z.array(claimDetails);

export const transaction = z.object({
  paymentType: z.enum(['Complete', 'Partial', 'Refund']).optional(),
  amount: money.optional(),
  transactionTimestamp: z.string().optional(),
  bookingDate: day.optional(),
  valueDate: day.optional(),
  depositedAmount: money.optional(),
  totalAmountPaid: money.optional(),
  capitalGainsTax: money.optional(),
  noticeChargeAmountPaid: money.optional(),
  defaultChargeAmountPaid: money.optional(),
  otherDefaultCostsAmountPaid: money.optional(),
  defaultInterestAmountPaid: money.optional(),
});
export type Transaction = z.infer<typeof transaction>;

export const transactionList = z.array(transaction);

const RESULT_CODES = [
  'CLAIM_EXISTS',
  'CLAIM_IS_PAID',
  'CLAIM_NOT_FOUND',
  'CLAIM_IS_CANCELLED',
  'CLAIM_NOT_IN_SECONDARY_STATE',
  'CLAIM_OTHERS',
] as const;

/** Claims that are made or changed are answered in this way, also where the bank refuses. */
export const actionResult = z.object({
  success: z.object({ claimId: z.string().max(100).optional() }).nullish(),
  error: z
    .object({
      claimId: z.string().max(100).nullish(),
      resultCode: z.enum(RESULT_CODES).optional().catch('CLAIM_OTHERS'),
      resultSubCode: z.string().nullish(),
      resultMessage: z.string().nullish(),
    })
    .nullish(),
});
export type ActionResult = z.infer<typeof actionResult>;

/** RFC 7807, and the list of messages that stands in its place at some banks. */
export const problem = z.object({
  title: z.string().optional(),
  detail: z.string().optional(),
  code: z.string().optional(),
  messages: z.array(z.object({ code: z.string().optional(), text: z.string().optional() })).optional(),
});

/** A claim to be made. */
export interface NewClaim {
  claimKey: z.infer<typeof claimKey>;
  payorId: string;
  templateCode: string;
  amount: number;
  currency: string;
  reference: string;
  billNumber: string;
  finalDueDate: string;
  paymentFee: { printingFee: number; paperlessFee: number };
  defaultInterest: {
    referenceDate: 'DueDate';
    baseAmountType: 'Amount';
    baseTimeType: '360';
    percentage?: number;
  };
  isOutOfSequencePaymentAllowed: boolean;
  isPartialPaymentAllowed: boolean;
  claimType: 'NormalClaim';
}

/** Changes to a claim: those that are named. */
export interface ClaimPatch {
  amount?: number;
  claimStatus?: 'Cancelled';
}
