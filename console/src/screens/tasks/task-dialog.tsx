import { type FormEvent, useId, useState } from 'react';
import { useWrite } from '../../api/queries.ts';
import { Button } from '../../ui/button.tsx';
import { CustomerPicker, ItemPicker } from '../../ui/choosers.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { Refusal } from '../../ui/state.tsx';
import { say } from '../../ui/toast.tsx';
import { useWords } from '../../words/words.tsx';
import { CustomerDialog } from '../customers/customer-dialog.tsx';
import { ItemDialog } from '../items/item-dialog.tsx';

export function TaskDialog({ onClose, onSaved }: { onClose(): void; onSaved(guid: string): void }) {
  const { t } = useWords();
  const id = useId();
  const [name, setName] = useState('');
  const [customer, setCustomer] = useState<{ guid: string; name: string } | null>(null);
  const [item, setItem] = useState<{ guid: string; description: string } | null>(null);
  const [making, setMaking] = useState<{ what: 'customer' | 'item'; text: string } | null>(null);
  const create = useWrite('create-task');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate(
      { name, ...(customer && { customer_guid: customer.guid }), ...(item && { item: { guid: item.guid } }) },
      {
        onSuccess: ({ guid }) => {
          say(t('done.saved'));
          onSaved(guid);
        },
      },
    );
  };
  const footer = (
    <>
      <Button onClick={onClose}>{t('cancel')}</Button>
      <Button type="submit" form={id} look="primary" busy={create.isPending}>
        {t('save')}
      </Button>
    </>
  );
  return (
    <>
      <Dialog open onClose={onClose} title={t('new.task')} footer={footer}>
        <form id={id} onSubmit={submit} noValidate className="grid gap-4">
          <Field label={t('field.task')}>
            <Input autoFocus value={name} maxLength={200} onChange={({ target }) => setName(target.value)} />
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
          <Refusal error={create.error} />
        </form>
      </Dialog>
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
