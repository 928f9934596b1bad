import { useQueryClient } from '@tanstack/react-query';
import { Download, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useErrorText } from '../api/error-text.ts';
import { useTranslation } from '../i18n/translation.tsx';
import { loadChunk } from '../lib/load-chunk.ts';
import { type Failed, runForEach } from '../lib/run-for-each.ts';
import { saveFile } from '../lib/save-file.ts';
import type { Selection } from '../lib/use-selection.ts';
import type { Cell } from '../lib/xlsx.ts';
import { type ZipEntry, zip } from '../lib/zip.ts';
import { Button, IconButton } from './button.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { showToast } from './toast.tsx';

/** Something that can be done with each chosen row by itself. */
export interface BulkAction<Row> {
  label: string;
  icon: ReactNode;
  variant?: 'primary' | 'danger';
  /** The chosen rows that it is for; it is offered while there is one. */
  applies(row: Row): boolean;
  /** The consequence, for the question that is asked first; left out where nothing is changed. */
  question?(rows: readonly Row[]): string;
  /** A write, or a file that is saved with the others in a ZIP. */
  run(row: Row): Promise<ZipEntry | undefined>;
  /** Names that ZIP; `pdf` when left out. */
  archive?: string;
  /** The toast afterwards; left out for actions that can be undone, which have one of their own. */
  done?(count: number): string;
}

interface Props<Row extends { guid: string }> {
  rows: readonly Row[];
  selection: Selection;
  actions: readonly BulkAction<Row>[];
  /** Names a row whose action was refused. */
  nameOf(row: Row): string;
  /** Saves the chosen rows as a table. */
  table?: { name: string; load(rows: readonly Row[]): readonly (readonly Cell[])[] };
}

/** What can be done with all chosen rows of a list, in a bar at the bottom of the screen. */
export function BulkBar<Row extends { guid: string }>({
  rows,
  selection,
  actions,
  nameOf,
  table,
}: Props<Row>) {
  const { t } = useTranslation();
  const { isBusy, run, failed, forget } = useBulkRun<Row>(selection);
  const [asks, setAsks] = useState<BulkAction<Row> | null>(null);
  const chosen = rows.filter(({ guid }) => selection.guids.has(guid));
  if (chosen.length === 0 && failed.length === 0) return null;
  const rowsOf = (action: BulkAction<Row>) => chosen.filter((row) => action.applies(row));
  const go = async (action: BulkAction<Row>) => {
    await run(action, rowsOf(action));
    setAsks(null);
  };
  const saveTable = async () => {
    const { csv } = await loadChunk(() => import('../lib/csv.ts'));
    if (table) saveFile(`kvitt-${table.name}.csv`, csv(table.load(chosen)));
  };
  return (
    <>
      {failed.length > 0 && <Refused failed={failed} nameOf={nameOf} onClose={forget} />}
      {chosen.length > 0 && (
        <section
          aria-label={t('bulk.label')}
          className="no-print sticky bottom-4 z-30 mx-auto mt-3 flex w-fit max-w-full flex-wrap items-center gap-2 rounded-xl border border-border-strong bg-paper p-2 shadow-float max-md:bottom-16"
        >
          <span className="px-2 font-medium" aria-live="polite">
            {t('bulk.chosen', { n: chosen.length })}
          </span>
          {actions
            .filter((action) => rowsOf(action).length > 0)
            .map((action) => (
              <Button
                key={action.label}
                small
                icon={action.icon}
                busy={isBusy}
                {...(action.variant && { variant: action.variant })}
                onClick={() => (action.question ? setAsks(action) : void go(action))}
              >
                {action.label}
              </Button>
            ))}
          {table && (
            <Button small icon={<Download size={15} aria-hidden />} onClick={() => void saveTable()}>
              {t('export')}
            </Button>
          )}
          <IconButton label={t('bulk.clear')} icon={<X size={16} />} onClick={selection.clear} />
        </section>
      )}
      {asks && (
        <ConfirmDialog
          title={asks.label}
          description={asks.question?.(rowsOf(asks)) ?? ''}
          submitLabel={asks.label}
          danger={asks.variant === 'danger'}
          busy={isBusy}
          error={null}
          onConfirm={() => void go(asks)}
          onClose={() => setAsks(null)}
        />
      )}
    </>
  );
}

/** Runs an action for many rows; what was refused stays until it is closed or another action runs. */
function useBulkRun<Row extends { guid: string }>(selection: Selection) {
  const errorText = useErrorText();
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [failed, setFailed] = useState<readonly Failed<Row>[]>([]);
  const run = async (action: BulkAction<Row>, rows: readonly Row[]) => {
    setBusy(true);
    try {
      const files: ZipEntry[] = [];
      const refused = await runForEach(rows, async (row) => {
        const file = await action.run(row);
        if (file) files.push(file);
      });
      setFailed(refused);
      if (files.length > 0)
        saveFile(
          `kvitt-${action.archive ?? 'pdf'}.zip`,
          zip(files.sort((a, b) => (a.name < b.name ? -1 : 1))),
        );
      if (!action.question) return;
      selection.clear();
      void client.invalidateQueries();
      const count = rows.length - refused.length;
      if (action.done && count > 0) showToast(action.done(count));
    } catch (error) {
      showToast(errorText(error as Error));
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, run, failed, forget: () => setFailed([]) };
}

interface RefusedProps<Row> {
  failed: readonly Failed<Row>[];
  nameOf(row: Row): string;
  onClose(): void;
}

const MAX_NAMED = 10;

function Refused<Row extends { guid: string }>({ failed, nameOf, onClose }: RefusedProps<Row>) {
  const { t, tn } = useTranslation();
  const errorText = useErrorText();
  return (
    <div role="alert" className="mt-3 rounded-lg bg-danger-subtle px-3.5 py-2.5 text-danger">
      <p className="flex items-center gap-2 font-medium">
        <span className="flex-1">{tn('bulk.failed', failed.length)}</span>
        <IconButton label={t('close')} icon={<X size={16} />} onClick={onClose} />
      </p>
      <ul className="list-disc pl-5">
        {failed.slice(0, MAX_NAMED).map(({ row, error }) => (
          <li key={row.guid}>
            {nameOf(row)}: {errorText(error)}
          </li>
        ))}
      </ul>
    </div>
  );
}
