import { LIMITS } from '../../api/limits.ts';
import { useWrite } from '../../api/queries.ts';
import type { Webhook } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { changeOf, useBase } from '../../lib/changes.ts';
import { useDraftFields } from '../../lib/use-fields.ts';
import { useChange } from '../../ui/dialogs/conflict-question.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { Button } from '../../ui/elements/button.tsx';
import { showToast } from '../../ui/elements/toast.tsx';
import { Check } from '../../ui/forms/field.tsx';
import { TextField } from '../../ui/forms/form-fields.tsx';
import { SecretValue } from '../../ui/forms/secret.tsx';

const MAX = LIMITS['create-webhook'];
const NOUNS = [
  ...['invoice', 'draft', 'quote', 'order', 'recurring', 'customer', 'note', 'contact'],
  ...['item', 'cost', 'task', 'sale', 'company', 'proposal', 'agent'],
] as const;

/** Creates a webhook, or changes one. The secret of a new one is shown once. */
export function WebhookDialog({ webhook, onClose }: { webhook?: Webhook; onClose(): void }) {
  const { t } = useTranslation();
  const { url = '', description = '', types = [] } = webhook ?? {};
  const draft = `webhook-${webhook?.guid ?? 'new'}`;
  const form = useDraftFields(draft, { url, description, types });
  const base = useBase(draft, { url, description, types }, form.isDirty);
  const create = useWrite('create-webhook');
  const update = useWrite('update-webhook');
  const change = useChange(update);
  if (create.data) return <NewSecret secret={create.data.secret} onClose={onClose} />;
  const submit = () => {
    if (!webhook) return create.mutate(form.fields, { onSuccess: form.discard });
    const onSuccess = () => {
      form.discard();
      showToast(t('done.saved'));
      onClose();
    };
    return change.save(changeOf(base, form.fields, base), (data) => ({ guid: webhook.guid, data }), {
      onSuccess,
    });
  };
  return (
    <FormDialog
      title={t(webhook ? 'webhooks.edit' : 'webhooks.new')}
      submitLabel={t(webhook ? 'save' : 'webhooks.make')}
      busy={create.isPending || update.isPending}
      error={create.error ?? update.error}
      submitsBy="button"
      onSubmit={submit}
      onClose={() => {
        form.discard();
        onClose();
      }}
      isDirty={form.isDirty}
      columns={1}
    >
      <TextField form={form} name="url" type="url" autoFocus required maxLength={MAX.url} />
      <TextField form={form} name="description" optional maxLength={MAX.description} />
      <TypeChoice chosen={form.fields.types} onChange={(chosen) => form.set({ types: chosen })} />
      {change.question}
    </FormDialog>
  );
}

/** All events of a noun at once. Single types that a program has set stay as they are. */
function TypeChoice({ chosen, onChange }: { chosen: string[]; onChange(chosen: string[]): void }) {
  const { t } = useTranslation();
  const toggle = (pattern: string) =>
    onChange(chosen.includes(pattern) ? chosen.filter((one) => one !== pattern) : [...chosen, pattern]);
  return (
    <fieldset>
      <legend className="mb-1.5 text-dense font-medium">{t('webhooks.types')}</legend>
      <div className="grid grid-cols-1 gap-2 sm:grid-cols-2">
        {NOUNS.map((noun) => (
          <Check
            key={noun}
            label={t(`webhooks.noun-${noun}`)}
            checked={chosen.includes(`${noun}.*`)}
            onChange={() => toggle(`${noun}.*`)}
          />
        ))}
      </div>
      <p className="mt-1.5 text-dense text-muted">{t('webhooks.types-hint')}</p>
    </fieldset>
  );
}

export function NewSecret({ secret, onClose }: { secret: string; onClose(): void }) {
  const { t } = useTranslation();
  const footer = <Button onClick={onClose}>{t('close')}</Button>;
  return (
    <Dialog open onClose={onClose} title={t('nav.webhooks')} footer={footer}>
      <SecretValue label={t('webhooks.secret')} value={secret} />
    </Dialog>
  );
}
