import type { PlainDate } from '../../domain/values/dates.ts';
import {
  type ReceiptFile,
  type ReceiptReader,
  type ReceiptReading,
  UnreadableReceipt,
} from '../../kernel/ports/receipt-reader.ts';
import { DocumentPool } from '../document-process/document-pool.ts';
import { DocumentLimitExceeded } from '../document-process/document-process.ts';
import { type AiConfig, askAi } from './ai.ts';
import type { AiQuestion } from './read-document.ts';
import type { ReadBackground } from './read-result.ts';

interface ReaderConfig {
  /** An endpoint with OpenAI's chat API; without it no data leaves the installation. */
  ai?: AiConfig;
  /** The processes that read; otherwise the reader has its own. */
  pool?: DocumentPool;
  today?: () => PlainDate;
  /** Called when the AI failed, before the fallback. */
  onAiFailure?: (error: unknown) => void;
}

/**
 * One receipt at a time, because reading takes a whole processor core. A photograph takes 2 to 10 seconds of it and up to
 * 300 MB; three scanned pages take three times as long.
 */
export const READING_LIMITS = { size: 1, memoryMb: 450, recycleMb: 300, cpuSeconds: 60, seconds: 600 };

const MAX_BYTES = 10 * 1024 * 1024;

/** One document in progress. */
interface Task {
  pool: DocumentPool;
  bytes: Uint8Array;
  background: ReadBackground;
  config: ReaderConfig;
  signal: AbortSignal;
}

/** Reads receipts in a process of its own. A receipt that exceeds the limits of that process is unreadable for good. */
export function readerFor(config: ReaderConfig = {}): ReceiptReader & { close(): void } {
  const pool = config.pool ?? new DocumentPool(READING_LIMITS);
  return {
    async read({ bytes, own }: ReceiptFile, signal = new AbortController().signal) {
      if (bytes.length > MAX_BYTES) throw new UnreadableReceipt('The file is too large');
      const background = { ...(own && { own }), today: config.today?.() };
      try {
        return await readFile({ pool, bytes, background, config, signal });
      } catch (error) {
        if (error instanceof DocumentLimitExceeded) throw new UnreadableReceipt(error.message);
        throw error;
      }
    },
    close: () => pool.close(),
  };
}

/** The queue of jobs has chosen the account already. */
const ANY_ACCOUNT = 0;

async function readFile(task: Task): Promise<ReceiptReading> {
  const { pool, bytes, background, config, signal } = task;
  const order = { bytes, background };
  const read = (hasAi: boolean) => pool.run(ANY_ACCOUNT, 'read-document', { ...order, hasAi }, signal);
  const result = await read(config.ai !== undefined);
  if ('reading' in result) return result.reading;
  const byAi = await tryAi(result.question, task);
  if (byAi) return byAi;
  if ('fallback' in result.question) return result.question.fallback;
  const byOcr = await read(false);
  if ('reading' in byOcr) return byOcr.reading;
  throw new Error('The document process asked for an AI that there is not');
}

/** Undefined if the AI failed. */
async function tryAi(
  question: AiQuestion,
  { pool, background, config, signal }: Task,
): Promise<ReceiptReading | undefined> {
  if (!config.ai) return undefined;
  try {
    const content = await askAi(question, config.ai, signal);
    const lines = 'lines' in question ? question.lines : null;
    const hidden = 'hidden' in question ? question.hidden : null;
    return await pool.run(ANY_ACCOUNT, 'read-answer', { content, background, lines, hidden }, signal);
  } catch (error) {
    signal.throwIfAborted();
    config.onAiFailure?.(error);
    return undefined;
  }
}
