import { Mail, Pencil, Phone, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { LIMITS } from '../../api/limits.ts';
import { useRead, useWrite } from '../../api/queries.ts';
import type { OutputOf } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { changeOf, useBase } from '../../lib/changes.ts';
import { formatTime } from '../../lib/format.ts';
import { useDraftFields } from '../../lib/use-fields.ts';
import { useChange } from '../../ui/dialogs/conflict-question.tsx';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { useRecordDialog } from '../../ui/dialogs/use-record-dialog.ts';
import { Button, IconButton } from '../../ui/elements/button.tsx';
import { ErrorAlert } from '../../ui/elements/feedback.tsx';
import { Card } from '../../ui/elements/page.tsx';
import { QueryView } from '../../ui/elements/query-view.tsx';
import { showToast } from '../../ui/elements/toast.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { TextAreaField, TextField } from '../../ui/forms/form-fields.tsx';
import { PendingBadge } from '../../ui/records/pending.tsx';

type Contact = OutputOf<'get-customer-notes'>['contacts'][number];
const NEW_CONTACT = { name: '', role: '', email: '', phone_number: '' };

/** The people that are talked to at a customer. */
export function ContactsCard({ guid }: { guid: string }) {
  const { t } = useTranslation();
  const query = useRead('get-customer-notes', { customer_guid: guid });
  const remove = useWrite('delete-customer-contact');
  const [edited, setEdited] = useState<Partial<Contact> | null>(null);
  const add = (
    <IconButton label={t('contacts.add')} icon={<Plus size={17} />} onClick={() => setEdited(NEW_CONTACT)} />
  );
  return (
    <Card title={t('contacts')} actions={add} flush>
      <QueryView query={query} rows={2}>
        {({ contacts }) =>
          contacts.length === 0 ? (
            <p className="px-5 py-4 text-muted">{t('contacts.none')}</p>
          ) : (
            <ul className="divide-y">
              {contacts.map((contact) => (
                <li key={contact.guid} className="flex items-start gap-1 py-2.5 pr-2 pl-5">
                  <span className="min-w-0 flex-1">
                    <span className="block font-medium">{contact.name}</span>
                    {contact.role && <span className="block text-dense text-muted">{contact.role}</span>}
                    {contact.email && (
                      <a
                        href={`mailto:${contact.email}`}
                        className="flex items-center gap-1.5 text-dense text-accent"
                      >
                        <Mail size={13} aria-hidden />
                        <span className="truncate">{contact.email}</span>
                      </a>
                    )}
                    {contact.phone_number && (
                      <a
                        href={`tel:${contact.phone_number}`}
                        className="flex items-center gap-1.5 text-dense text-accent"
                      >
                        <Phone size={13} aria-hidden />
                        {contact.phone_number}
                      </a>
                    )}
                  </span>
                  <PendingBadge guid={contact.guid}>
                    <IconButton
                      label={t('contacts.edit', { name: contact.name })}
                      icon={<Pencil size={15} />}
                      onClick={() => setEdited(contact)}
                    />
                    <IconButton
                      label={t('contacts.delete', { name: contact.name })}
                      icon={<Trash2 size={15} />}
                      disabled={remove.isPending}
                      onClick={() =>
                        remove.mutate(
                          { guid: contact.guid },
                          { onSuccess: () => showToast(t('done.deleted')) },
                        )
                      }
                    />
                  </PendingBadge>
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
      <ErrorAlert error={remove.error} />
      {edited && <ContactDialog customer={guid} start={edited} onClose={() => setEdited(null)} />}
    </Card>
  );
}

interface ContactProps {
  customer: string;
  start: Partial<Contact>;
  onClose(): void;
}

function ContactDialog({ customer, start: { guid, ...fields }, onClose }: ContactProps) {
  const { t } = useTranslation();
  const save = useWrite('save-customer-contact');
  const change = useChange(save);
  const { form, whenSaved, dialog } = useRecordDialog({
    draft: `contact-${guid ?? customer}`,
    initial: { ...NEW_CONTACT, ...fields },
    writes: [save],
    onClose,
  });
  const max = LIMITS['save-customer-contact'];
  const base = useBase(`contact-${guid ?? customer}`, fields, form.isDirty);
  const submit = () => {
    const changed = guid
      ? changeOf({ ...NEW_CONTACT, ...base }, form.fields, { ...NEW_CONTACT, ...base })
      : { data: form.fields, was: {} };
    const toInput = (data: object) => ({ ...data, customer_guid: customer, ...(guid && { guid }) });
    change.save(changed, toInput, whenSaved(t('done.saved')));
  };
  return (
    <FormDialog
      {...dialog}
      title={guid ? t('contacts.change') : t('contacts.add')}
      submitLabel={t('save')}
      onSubmit={submit}
    >
      <TextField form={form} name="name" autoFocus maxLength={max.name} />
      <TextField form={form} name="role" label={t('contacts.role')} optional maxLength={max.role} />
      <TextField form={form} name="email" type="email" optional maxLength={max.email} />
      <TextField form={form} name="phone_number" optional maxLength={max.phone_number} />
      {change.question}
    </FormDialog>
  );
}

/** Notes about a customer, which nobody outside of the company sees. */
export function NotesCard({ guid }: { guid: string }) {
  const { t, lang } = useTranslation();
  const query = useRead('get-customer-notes', { customer_guid: guid });
  const form = useDraftFields(`note-${guid}`, { text: '' });
  const add = useWrite('add-customer-note');
  const remove = useWrite('delete-customer-note');
  const submit = () =>
    add.mutate({ customer_guid: guid, text: form.fields.text }, { onSuccess: () => form.discard() });
  return (
    <Card title={t('notes')} flush>
      <Form error={add.error} onSubmit={submit} className="grid gap-3 px-5 py-4">
        <TextAreaField
          form={form}
          name="text"
          label={t('notes.new')}
          rows={2}
          maxLength={LIMITS['add-customer-note'].text}
        />
        <ErrorAlert error={add.error ?? remove.error} />
        <span>
          <Button type="submit" small busy={add.isPending} disabled={!form.fields.text.trim()}>
            {t('notes.add')}
          </Button>
        </span>
      </Form>
      <QueryView query={query} rows={2}>
        {({ notes }) => (
          <ul className="divide-y border-t empty:hidden">
            {notes.map((note) => (
              <li key={note.guid} className="flex items-start gap-1 py-2.5 pr-2 pl-5">
                <span className="min-w-0 flex-1">
                  <span className="block whitespace-pre-wrap wrap-anywhere">{note.text}</span>
                  <span className="text-dense text-muted">
                    {[formatTime(note.at, lang), note.person].filter(Boolean).join(' · ')}
                  </span>
                </span>
                <PendingBadge guid={note.guid}>
                  <IconButton
                    label={t('notes.delete', { at: formatTime(note.at, lang) })}
                    icon={<Trash2 size={15} />}
                    disabled={remove.isPending}
                    onClick={() =>
                      remove.mutate({ guid: note.guid }, { onSuccess: () => showToast(t('done.deleted')) })
                    }
                  />
                </PendingBadge>
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </Card>
  );
}
