import { FileSpreadsheet } from 'lucide-react';
import { useRef, useState } from 'react';
import { fieldsOfHeadings } from '../../../../src/domain/bank/column-names.ts';
import { CallError, upload } from '../../api/call.ts';
import { queryClient } from '../../api/queries.ts';
import type { BankAccount, OutputOf } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { Button } from '../../ui/elements/button.tsx';
import { DropZone } from '../../ui/elements/drop-zone.tsx';
import { showToast } from '../../ui/elements/toast.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { MappingFields } from './mapping-fields.tsx';
import { StatementPreview } from './statement-preview.tsx';

type Statement = OutputOf<'import-bank-statement'>['statement'];
type Mapping = Readonly<Record<string, string>>;

const ACCEPTED = '.xml,.csv,.txt,.xlsx,text/csv,application/xml,text/xml';

interface Props {
  accounts: readonly BankAccount[];
  chosen: string | undefined;
  onClose(): void;
}

/** Imports the statement of a bank. How it is understood is shown before, and can be corrected. */
export function ImportDialog({ accounts, chosen, onClose }: Props) {
  const { t } = useTranslation();
  const [account, setAccount] = useState(chosen ?? '');
  const statement = useStatement(account, onClose);
  const { file, found, columns, mapping } = statement;
  const foundAccount = accounts.find(({ guid }) => guid === found?.bank_account_guid);
  return (
    <FormDialog
      title={t('bank.import')}
      description={t('bank.import-about')}
      submitLabel={t('bank.import')}
      busy={statement.isBusy}
      isReady={found !== null}
      error={statement.error}
      isDirty={false}
      submitsBy="button"
      columns={1}
      onSubmit={statement.store}
      onClose={onClose}
    >
      {accounts.length > 1 && (
        <SelectField
          label={t('bank.account')}
          values={['', ...accounts.map(({ guid }) => guid)]}
          value={account}
          onChange={(guid) => {
            setAccount(guid);
            if (file) statement.read(file, null, guid);
          }}
        >
          {(guid) => accounts.find((one) => one.guid === guid)?.name ?? t('bank.account-of-file')}
        </SelectField>
      )}
      <FileChooser file={file} isBusy={statement.isBusy} onFile={(one) => statement.read(one, null)} />
      {file && columns.length > 0 && (
        <MappingFields
          key={file.name}
          startsOpen={statement.error !== null}
          columns={columns}
          mapping={mapping}
          onChange={(to) => statement.read(file, to)}
        />
      )}
      {found && foundAccount && <StatementPreview statement={found} account={foundAccount} />}
    </FormDialog>
  );
}

interface Read {
  file: File | null;
  found: Statement | null;
  columns: readonly string[];
  mapping: Mapping;
  error: Error | null;
}

const NO_COLUMNS = { columns: [], mapping: {} };
const NOTHING: Read = { file: null, found: null, ...NO_COLUMNS, error: null };

/** Reads a file by a dry run, and stores it as it was read. Without an account, the file says of which one it is. */
function useStatement(account: string, onDone: () => void) {
  const { tn } = useTranslation();
  const [state, setState] = useState(NOTHING);
  const [isBusy, setBusy] = useState(false);
  const latest = useRef(0);
  const send = (file: File, mapping: Mapping | null, of: string, isDryRun: boolean) =>
    upload(
      'import-bank-statement',
      {
        file,
        ...(of && { bank_account_guid: of }),
        ...(mapping && { mapping: JSON.stringify(mapping) }),
        ...(isDryRun && { dry_run: '1' }),
      },
      crypto.randomUUID(),
    );
  const read = async (file: File, mapping: Mapping | null, of = account) => {
    latest.current += 1;
    const turn = latest.current;
    setState((before) => ({ ...before, file, found: null, error: null, ...(mapping && { mapping }) }));
    setBusy(true);
    const next = await send(file, mapping, of, true).then(
      ({ statement }): Partial<Read> => ({
        found: statement,
        columns: statement.columns,
        mapping: statement.mapping ?? {},
      }),
      (error: Error): Partial<Read> => ({ error, ...(mapping === null && (columnsOf(error) ?? NO_COLUMNS)) }),
    );
    if (turn !== latest.current) return;
    setState((before) => ({ ...before, ...next }));
    setBusy(false);
  };
  const store = async () => {
    const { file, found, mapping, columns } = state;
    if (!file || !found || isBusy) return;
    setBusy(true);
    try {
      const { statement } = await send(
        file,
        columns.length > 0 ? mapping : null,
        found.bank_account_guid,
        false,
      );
      showToast(tn('bank.imported', statement.lines_new));
      onDone();
      void queryClient.invalidateQueries();
    } catch (error) {
      setState((before) => ({ ...before, error: error as Error }));
    } finally {
      setBusy(false);
    }
  };
  return { ...state, isBusy, read, store };
}

/** The columns of a file that could not be understood, which the refusal names, with those whose heading is known. */
function columnsOf(error: Error): Pick<Read, 'columns' | 'mapping'> | null {
  const reasons = error instanceof CallError ? error.problems.flatMap((problem) => problem.reasons) : [];
  const unknown = reasons.find(({ code }) => code === 'statement_columns');
  const columns = unknown?.values[1]?.split(' | ');
  if (!columns) return null;
  const fields = fieldsOfHeadings(columns);
  const known = columns.map((column, at) => [column, fields[at]]).filter(([, field]) => field);
  return { columns, mapping: Object.fromEntries(known) };
}

function FileChooser({
  file,
  isBusy,
  onFile,
}: {
  file: File | null;
  isBusy: boolean;
  onFile(file: File): void;
}) {
  const { t } = useTranslation();
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <DropZone
      label={t('bank.file')}
      onFiles={([first]) => first && onFile(first)}
      className={(isOver) =>
        `flex flex-wrap items-center gap-3 rounded-xl border-2 border-dashed p-4 ${isOver ? 'border-accent bg-accent-subtle' : 'border-border'}`
      }
    >
      <FileSpreadsheet size={22} className="text-accent" aria-hidden />
      <span className="min-w-0 flex-1 truncate">{file?.name ?? ''}</span>
      <Button autoFocus={file === null} busy={isBusy} onClick={() => chooser.current?.click()}>
        {t('bank.choose-file')}
      </Button>
      <input
        ref={chooser}
        type="file"
        accept={ACCEPTED}
        hidden
        aria-label={t('bank.choose-file')}
        onChange={({ target }) => {
          const [one] = target.files ?? [];
          if (one) onFile(one);
          target.value = '';
        }}
      />
    </DropZone>
  );
}
