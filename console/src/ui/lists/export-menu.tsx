import { Download } from 'lucide-react';
import { useState } from 'react';
import { exportName } from '../../../../src/domain/strings/export-name.ts';
import { useErrorText } from '../../api/error-text.ts';
import { useSession } from '../../api/queries.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { csv } from '../../lib/csv.ts';
import { saveFile } from '../../lib/save-file.ts';
import { type Cell, xlsx } from '../../lib/xlsx.ts';
import { Button } from '../elements/button.tsx';
import { Menu } from '../elements/menu.tsx';
import { showToast } from '../elements/toast.tsx';

interface Props {
  /** What it is; the file is named after the company, this and the period. */
  title: string;
  period?: { from?: string | undefined; to?: string | undefined } | undefined;
  /** The table with its headings, loaded when it is asked for. */
  load(): Promise<readonly (readonly Cell[])[]>;
}

/** Saves a list or a report as CSV or for Excel. */
export function ExportMenu({ title, period = {}, load }: Props) {
  const { t } = useTranslation();
  const { data: session } = useSession();
  const errorText = useErrorText();
  const [busy, setBusy] = useState(false);
  const save = async (kind: 'csv' | 'xlsx') => {
    setBusy(true);
    try {
      const rows = await load();
      const name = exportName(session?.name, title, period.from, period.to);
      saveFile(`${name}.${kind}`, kind === 'csv' ? csv(rows) : xlsx(title, rows));
    } catch (error) {
      showToast(errorText(error as Error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Menu
      trigger={
        <Button small busy={busy} icon={<Download size={15} aria-hidden />}>
          {t('export')}
        </Button>
      }
      choices={[
        { label: t('export.xlsx'), onSelect: () => void save('xlsx') },
        { label: t('export.csv'), onSelect: () => void save('csv') },
      ]}
    />
  );
}
