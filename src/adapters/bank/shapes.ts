import { z } from 'zod';

// The parts of IOBWS Claims 3.1 and 3.2 that Kvitt uses. Responses may contain more, and may omit optional fields.
const kennitala = z.string().regex(/^\d{10}$/);
const day = z.iso.date();
const money = z.number();

// Banks send unknown values as null or blank, and some send dates with a time of midnight.
const nullable = <T>(type: z.ZodType<T>) => type.nullish().transform((value) => value ?? undefined);
const dayOrBlank = z
  .string()
  .nullish()
  .transform((text) => text?.slice(0, 10) || undefined)
  .pipe(day.optional());
const momentOrBlank = z
  .string()
  .max(40)
  .regex(/^(\d{4}-\d{2}-\d{2}.*)?$/)
  .nullish()
  .transform((text) => text || undefined);

export const claimKey = z.object({
  claimantId: kennitala,
  account: z.string().regex(/^\d{12}$/),
  dueDate: day,
});

export const claimDetails = z.object({
  claimKey,
  payorId: kennitala,
  claimStatus: nullable(z.enum(['Unpaid', 'Paid', 'Cancelled'])),
  amount: money,
  currency: nullable(z.string()),
  reference: nullable(z.string()),
  isPartiallyPaid: nullable(z.boolean()),
});
export type ClaimDetails = z.infer<typeof claimDetails>;

export const claimList = z.array(claimDetails);

const transaction = z.object({
  currency: nullable(z.string()),
  currencyExchange: nullable(z.object({ currency: nullable(z.string()), rate: nullable(money) })),
  paymentType: nullable(z.enum(['Complete', 'Partial', 'Refund'])),
  amount: nullable(money),
  transactionTimestamp: momentOrBlank,
  bookingDate: dayOrBlank,
  valueDate: dayOrBlank,
  depositedAmount: nullable(money),
  totalAmountPaid: nullable(money),
  capitalGainsTax: nullable(money),
  noticeChargeAmountPaid: nullable(money),
  defaultChargeAmountPaid: nullable(money),
  otherCostsAmountPaid: nullable(money),
  otherDefaultCostsAmountPaid: nullable(money),
  defaultInterestAmountPaid: nullable(money),
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

/** Response to creating or changing a claim, including refusals. */
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

const fault = { title: nullable(z.string()), detail: nullable(z.string()), code: nullable(z.string()) };

/** RFC 7807, or the list of messages that some banks send instead. */
export const problem = z.object({
  ...fault,
  additionalErrors: nullable(z.array(z.object(fault))),
  messages: nullable(z.array(z.object({ code: fault.code, text: nullable(z.string()) }))),
});

export interface NewClaim {
  claimKey: z.infer<typeof claimKey>;
  payorId: string;
  templateCode: string;
  amount: number;
  currency: string;
  reference: string;
  billNumber: string;
  finalDueDate: string;
  /** Required from version 3.2 on. */
  expirationDate?: string;
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

/** Only the given fields are changed. */
export interface ClaimPatch {
  amount?: number;
  claimStatus?: 'Cancelled';
}

/** The content type of a change, by version. */
export const PATCH_TYPES = { '3.1': 'application/json', '3.2': 'application/merge-patch+json' } as const;
