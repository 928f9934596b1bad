import { type ChangeEvent, useRef, useState } from 'react';
import { CallError, upload } from '../../api/call.ts';
import { queryClient } from '../../api/queries.ts';
import type { OutputOf } from '../../api/types.ts';
import type { TextKey } from '../../i18n/lang.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { Badge } from '../../ui/elements/badge.tsx';
import { Button } from '../../ui/elements/button.tsx';
import { DropZone } from '../../ui/elements/drop-zone.tsx';
import { ErrorAlert } from '../../ui/elements/feedback.tsx';
import { Card } from '../../ui/elements/page.tsx';
import { showToast } from '../../ui/elements/toast.tsx';

const KINDS = ['customers', 'items', 'open_invoices', 'costs'] as const;
type Kind = (typeof KINDS)[number];
type Imported = OutputOf<'import-records'>['import'];

const TONES = { new: 'success', changed: 'warning', same: 'plain', refused: 'danger' } as const;
type Fate = keyof typeof TONES;
const FATES = Object.keys(TONES) as Fate[];
const SHOWN_ROWS = 200;

interface Chosen {
  kind: Kind;
  file: File;
}

/** Rows of a file become records: first what would become of each, then the import itself. */
export function ImportRecords() {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [preview, setPreview] = useState<Imported | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const [busy, setBusy] = useState(false);
  const send = async (what: Chosen, isDryRun: boolean) => {
    setBusy(true);
    setError(null);
    try {
      const fields = { ...what, ...(isDryRun && { dry_run: '1' }) };
      const answer = await upload('import-records', fields, crypto.randomUUID());
      if (isDryRun) return setPreview(answer.import);
      showToast(t('import.done', { new: answer.import.rows_new, changed: answer.import.rows_changed }));
      setChosen(null);
      setPreview(null);
      await queryClient.invalidateQueries();
    } catch (refusal) {
      setError(refusal as Error);
      setPreview(refusal instanceof CallError ? (refusal.result as Imported | null) : null);
    } finally {
      setBusy(false);
    }
  };
  const choose = (what: Chosen) => {
    setChosen(what);
    setPreview(null);
    void send(what, true);
  };
  return (
    <Card title={t('import.title')}>
      <p className="mb-4 text-muted">{t('import.about')}</p>
      <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
        {KINDS.map((kind) => (
          <ChooseFile key={kind} kind={kind} busy={busy && chosen?.kind === kind} onChoose={choose} />
        ))}
      </div>
      <div aria-live="polite" className="mt-5 grid gap-4 empty:hidden">
        {error && <ErrorAlert error={error} />}
        {preview && <Fates imported={preview} />}
        {chosen && preview && !error && (
          <p>
            <Button variant="primary" busy={busy} onClick={() => void send(chosen, false)}>
              {t('import.go', { file: chosen.file.name })}
            </Button>
          </p>
        )}
      </div>
    </Card>
  );
}

function ChooseFile({ kind, busy, onChoose }: { kind: Kind; busy: boolean; onChoose(what: Chosen): void }) {
  const { t } = useTranslation();
  const chooser = useRef<HTMLInputElement>(null);
  const label = t(`import.${kind}`);
  const take = (files: readonly File[]) => {
    const [file] = files;
    if (file) onChoose({ kind, file });
  };
  const takeChosen = ({ target }: ChangeEvent<HTMLInputElement>) => {
    take([...(target.files ?? [])]);
    // Otherwise the browser reports no change when the same file is chosen again after it was mended.
    target.value = '';
  };
  return (
    <DropZone
      label={label}
      onFiles={take}
      className={(isOver) =>
        `rounded-xl border-2 border-dashed p-4 text-center ${isOver ? 'border-accent bg-accent-subtle' : 'border-border'}`
      }
    >
      <Button busy={busy} onClick={() => chooser.current?.click()}>
        {label}
      </Button>
      <input
        ref={chooser}
        type="file"
        accept=".csv,.txt,.xlsx,.xml,.zip,text/csv"
        aria-label={label}
        className="sr-only"
        tabIndex={-1}
        onChange={takeChosen}
      />
    </DropZone>
  );
}

/** How the columns were understood, how many rows have each fate, and the rows, those first that need something. */
function Fates({ imported }: { imported: Imported }) {
  const { t } = useTranslation();
  const order = ({ fate }: { fate: string }) => (fate === 'refused' ? 0 : fate === 'same' ? 2 : 1);
  const rows = imported.rows.toSorted((a, b) => order(a) - order(b)).slice(0, SHOWN_ROWS);
  const counts = { new: imported.rows_new, changed: imported.rows_changed, same: imported.rows_same };
  return (
    <>
      <p className="flex flex-wrap gap-2">
        {FATES.map((fate) => {
          const count = fate === 'refused' ? imported.rows_refused : counts[fate];
          return count > 0 && <Badge key={fate} tone={TONES[fate]}>{`${t(`fate.${fate}`)}: ${count}`}</Badge>;
        })}
      </p>
      <p className="text-dense text-muted">
        {Object.entries(imported.mapping)
          .map(([column, field]) => `${column} → ${field}`)
          .join(' · ')}
      </p>
      <ul className="max-h-80 divide-y overflow-y-auto rounded-lg border text-dense">
        {rows.map(({ row, fate, message }) => (
          <li key={row} className="flex flex-wrap items-center gap-2 px-3 py-1.5">
            <span className="figure w-16 text-muted">{t('import.row', { row })}</span>
            <Badge tone={TONES[fate as Fate]}>{t(`fate.${fate}` as TextKey)}</Badge>
            <span className="min-w-0 wrap-anywhere">{message}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
