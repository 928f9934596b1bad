import { useQueryClient } from '@tanstack/react-query';
import { Download, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { type BulkWrite, type RefusedRecord, runMany } from '../../api/bulk-calls.ts';
import { isDelayed } from '../../api/call.ts';
import { type DelayedAction, useEndedActions } from '../../api/delayed-actions.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { formatNumber } from '../../lib/format.ts';
import { loadChunk } from '../../lib/load-chunk.ts';
import { saveFile } from '../../lib/save-file.ts';
import type { Selection } from '../../lib/use-selection.ts';
import type { Cell } from '../../lib/xlsx.ts';
import { Button, IconButton } from '../elements/button.tsx';
import type { BulkAction } from './bulk-action.ts';
import { BulkQuestion } from './bulk-question.tsx';
import { RefusedGroups } from './bulk-refusals.tsx';
import { useZip } from './use-zip.ts';

interface Props<Row extends { guid: string }> {
  selection: Selection<Row>;
  actions: readonly BulkAction<Row>[];
  /** Names a row whose action was refused. */
  nameOf(row: Row): string;
  /** Saves the chosen rows as a table. */
  table?: { name: string; load(rows: readonly Row[]): readonly (readonly Cell[])[] };
  /** The label of the action that is asked about, where something else on the screen opens the question too. */
  asking?: readonly [asked: string | null, ask: (label: string | null) => void];
}

/** What can be done with all chosen rows of a list, and what became of it, in a bar at the bottom of the screen. */
export function BulkBar<Row extends { guid: string }>(props: Props<Row>) {
  const { selection, actions, nameOf, table } = props;
  const { t, lang } = useTranslation();
  const { result, start, forget } = useBulkRun<Row>(selection);
  const own = useState<string | null>(null);
  const [asked, ask] = props.asking ?? own;
  const asks = actions.find(({ label }) => label === asked);
  const zip = useZip();
  const chosen = [...selection.rows.values()];
  if (chosen.length === 0 && !result) return null;
  const begin = (action: BulkAction<Row>) => {
    if ('write' in action.does) return ask(action.label);
    if ('opens' in action.does) return action.does.opens(chosen.filter(action.applies));
    void zip.save(action.does.files, chosen.filter(action.applies));
  };
  const saveTable = async () => {
    const { csv } = await loadChunk(() => import('../../lib/csv.ts'));
    if (table) saveFile(`kvitt-${table.name}.csv`, csv(table.load(chosen)));
  };
  return (
    <>
      <section
        aria-label={t('bulk.label')}
        className="bulk-bar no-print sticky bottom-4 z-30 mx-auto mt-3 w-fit max-w-full rounded-xl border border-border-strong bg-paper p-2 shadow-float max-md:bottom-16"
      >
        {result && <BulkResultText result={result} nameOf={nameOf} onClose={forget} />}
        {chosen.length > 0 && (
          <div className="flex flex-wrap items-center gap-2">
            <span className="px-2 font-medium" aria-live="polite">
              {t('bulk.chosen', { n: formatNumber(chosen.length, lang) })}
            </span>
            {actions
              .filter((action) => chosen.some(action.applies))
              .map((action) => (
                <Button
                  key={action.label}
                  small
                  icon={action.icon}
                  busy={zip.isBusy}
                  {...(action.variant && { variant: action.variant })}
                  onClick={() => begin(action)}
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
          </div>
        )}
      </section>
      {asks && 'write' in asks.does && (
        <BulkQuestion
          title={asks.label}
          isDanger={asks.variant === 'danger'}
          does={asks.does}
          rows={chosen}
          nameOf={nameOf}
          onConfirm={start}
          onClose={() => ask(null)}
        />
      )}
    </>
  );
}

/** What became of an action. `done` is null while it can still be undone. */
interface BulkResult<Row> {
  done: number | null;
  refused: readonly { row: Row; problems: RefusedRecord['problems'] }[];
}

/** Starts an action and waits for its end. What was refused stays chosen. */
function useBulkRun<Row extends { guid: string }>(selection: Selection<Row>) {
  const client = useQueryClient();
  const [result, setResult] = useState<BulkResult<Row> | null>(null);
  const pending = useRef<{ guid: string; rows: readonly Row[]; before: BulkResult<Row>['refused'] } | null>(
    null,
  );
  const end = (rows: readonly Row[], before: BulkResult<Row>['refused'], { done, refused }: Outcome) => {
    const late = refused.flatMap(({ guid, problems }) => {
      const row = rows.find((one) => one.guid === guid);
      return row ? [{ row, problems }] : [];
    });
    const all = [...before, ...late];
    selection.choose(all.map(({ row }) => row));
    setResult({ done, refused: all });
  };
  useEndedActions(({ guid, outcome }) => {
    if (pending.current?.guid !== guid || !outcome) return;
    end(pending.current.rows, pending.current.before, outcome);
    pending.current = null;
  });
  const start = async (write: BulkWrite, rows: readonly Row[], refused: BulkResult<Row>['refused']) => {
    const answer = await runMany(
      write,
      rows.map(({ guid }) => guid),
    );
    void client.invalidateQueries();
    if (!isDelayed(answer)) return end(rows, refused, answer);
    pending.current = { guid: answer.delayed.guid, rows, before: refused };
    selection.choose(refused.map(({ row }) => row));
    setResult(refused.length > 0 ? { done: null, refused } : null);
  };
  return { result, start, forget: () => setResult(null) };
}

type Outcome = NonNullable<DelayedAction['outcome']>;

interface ResultProps<Row> {
  result: BulkResult<Row>;
  nameOf(row: Row): string;
  onClose(): void;
}

function BulkResultText<Row extends { guid: string }>({ result, nameOf, onClose }: ResultProps<Row>) {
  const { t, tn } = useTranslation();
  const { done, refused } = result;
  return (
    <div
      role="status"
      className="mb-1 max-h-60 overflow-y-auto border-b px-2 pb-2 last:mb-0 last:border-0 last:pb-0"
    >
      <p className="flex items-center gap-2 font-medium">
        <span className="flex-1">
          {done !== null && `${tn('bulk.done', done)} `}
          {refused.length > 0 && <span className="text-warning">{tn('bulk.left', refused.length)}</span>}
        </span>
        <IconButton label={t('close')} icon={<X size={16} />} onClick={onClose} />
      </p>
      {refused.length > 0 && <RefusedGroups refused={refused} nameOf={nameOf} />}
    </div>
  );
}
