import { useQueryClient } from '@tanstack/react-query';
import { BellRing, CheckCircle2, FileArchive, Send, X } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { useErrorText } from '../../api/error-text.ts';
import type { FoundInvoice } from '../../api/types.ts';
import { formatMoney } from '../../lib/format.ts';
import { saveFile } from '../../lib/save-file.ts';
import type { Selection } from '../../lib/use-selection.ts';
import { zip } from '../../lib/zip.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useWords } from '../../words/words.tsx';

type BulkWrite = 'do-paid-invoice' | 'remind-invoice' | 'resend-invoice';

interface Failed {
  row: FoundInvoice;
  error: Error;
}

/** Requests at a time: each is a write of its own on the server. */
const AT_ONCE = 4;

interface Props {
  rows: readonly FoundInvoice[];
  selection: Selection;
}

/** What can be done with all chosen invoices, in a bar at the bottom of the screen. */
export function BulkActions({ rows, selection }: Props) {
  const { t, tn, lang } = useWords();
  const errorText = useErrorText();
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [asks, setAsks] = useState<BulkWrite | null>(null);
  const [failed, setFailed] = useState<readonly Failed[]>([]);
  const chosen = rows.filter(({ guid }) => selection.guids.has(guid));
  if (chosen.length === 0 && failed.length === 0) return null;
  const owed = chosen.filter(({ remaining }) => remaining > 0);
  const issued = chosen.filter(({ number }) => number !== '');
  const work = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      showToast(errorText(error as Error));
    } finally {
      setBusy(false);
      setAsks(null);
    }
  };
  const run = (operation: BulkWrite, of: readonly FoundInvoice[]) =>
    work(async () => {
      const refused = await runForEach(of, (row) => writeOne(operation, row.guid));
      setFailed(refused);
      selection.clear();
      void client.invalidateQueries();
      const done = of.length - refused.length;
      if (operation !== 'do-paid-invoice' && done > 0) showToast(tn('bulk.done', done));
    });
  const savePdfs = () =>
    work(async () => {
      const files: { name: string; bytes: Uint8Array }[] = [];
      const refused = await runForEach(issued, async ({ guid }) => {
        const { file, file_name } = await call('get-invoice-pdf', { guid });
        files.push({ name: file_name, bytes: Uint8Array.from(atob(file), (one) => one.charCodeAt(0)) });
      });
      setFailed(refused);
      if (files.length > 0) saveFile('kvitt-pdf.zip', zip(files.sort((a, b) => (a.name < b.name ? -1 : 1))));
    });
  return (
    <>
      {failed.length > 0 && (
        <div role="alert" className="mt-3 rounded-lg bg-danger-subtle px-3.5 py-2.5 text-danger">
          <p className="flex items-center gap-2 font-medium">
            <span className="flex-1">{tn('bulk.failed', failed.length)}</span>
            <IconButton label={t('close')} icon={<X size={16} />} onClick={() => setFailed([])} />
          </p>
          <ul className="list-disc pl-5">
            {failed.slice(0, 10).map(({ row, error }) => (
              <li key={row.guid}>
                #{row.number} · {row.customer_name}: {errorText(error)}
              </li>
            ))}
          </ul>
        </div>
      )}
      {chosen.length > 0 && (
        <section
          aria-label={t('bulk.label')}
          className="sticky bottom-4 z-30 mx-auto mt-3 flex w-fit max-w-full flex-wrap items-center gap-2 rounded-xl border bg-paper p-2 shadow-float max-md:bottom-16"
        >
          <span className="px-2 font-medium" aria-live="polite">
            {tn('bulk.chosen', chosen.length)}
          </span>
          {owed.length > 0 && (
            <>
              <Button
                small
                variant="primary"
                icon={<CheckCircle2 size={15} aria-hidden />}
                busy={isBusy}
                onClick={() => setAsks('do-paid-invoice')}
              >
                {t('invoice.mark-paid')}
              </Button>
              <Button
                small
                icon={<BellRing size={15} aria-hidden />}
                busy={isBusy}
                onClick={() => setAsks('remind-invoice')}
              >
                {t('needs.remind')}
              </Button>
            </>
          )}
          {issued.length > 0 && (
            <>
              <Button
                small
                icon={<Send size={15} aria-hidden />}
                busy={isBusy}
                onClick={() => setAsks('resend-invoice')}
              >
                {t('invoice.resend')}
              </Button>
              <Button small icon={<FileArchive size={15} aria-hidden />} busy={isBusy} onClick={savePdfs}>
                {t('bulk.pdfs')}
              </Button>
            </>
          )}
          <IconButton label={t('bulk.clear')} icon={<X size={16} />} onClick={selection.clear} />
        </section>
      )}
      {asks && (
        <ConfirmDialog
          title={t(asks === 'do-paid-invoice' ? 'invoice.mark-paid' : `bulk.${asks}`)}
          description={
            asks === 'do-paid-invoice'
              ? t('bulk.paid-about', { n: tn('invoices', owed.length), sum: sumText(owed, lang) })
              : tn('bulk.mail-about', (asks === 'remind-invoice' ? owed : issued).length)
          }
          submitLabel={t(asks === 'do-paid-invoice' ? 'invoice.mark-paid' : `bulk.${asks}`)}
          busy={isBusy}
          error={null}
          onConfirm={() => void run(asks, asks === 'resend-invoice' ? issued : owed)}
          onClose={() => setAsks(null)}
        />
      )}
    </>
  );
}

/** What is left to pay of them, one sum for each currency. */
function sumText(rows: readonly FoundInvoice[], lang: 'is' | 'en'): string {
  const sums = new Map<string, number>();
  for (const { currency, remaining } of rows)
    sums.set(currency, Math.round(((sums.get(currency) ?? 0) + remaining) * 100) / 100);
  return [...sums].map(([currency, sum]) => formatMoney(sum, currency, lang)).join(' + ');
}

async function writeOne(operation: BulkWrite, guid: string): Promise<void> {
  await call(operation, { guid }, { idempotencyKey: crypto.randomUUID(), mayDelay: true });
}

/** Runs the work for every row, a few at a time, and returns those that failed. */
async function runForEach(
  rows: readonly FoundInvoice[],
  work: (row: FoundInvoice) => Promise<void>,
): Promise<Failed[]> {
  const failed: Failed[] = [];
  const queue = [...rows];
  const next = async (): Promise<void> => {
    for (let row = queue.shift(); row; row = queue.shift()) {
      const current = row;
      await work(current).catch((error: Error) => void failed.push({ row: current, error }));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
  return failed;
}
