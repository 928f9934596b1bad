import { Worker } from 'node:worker_threads';
import { UnreadableReceipt } from '../../kernel/ports/receipt-reader.ts';
import type { PdfContent, PdfOrder } from './pdf-messages.ts';

const MAX_PAGES = 10;
const MAX_MEMORY_MB = 512;

/** Text, scans and attachments of a PDF. The thread is always terminated before this returns or throws. */
export async function openPdf(bytes: Buffer, signal: AbortSignal): Promise<PdfContent> {
  signal.throwIfAborted();
  const order: PdfOrder = { bytes: new Uint8Array(bytes), maxPages: MAX_PAGES };
  const thread = new Worker(new URL('./pdf-thread.ts', import.meta.url), {
    workerData: order,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
    stdout: true,
    stderr: true,
  });
  const content = Promise.withResolvers<PdfContent>();
  const stop = () => content.reject(signal.reason);
  signal.addEventListener('abort', stop);
  thread.once('message', content.resolve);
  thread.once('error', (cause) =>
    content.reject(new UnreadableReceipt('The PDF could not be opened', { cause })),
  );
  thread.once('exit', () => content.reject(new UnreadableReceipt('The PDF could not be opened')));
  try {
    return await content.promise;
  } finally {
    signal.removeEventListener('abort', stop);
    await thread.terminate();
  }
}
