import { useState } from 'react';
import { useWrite } from '../../api/queries.ts';
import { useDraftFields } from '../../lib/use-draft.ts';
import { Field, Input } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { CustomerPicker, ItemPicker } from '../../ui/record-pickers.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useWords } from '../../words/words.tsx';
import { CustomerDialog } from '../customers/customer-dialog.tsx';
import { ItemDialog } from '../items/item-dialog.tsx';

interface Fields {
  name: string;
  customer: { guid: string; name: string } | null;
  item: { guid: string; description: string } | null;
}

export function TaskDialog({ onClose, onSaved }: { onClose(): void; onSaved(guid: string): void }) {
  const { t } = useWords();
  const { fields, set, forget } = useDraftFields<Fields>('task-new', {
    name: '',
    customer: null,
    item: null,
  });
  const { name, customer, item } = fields;
  const setCustomer = ({ guid, name: called }: { guid: string; name: string }) =>
    set({ customer: { guid, name: called } });
  const setItem = ({ guid, description }: { guid: string; description: string }) =>
    set({ item: { guid, description } });
  const [making, setMaking] = useState<{ what: 'customer' | 'item'; text: string } | null>(null);
  const create = useWrite('create-task');
  const close = () => {
    forget();
    onClose();
  };
  const submit = () =>
    create.mutate(
      { name, ...(customer && { customer_guid: customer.guid }), ...(item && { item: { guid: item.guid } }) },
      {
        onSuccess: ({ guid }) => {
          forget();
          showToast(t('done.saved'));
          onSaved(guid);
        },
      },
    );
  return (
    <>
      <FormDialog
        title={t('new.task')}
        submitLabel={t('save')}
        busy={create.isPending}
        error={create.error}
        onSubmit={submit}
        onClose={close}
        columns={1}
      >
        <Field label={t('field.task')}>
          <Input
            autoFocus
            value={name}
            maxLength={200}
            onChange={({ target }) => set({ name: target.value })}
          />
        </Field>
        <div>
          <p className="mb-1.5 text-[0.8125rem] font-medium">{t('field.customer')}</p>
          <CustomerPicker
            chosen={customer?.name ?? ''}
            onChoose={setCustomer}
            onCreate={(text) => setMaking({ what: 'customer', text })}
          />
        </div>
        <div>
          <p className="mb-1.5 text-[0.8125rem] font-medium">{t('tasks.item')}</p>
          <ItemPicker
            label={t('tasks.item')}
            chosen={item?.description ?? ''}
            onChoose={setItem}
            onCreate={(text) => setMaking({ what: 'item', text })}
          />
        </div>
      </FormDialog>
      {making?.what === 'customer' && (
        <CustomerDialog
          start={{ name: making.text }}
          onClose={() => setMaking(null)}
          onSaved={(saved) => {
            setCustomer(saved);
            setMaking(null);
          }}
        />
      )}
      {making?.what === 'item' && (
        <ItemDialog
          start={{ description: making.text, uom: 'HUR' }}
          onClose={() => setMaking(null)}
          onSaved={(saved) => {
            setItem(saved);
            setMaking(null);
          }}
        />
      )}
    </>
  );
}
