import { useState } from 'react';
import { useErrorText } from '../../api/error-text.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { runForEach } from '../../lib/run-for-each.ts';
import { saveFile } from '../../lib/save-file.ts';
import { type ZipEntry, zip } from '../../lib/zip.ts';
import { showToast } from '../elements/toast.tsx';
import type { BulkFiles } from './bulk-action.ts';

/** Saves a file of each row in one ZIP. Rows without a file are left out; failures are shown. */
export function useZip() {
  const { tn } = useTranslation();
  const errorText = useErrorText();
  const [isBusy, setBusy] = useState(false);
  const save = async <Row>({ archive, load }: BulkFiles<Row>, rows: readonly Row[]) => {
    setBusy(true);
    const files: ZipEntry[] = [];
    const failed = await runForEach(rows, async (row) => {
      const file = await load(row);
      if (file) files.push(file);
    });
    setBusy(false);
    if (files.length > 0)
      saveFile(`kvitt-${archive}.zip`, zip(files.sort((a, b) => (a.name < b.name ? -1 : 1))));
    const [first] = failed;
    if (first) showToast(`${tn('bulk.failed', failed.length)} ${errorText(first.error)}`);
  };
  return { isBusy, save };
}
