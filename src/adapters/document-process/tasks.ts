/**
 * What a document process can do. Each task is imported when it is first needed, so that a process that only converts
 * pictures never loads the PDF parser.
 */
export const TASKS = {
  'read-document': async () => (await import('../receipt-reader/read-document.ts')).readDocument,
  'read-einvoice': async () => (await import('../receipt-reader/read-einvoice.ts')).readEinvoice,
  'unpack-xml': async () => (await import('../receipt-reader/unpack-xml.ts')).unpackXml,
  'read-answer': async () => (await import('../receipt-reader/read-answer.ts')).readAnswer,
  'detect-type': async () => (await import('../pictures/detect-type.ts')).detectType,
  'shrink-receipt': async () => (await import('../pictures/shrink-receipt.ts')).shrinkReceipt,
  'draw-logo': async () => (await import('../pictures/draw-logo.ts')).drawLogo,
  'draw-sale-image': async () => (await import('../pictures/draw-sale-image.ts')).drawSaleImage,
  'parse-receipt-mail': async () => (await import('../mail/receipt-mail.ts')).parseReceiptMail,
  'read-statement': async () => (await import('../bank-statements/read-statement.ts')).readStatement,
  'read-rows': async () => (await import('../bank-statements/read-rows.ts')).readRows,
  'parse-bounce': async () => (await import('../mail/bounces.ts')).parseBounce,
};

type Tasks = typeof TASKS;
export type TaskName = keyof Tasks;
type TaskFunction<K extends TaskName> = Awaited<ReturnType<Tasks[K]>>;
export type TaskInput<K extends TaskName> = Parameters<TaskFunction<K>>[0];
export type TaskOutput<K extends TaskName> = Awaited<ReturnType<TaskFunction<K>>>;

export interface TaskOrder {
  task: TaskName;
  input: unknown;
}

/** `refused`: the file itself is at fault. `failed`: anything else. `ready` is sent once, before the first answer. */
export type TaskAnswer = { ready: true } | { output: unknown } | { refused: string } | { failed: string };
