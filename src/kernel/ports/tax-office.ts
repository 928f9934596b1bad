import type { FiledBoxes } from '../../domain/vat/boxes.ts';

/** Who files, and for which company and period. */
export interface TaxPeriod {
  accountId: number;
  /** The kennitala of the company. */
  kennitala: string;
  /** The VAT number of the company; empty where it is to be asked for. */
  vatNo: string;
  /** The tax office's password of the company or of its accountant, and whose it is; null at the embedded office. */
  login: { kennitala: string; key: string } | null;
  /** The last month of the settlement period, such as 2026-10. */
  period: string;
}

export interface TaxReturn extends TaxPeriod {
  boxes: FiledBoxes;
}

/** What the tax office has made of a return, in whole krónur. */
export interface TaxAnswer {
  assessment: number;
  toPay: number;
  /** Null where the office has not said it. */
  dueOn: string | null;
  ocr: string | null;
  claimNo: string | null;
  receipt: Buffer | null;
}

/** The tax office that takes VAT returns. */
export interface TaxOffice {
  /**
   * Checks the return and hands it in: the first one of its period, or the correction of an earlier one. Rejects with
   * `TaxOfficeRefused` or `TaxOfficeUnavailable`.
   */
  submit(filed: TaxReturn, kind: 'first' | 'correction'): Promise<TaxAnswer>;
  /** Whether the office has a return of the period with exactly these figures. Rejects as `submit` does. */
  hasReturn(filed: TaxReturn): Promise<boolean>;
}

/** The tax office has refused the return. The message is what it said. */
export class TaxOfficeRefused extends Error {
  /** It has a return of the period already. */
  readonly isDuplicate: boolean;

  constructor(message: string, options: { isDuplicate?: boolean } = {}) {
    super(message);
    this.isDuplicate = options.isDuplicate ?? false;
  }
}

/** The tax office did not answer. The message is for the log. */
export class TaxOfficeUnavailable extends Error {
  /** The return was under way when the connection was lost, so that it may have been taken. */
  readonly mayHaveTaken: boolean;

  constructor(message: string, options: { mayHaveTaken: boolean; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.mayHaveTaken = options.mayHaveTaken;
  }
}
