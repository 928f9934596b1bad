import { useDryRun, useRead, useWrite } from '../../api/queries.ts';
import type { FoundCost, OutputOf } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { writeAccountNo } from '../../lib/account-no.ts';
import { formatDate, formatMoney } from '../../lib/format.ts';
import { decodeBase64, saveFile } from '../../lib/save-file.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { usePreviewedDialog } from '../../ui/dialogs/use-previewed-dialog.tsx';
import { useRecordDialog } from '../../ui/dialogs/use-record-dialog.ts';
import { CheckField, DateField } from '../../ui/forms/form-fields.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';

const FORMATS = ['pain.001', 'csv'] as const;
const FORMAT_NAMES = { 'pain.001': 'ISO 20022 (pain.001)', csv: 'CSV' } as const;
const TYPES = { 'pain.001': 'application/xml', csv: 'text/csv' } as const;

interface Props {
  costs: readonly FoundCost[];
  onClose(): void;
}

/** Saves a file of transfers that pays the chosen costs, and says before what becomes of each. */
export function PayDialog({ costs, onClose }: Props) {
  const { t } = useTranslation();
  const { data: accounts = [] } = useRead('get-bank-accounts', {});
  const write = useWrite('export-payables');
  const { form, whenSaved, dialog } = useRecordDialog({
    draft: 'export-payables',
    initial: { account: '', format: 'pain.001' as (typeof FORMATS)[number], pay_on: '', again: false },
    writes: [write],
    onClose,
  });
  const { account, format, pay_on, again } = form.fields;
  const input = {
    bank_account_guid: account || accounts[0]?.guid || '',
    cost_guids: costs.map(({ guid }) => guid),
    format,
    again,
    ...(pay_on && { pay_on }),
  };
  const preview = useDryRun('export-payables', input);
  const found = preview.data?.output?.export;
  const save = ({ export: { file, file_name } }: OutputOf<'export-payables'>) => {
    if (file) saveFile(file_name, new Blob([decodeBase64(file)], { type: TYPES[format] }));
    onClose();
  };
  const { dialog: previewed } = usePreviewedDialog(
    preview,
    () => write.mutate(input, whenSaved(t('pay.saved'), save)),
    { isBlank: accounts.length === 0 || found?.count === 0 },
  );
  return (
    <FormDialog
      {...dialog}
      {...previewed}
      title={t('pay.title')}
      description={t('pay.about')}
      submitLabel={t('pay.save')}
    >
      {accounts.length === 0 && <p className="text-warning">{t('pay.no-account')}</p>}
      <SelectField
        label={t('pay.from')}
        field="bank_account_guid"
        values={accounts.map(({ guid }) => guid)}
        value={input.bank_account_guid}
        onChange={(guid) => form.set({ account: guid })}
      >
        {(guid) => accounts.find((one) => one.guid === guid)?.name}
      </SelectField>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label={t('pay.format')}
          values={FORMATS}
          value={format}
          onChange={(chosen) => form.set({ format: chosen })}
        >
          {(one) => FORMAT_NAMES[one]}
        </SelectField>
        <DateField form={form} name="pay_on" label={t('field.pay_on')} optional hint={t('pay.on-hint')} />
      </div>
      <CheckField form={form} name="again" label={t('pay.again')} />
      {found && <Transfers found={found} />}
    </FormDialog>
  );
}

/** What becomes of each cost, and the sums of those that are in the file. */
function Transfers({ found }: { found: OutputOf<'export-payables'>['export'] }) {
  const { t, lang } = useTranslation();
  const accountOf = ({ payee_account, payee_iban: iban }: (typeof found.costs)[number]) =>
    writeAccountNo({ account_no: payee_account, iban });
  return (
    <>
      <ul className="max-h-72 divide-y overflow-y-auto rounded-lg border text-dense">
        {found.costs.map((cost) => (
          <li key={cost.guid} className="flex flex-wrap items-baseline justify-between gap-x-4 px-3 py-2">
            <span className="min-w-0 font-medium wrap-anywhere">{cost.supplier_name}</span>
            <span className={`figure ${cost.left_out ? 'text-muted line-through' : ''}`}>
              {formatMoney(cost.amount, cost.currency, lang)}
            </span>
            <span className="w-full text-muted">
              {cost.left_out
                ? t(`pay.left-out-${cost.left_out as 'paid'}`, {
                    date: formatDate((cost.exported_at ?? '').slice(0, 10), lang),
                  })
                : `${accountOf(cost)} · ${formatDate(cost.pay_on ?? '', lang)}`}
            </span>
            {cost.account_changed && <span className="w-full text-warning">{t('pay.changed')}</span>}
            {!cost.left_out && cost.exported_at && (
              <span className="w-full text-warning">
                {t('pay.exported-before', { date: formatDate(cost.exported_at.slice(0, 10), lang) })}
              </span>
            )}
          </li>
        ))}
      </ul>
      <p role="status" className="figure font-medium">
        {found.count === 0
          ? t('pay.none')
          : found.totals.map(({ amount, currency }) => formatMoney(amount, currency, lang)).join(' + ')}
      </p>
    </>
  );
}
