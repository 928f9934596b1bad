import { FileArchive } from 'lucide-react';
import { useState } from 'react';
import type { BulkWrite } from '../../api/bulk-calls.ts';
import { usePreviewMany } from '../../api/queries.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { formatNumber } from '../../lib/format.ts';
import { useFields } from '../../lib/use-fields.ts';
import { FormDialog } from '../dialogs/form-dialog.tsx';
import { Button } from '../elements/button.tsx';
import type { BulkAction } from './bulk-action.ts';
import { RefusedGroups, type RefusedRow } from './bulk-refusals.tsx';
import { useZip } from './use-zip.ts';

type WriteOf<Row> = Extract<BulkAction<Row>['does'], { write: BulkWrite }>;

interface Props<Row extends { guid: string }> {
  title: string;
  isDanger: boolean;
  does: WriteOf<Row>;
  rows: readonly Row[];
  nameOf(row: Row): string;
  onConfirm(write: BulkWrite, rows: readonly Row[], refused: readonly RefusedRow<Row>[]): Promise<void>;
  onClose(): void;
}

/** Says what will be done with the chosen rows and what cannot be, and why, before anything is done. */
export function BulkQuestion<Row extends { guid: string }>(props: Props<Row>) {
  const { title, isDanger, does, rows, nameOf, onConfirm, onClose } = props;
  const { t, lang } = useTranslation();
  const [insists, setInsists] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Error | null>(null);
  const zip = useZip();
  const form = useFields<Record<string, string>>(does.choices?.initial ?? {});
  const chosen = Object.fromEntries(Object.entries(form.fields).filter(([, value]) => value !== ''));
  const input = { ...does.write.input, ...chosen, ...(insists && does.insist?.input) };
  const write = { ...does.write, ...(Object.keys(input).length > 0 && { input }) };
  const { ready, refused, error, isFetching } = useCheck(write, rows);
  const confirm = () => {
    setBusy(true);
    onConfirm(write, ready, refused).then(onClose, (reason: Error) => {
      setFailure(reason);
      setBusy(false);
    });
  };
  const actionsFor = (reason: string, of: readonly Row[]) => (
    <>
      {does.instead?.reason === reason && (
        <Button
          small
          busy={zip.isBusy}
          icon={<FileArchive size={15} aria-hidden />}
          onClick={() => does.instead && void zip.save(does.instead, of)}
        >
          {does.instead.label}
        </Button>
      )}
      {does.insist?.reason === reason && (
        <Button small onClick={() => setInsists(true)}>
          {does.insist.label}
        </Button>
      )}
    </>
  );
  return (
    <FormDialog
      title={title}
      submitLabel={title}
      danger={isDanger}
      busy={isBusy}
      isReady={!isFetching && ready.length > 0}
      focuses="submit"
      error={failure ?? error}
      isDirty={false}
      columns={1}
      onSubmit={confirm}
      onClose={onClose}
    >
      <p role="status">
        {isFetching || error
          ? t('bulk.checking', { n: formatNumber(rows.length, lang) })
          : ready.length > 0
            ? does.about(ready)
            : t('bulk.none')}
      </p>
      {does.choices?.render(form)}
      {!isFetching && refused.length > 0 && (
        <section className="rounded-lg bg-warning-subtle px-3.5 py-3">
          <h3 className="mb-2 font-semibold text-warning">{t('bulk.cannot')}</h3>
          <RefusedGroups refused={refused} nameOf={nameOf} actions={actionsFor} />
        </section>
      )}
    </FormDialog>
  );
}

/** Splits the rows by whether the server, which rehearses the write for each, refuses them. */
function useCheck<Row extends { guid: string }>(write: BulkWrite, rows: readonly Row[]) {
  const { data, error, isFetching } = usePreviewMany(
    write,
    rows.map(({ guid }) => guid),
  );
  const problems = new Map(data?.map((one) => [one.guid, one.problems]));
  const refused = rows.flatMap((row): RefusedRow<Row>[] => {
    const found = problems.get(row.guid);
    return found ? [{ row, problems: found }] : [];
  });
  return { ready: data ? rows.filter(({ guid }) => !problems.has(guid)) : [], refused, error, isFetching };
}
