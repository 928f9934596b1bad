import { refuseStatement } from '../domain/bank/statement.ts';
import type { Converted, Documents, FileType } from '../kernel/ports/documents.ts';
import { UnreadableReceipt } from '../kernel/ports/receipt-reader.ts';
import { DocumentPool } from './document-process/document-pool.ts';
import { DocumentLimitExceeded } from './document-process/document-process.ts';

/** Two at a time, because a person waits for each. */
const LIMITS = { size: 2, memoryMb: 320, recycleMb: 160, cpuSeconds: 8, seconds: 40 };

/** Bounces belong to no account before they are parsed; they take turns as one. */
const NO_ACCOUNT = 0;

interface DocumentsOptions {
  /** Called when a mail could not be parsed within its limits. */
  onMailRefused?: (error: Error) => void;
}

export function openDocuments({ onMailRefused }: DocumentsOptions = {}): Documents & { close(): void } {
  const pool = new DocumentPool(LIMITS);
  const refuseMail = (error: unknown) => {
    if (!(error instanceof DocumentLimitExceeded)) throw error;
    onMailRefused?.(error);
    return null;
  };
  return {
    detectType: (accountId, bytes) =>
      pool.run(accountId, 'detect-type', { bytes }).catch(limitAs<FileType | undefined>(undefined)),
    shrinkReceipt: async (accountId, bytes) =>
      toBuffer(await pool.run(accountId, 'shrink-receipt', { bytes }).catch(limitAs(LARGE))),
    drawLogo: async (accountId, bytes, isPhoto) => {
      const drawn = await pool.run(accountId, 'draw-logo', { bytes, isPhoto }).catch(limitAs(LARGE));
      if ('problem' in drawn) return drawn;
      return { picture: { ...drawn.picture, bytes: Buffer.from(drawn.picture.bytes) } };
    },
    drawSaleImage: async (accountId, bytes) =>
      toBuffer(await pool.run(accountId, 'draw-sale-image', { bytes }).catch(limitAs(LARGE))),
    parseBounce: (message) => pool.run(NO_ACCOUNT, 'parse-bounce', message).catch(refuseMail),
    parseReceiptMail: (message) => pool.run(NO_ACCOUNT, 'parse-receipt-mail', message).catch(refuseMail),
    readStatement: (accountId, file) =>
      pool
        .run(accountId, 'read-statement', file)
        .catch(limitWith((problem) => refuseStatement('statement_broken', problem))),
    readRows: (accountId, file) =>
      pool.run(accountId, 'read-rows', file).catch(limitWith((problem) => ({ problem }))),
    unpackXml: async (accountId, bytes) => {
      const unpacked = await pool
        .run(accountId, 'unpack-xml', { bytes })
        .catch(limitWith((problem) => ({ problem })));
      if (!unpacked || 'problem' in unpacked) return unpacked;
      return { files: unpacked.files.map(({ name, bytes }) => ({ name, bytes: Buffer.from(bytes) })) };
    },
    readEinvoice: (accountId, file) =>
      pool.run(accountId, 'read-einvoice', file).catch((error: unknown) => {
        if (error instanceof DocumentLimitExceeded || error instanceof UnreadableReceipt)
          return { problem: error.message };
        throw error;
      }),
    close: () => pool.close(),
  };
}

const LARGE = { problem: 'large' as const };

/** Answers a file that exceeded its limits, which no retry can change. */
function limitWith<T>(answer: (problem: string) => T): (error: unknown) => T {
  return (error) => {
    if (error instanceof DocumentLimitExceeded) return answer(error.message);
    throw error;
  };
}

const limitAs = <T>(answer: T) => limitWith(() => answer);

/** Buffers arrive from another process as plain byte arrays. */
function toBuffer(converted: Converted<Uint8Array>): Converted<Buffer> {
  return 'problem' in converted ? converted : { picture: Buffer.from(converted.picture) };
}
