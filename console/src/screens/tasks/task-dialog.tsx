import { type ReactNode, useState } from 'react';
import { useWrite } from '../../api/queries.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { useRecordDialog } from '../../ui/dialogs/use-record-dialog.ts';
import { CustomerPicker, ItemPicker } from '../../ui/forms/record-pickers.tsx';
import { CustomerDialog } from '../customers/customer-dialog.tsx';
import { ItemDialog } from '../items/item-dialog.tsx';
import { NameFields, type TaskNames } from './name-fields.tsx';

interface Fields extends TaskNames {
  customer: { guid: string; name: string } | null;
  item: { guid: string; description: string } | null;
}

/** Creates a task, and on the way the customer or the item that it needs. */
export function TaskDialog({ onClose, onSaved }: { onClose(): void; onSaved(guid: string): void }) {
  const { t } = useTranslation();
  const create = useWrite('create-task');
  const { form, whenSaved, dialog } = useRecordDialog<Fields>({
    draft: 'task-new',
    initial: { name: '', project_name: '', customer: null, item: null },
    writes: [create],
    onClose,
  });
  const { fields, set } = form;
  const [creating, setCreating] = useState<{ kind: 'customer' | 'item'; text: string } | null>(null);
  const setCustomer = ({ guid, name }: { guid: string; name: string }) => set({ customer: { guid, name } });
  const setItem = ({ guid, description }: { guid: string; description: string }) =>
    set({ item: { guid, description } });
  const submit = () => {
    const { name, project_name, customer, item } = fields;
    create.mutate(
      {
        name,
        project_name,
        customer_guid: customer?.guid ?? '',
        item: item && { guid: item.guid },
      },
      whenSaved(t('done.saved'), ({ guid }) => onSaved(guid)),
    );
  };
  return (
    <>
      <FormDialog {...dialog} title={t('new.task')} submitLabel={t('save')} onSubmit={submit} columns={1}>
        <NameFields form={form} />
        <LabelledPicker label={t('field.customer')}>
          <CustomerPicker
            field="customer_guid"
            chosen={fields.customer?.name ?? ''}
            onChoose={setCustomer}
            onCreate={(text) => setCreating({ kind: 'customer', text })}
          />
        </LabelledPicker>
        <LabelledPicker label={t('tasks.item')}>
          <ItemPicker
            label={t('tasks.item')}
            field="item"
            chosen={fields.item?.description ?? ''}
            onChoose={setItem}
            onCreate={(text) => setCreating({ kind: 'item', text })}
          />
        </LabelledPicker>
      </FormDialog>
      {creating?.kind === 'customer' && (
        <CustomerDialog
          start={{ name: creating.text }}
          onClose={() => setCreating(null)}
          onSaved={(saved) => {
            setCustomer(saved);
            setCreating(null);
          }}
        />
      )}
      {creating?.kind === 'item' && (
        <ItemDialog
          start={{ description: creating.text, uom: 'HUR' }}
          onClose={() => setCreating(null)}
          onSaved={(saved) => {
            setItem(saved);
            setCreating(null);
          }}
        />
      )}
    </>
  );
}

function LabelledPicker({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <p className="mb-1.5 text-dense font-medium">{label}</p>
      {children}
    </div>
  );
}
