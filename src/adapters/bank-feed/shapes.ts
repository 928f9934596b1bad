import { z } from 'zod';

/** The parts of IOBWS accounts 3.3 that Kvitt reads. Banks send null, or an empty text, for what they do not know. */
const optional = <T extends z.ZodType>(shape: T) => shape.nullish().transform((value) => value ?? undefined);
const text = optional(z.string());
const day = optional(z.union([z.iso.date(), z.literal('').transform(() => undefined)]));

const money = z.object({
  currency: z.string(),
  amount: z
    .union([z.string(), z.number().transform(String)])
    .pipe(z.string().regex(/^-?\d{1,14}(\.\d{1,3})?$/)),
});
const reference = z.object({ iban: text, bban: text });
const link = optional(z.object({ href: text }));

export const accountList = z.object({
  accounts: z.array(reference.extend({ resourceId: text, currency: text })),
});

const transaction = z.object({
  transactionId: text,
  entryReference: text,
  endToEndId: text,
  bookingDate: day,
  valueDate: day,
  transactionTimestamp: text,
  transactionAmount: money,
  creditorName: text,
  creditorId: text,
  creditorAccount: optional(reference),
  debtorName: text,
  debtorId: text,
  debtorAccount: optional(reference),
  remittanceInformationUnstructured: text,
  remittanceInformationUnstructuredArray: optional(z.array(z.string())),
  remittanceInformationStructured: text,
  remittanceInformationStructuredArray: optional(z.array(z.object({ reference: text }))),
  additionalInformation: text,
  icelandicPurpose: optional(z.object({ description: text })),
  balanceAfterTransaction: optional(z.object({ balanceAmount: money })),
});
export type Transaction = z.infer<typeof transaction>;

export const transactionPage = z.object({
  account: optional(reference),
  transactions: z.object({
    booked: optional(z.array(transaction)),
    _links: optional(z.object({ next: link })),
  }),
});
export type TransactionPage = z.infer<typeof transactionPage>;

/** The page of the bank is one that a browser opens, and no script. */
const page = optional(z.object({ href: z.url({ protocol: /^https?$/ }) }));

export const askedConsent = z.object({
  consentId: z.string().min(1).max(500),
  _links: z.object({ scaRedirect: page }),
});

export const consent = z.object({
  consentStatus: z.string(),
  validUntil: z.iso.date(),
  frequencyPerDay: z.int().min(1),
});

/** Why a bank refuses, in the form of NextGenPSD2 or in that of RFC 7807. */
export const refusal = z.object({
  tppMessages: optional(z.array(z.object({ code: text, text }))),
  code: text,
  title: text,
  detail: text,
});
