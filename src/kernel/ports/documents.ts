import type {
  ColumnMapping,
  OwnAccount,
  ReadStatement,
  StatementFormat,
} from '../../domain/bank/statement.ts';
import type { Einvoice, EinvoiceEnvelope } from '../../domain/receipts/einvoice.ts';

import type { ReceiptReading } from './receipt-reader.ts';

export interface FileType {
  /** The usual extension, without a dot. */
  ext: string;
  mime: string;
}

/** `large`: it has too many pixels, or converting it took more time or memory than a picture may take. */
export type Converted<T> = { picture: T } | { problem: 'large' | 'broken' };

export interface DrawnLogo {
  content_type: 'image/png' | 'image/jpeg';
  width: number;
  height: number;
  bytes: Buffer;
}

/** A delivery status notification about a mail that was accepted before. */
export interface MailBounce {
  delivery: string;
  /** A permanent failure (bounce), or a delay with further attempts. */
  outcome: 'bounced' | 'delayed';
  reason: string;
}

/** A mail that somebody sent to an address for receipts, or in reply to a question. */
export interface ReceiptMail {
  recipients: string[];
  from: string;
  subject: string;
  messageId: string;
  /** What was written above the mail that it replies to. */
  text: string;
  files: { name: string; bytes: Uint8Array }[];
}

/** The file of a bank. */
export interface StatementFile {
  bytes: Uint8Array;
  /** What was sent with the file; null where its content decides. */
  format: StatementFormat | null;
  /** Which columns hold what, as it was sent. */
  mapping: ColumnMapping | null;
  /** The accounts that it may be of. Of a file with statements of several accounts, those of the own one are read. */
  own: readonly OwnAccount[];
}

/** A CSV file or a workbook. */
export interface RowsFile {
  bytes: Uint8Array;
  /** Of a CSV file; found out where it is not sent. */
  separator?: string | undefined;
  encoding?: string | undefined;
  /** To how many decimals the numbers of a sheet are rounded; two when left out. */
  places?: number | undefined;
}

/** `formats`: what was found out of a CSV file. */
export type ReadRows = { rows: string[][]; formats: ColumnMapping } | { problem: string };

/** The XML files of an archive, or why it is refused. */
export type UnpackedFiles = { files: { name: string; bytes: Buffer }[] } | { problem: string };

export interface EinvoiceFile {
  bytes: Uint8Array;
  /** The kennitala of the account, which is not that of the supplier. */
  own?: string;
}

/** A received e-invoice, as far as it can be read as one. */
export interface ReadEinvoice {
  einvoice: Einvoice;
  /** The header of the network; null where the document came without one. */
  envelope: EinvoiceEnvelope | null;
  /** The document without the envelope. */
  content: Uint8Array;
  reading: ReceiptReading;
}

/**
 * Parses files of customers and strangers outside of this process, which a hostile file therefore cannot stop. Takes turns
 * between accounts, and refuses with `files_busy` when too many files wait.
 */
export interface Documents {
  /** The type by content. Undefined where it is not known. */
  detectType(accountId: number, bytes: Buffer): Promise<FileType | undefined>;
  shrinkReceipt(accountId: number, bytes: Buffer): Promise<Converted<Buffer>>;
  drawLogo(accountId: number, bytes: Buffer, isPhoto: boolean): Promise<Converted<DrawnLogo>>;
  drawSaleImage(accountId: number, bytes: Buffer): Promise<Converted<Buffer>>;
  /** Parses an incoming mail. Null when it is not a notification about a mail of ours. */
  parseBounce(message: Buffer): Promise<MailBounce | null>;
  /** Null when the mail could not be parsed within its limits. */
  parseReceiptMail(message: Buffer): Promise<ReceiptMail | null>;
  readStatement(accountId: number, file: StatementFile): Promise<ReadStatement>;
  readRows(accountId: number, file: RowsFile): Promise<ReadRows>;
  /** The XML files of a ZIP archive; null where it is a workbook or no archive. */
  unpackXml(accountId: number, bytes: Buffer): Promise<UnpackedFiles | null>;
  /** Null where the XML is no invoice or credit note of UBL; a problem says why it cannot be read. */
  readEinvoice(accountId: number, file: EinvoiceFile): Promise<ReadEinvoice | { problem: string } | null>;
}
