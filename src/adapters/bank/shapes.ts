import { z } from 'zod';

// The parts of IOBWS 3.1 Claims that are used here. Answers may hold more, and leave out what is optional there.
const kennitala = z.string().regex(/^\d{10}$/);
const day = z.iso.date();
const money = z.number();

// Banks write what they do not know as null, or leave it blank, and some write a day with the time of midnight.
const known = <T>(type: z.ZodType<T>) => type.nullish().transform((value) => value ?? undefined);
const dayOrBlank = z
  .string()
  .nullish()
  .transform((text) => text?.slice(0, 10) || undefined)
  .pipe(day.optional());

export const claimKey = z.object({
  claimantId: kennitala,
  account: z.string().regex(/^\d{12}$/),
  dueDate: day,
});

export const claimDetails = z.object({
  claimKey,
  payorId: kennitala,
  claimStatus: known(z.enum(['Unpaid', 'Paid', 'Cancelled'])),
  amount: money,
  reference: known(z.string()),
});
export type ClaimDetails = z.infer<typeof claimDetails>;

export const claimList = z.array(claimDetails);

export const transaction = z.object({
  paymentType: known(z.enum(['Complete', 'Partial', 'Refund'])),
  amount: known(money),
  transactionTimestamp: dayOrBlank,
  bookingDate: dayOrBlank,
  valueDate: dayOrBlank,
  depositedAmount: known(money),
  totalAmountPaid: known(money),
  capitalGainsTax: known(money),
  noticeChargeAmountPaid: known(money),
  defaultChargeAmountPaid: known(money),
  otherDefaultCostsAmountPaid: known(money),
  defaultInterestAmountPaid: known(money),
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
  success: z.object({ claimId: z.string().max(100).nullish() }).nullish(),
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

const fault = { title: known(z.string()), detail: known(z.string()), code: known(z.string()) };

/** RFC 7807, and the list of messages that stands in its place where a refusal comes as plain JSON. */
export const problem = z.object({
  ...fault,
  additionalErrors: known(z.array(z.object(fault))),
  messages: known(z.array(z.object({ code: fault.code, text: known(z.string()) }))),
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
