import { Worker } from 'node:worker_threads';
import { UnreadableReceipt } from '../../kernel/ports/receipt-reader.ts';
import type { PdfContent, PdfOrder } from './pdf-messages.ts';

const MOST_PAGES = 10;
const MOST_MEMORY_MB = 512;

/** Text, scans and attachments of a PDF. The thread is gone when this returns, however it ends. */
export async function openPdf(bytes: Buffer, signal: AbortSignal): Promise<PdfContent> {
  signal.throwIfAborted();
  const order: PdfOrder = { bytes: new Uint8Array(bytes), mostPages: MOST_PAGES };
  const thread = new Worker(new URL('./pdf-thread.ts', import.meta.url), {
    workerData: order,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB },
    stdout: true,
    stderr: true,
  });
  const opened = Promise.withResolvers<PdfContent>();
  const stop = () => opened.reject(signal.reason);
  signal.addEventListener('abort', stop);
  thread.once('message', opened.resolve);
  thread.once('error', (cause) =>
    opened.reject(new UnreadableReceipt('The PDF could not be opened', { cause })),
  );
  thread.once('exit', () => opened.reject(new UnreadableReceipt('The PDF could not be opened')));
  try {
    return await opened.promise;
  } finally {
    signal.removeEventListener('abort', stop);
    await thread.terminate();
  }
}
