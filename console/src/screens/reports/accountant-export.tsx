import { Archive } from 'lucide-react';
import { useState } from 'react';
import { fetchAllPages } from '../../api/all-pages.ts';
import { call } from '../../api/call.ts';
import { useErrorText } from '../../api/error-text.ts';
import { useSession } from '../../api/queries.ts';
import type { FoundCost } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { exportName } from '../../lib/export-name.ts';
import { runForEach } from '../../lib/run-for-each.ts';
import { decodeBase64, saveFile } from '../../lib/save-file.ts';
import { type Cell, xlsx } from '../../lib/xlsx.ts';
import { type ZipEntry, zip } from '../../lib/zip.ts';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useCostTable } from '../../ui/use-cost-table.ts';
import { useInvoiceTable } from '../../ui/use-invoice-table.ts';
import type { Period } from './periods.ts';

/** Saves what an accountant needs of a period as one ZIP: issued invoices and costs as sheets, and the receipts. */
export function AccountantExport({ period }: { period: Period }) {
  const { t, tn } = useTranslation();
  const errorText = useErrorText();
  const { data: session } = useSession();
  const [toInvoices, toCosts] = [useInvoiceTable(), useCostTable()];
  const [busy, setBusy] = useState(false);
  const load = async () => {
    const [invoices, costs] = await Promise.all([
      fetchAllPages('find-invoices', { ...period, sort: 'number', ascending: true }),
      fetchAllPages('find-costs', period),
    ]);
    const issued = invoices.filter(({ tab }) => tab !== 'draft');
    const receipts: ZipEntry[] = [];
    const failed = await runForEach(
      costs.filter(({ has_file }) => has_file),
      async (cost) => void receipts.push(await loadReceipt(cost, t('export.receipts'))),
    );
    const [first] = failed;
    if (first) showToast(`${tn('bulk.failed', failed.length)} ${errorText(first.error)}`);
    return [
      await sheet(t('nav.invoices'), toInvoices(issued)),
      await sheet(t('nav.costs'), toCosts(costs)),
      ...receipts.sort((a, b) => (a.name < b.name ? -1 : 1)),
    ];
  };
  const save = async () => {
    setBusy(true);
    try {
      const name = exportName(session?.name, t('export.books'), period.from_date, period.to_date);
      saveFile(`${name}.zip`, zip(await load()));
    } catch (error) {
      showToast(errorText(error as Error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button icon={<Archive size={15} aria-hidden />} busy={busy} onClick={() => void save()}>
      {t('export.accountant')}
    </Button>
  );
}

async function sheet(title: string, rows: readonly (readonly Cell[])[]): Promise<ZipEntry> {
  const workbook = xlsx(title, rows);
  return { name: `${exportName(title)}.xlsx`, bytes: new Uint8Array(await workbook.arrayBuffer()) };
}

/** Two receipts of a supplier on one day have different guids. */
async function loadReceipt(
  { guid, issue_date, created_date, supplier_name }: FoundCost,
  folder: string,
): Promise<ZipEntry> {
  const { file, file_extension } = await call('get-cost', { guid });
  const name = exportName(issue_date ?? created_date, supplier_name, guid.slice(-6));
  return { name: `${folder}/${name}.${file_extension}`, bytes: decodeBase64(file ?? '') };
}
