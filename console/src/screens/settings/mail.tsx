import { type ComponentProps, type RefObject, useRef, useState } from 'react';
import { LIMITS } from '../../api/limits.ts';
import { useRead, useWrite } from '../../api/queries.ts';
import type { OutputOf } from '../../api/types.ts';
import type { Lang, TextKey } from '../../i18n/lang.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { changeOf, useBase } from '../../lib/changes.ts';
import { useDraft } from '../../lib/use-draft.ts';
import type { FormFields } from '../../lib/use-fields.ts';
import { useChange } from '../../ui/dialogs/conflict-question.tsx';
import { Button } from '../../ui/elements/button.tsx';
import { ErrorAlert } from '../../ui/elements/feedback.tsx';
import { Card } from '../../ui/elements/page.tsx';
import { QueryCard } from '../../ui/elements/query-view.tsx';
import { showToast } from '../../ui/elements/toast.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { TextAreaField, TextField } from '../../ui/forms/form-fields.tsx';
import { LanguageField, SelectField } from '../../ui/forms/select-field.tsx';
import { type Account, CompanyForm, useAccountFields, WithAccount } from './company-form.tsx';
import { MailPreview } from './mail-preview.tsx';

const MAIL_KINDS = ['invoice', 'before', 'after', 'receipt'] as const;
type MailKind = (typeof MAIL_KINDS)[number];
const MAX_SIGNATURE = 500;

type MailTexts = OutputOf<'get-mail-texts'>;
type MailText = Pick<MailTexts['texts'][number], 'subject' | 'greeting' | 'body'>;
type LastField = RefObject<HTMLInputElement | HTMLTextAreaElement | null>;

export function Mail() {
  const query = useRead('get-mail-texts', {});
  return (
    <WithAccount>
      {(account) =>
        query.data ? <MailSettings account={account} texts={query.data} /> : <QueryCard query={query} />
      }
    </WithAccount>
  );
}

/** The texts of one kind of mail at a time with a preview below. Typed text survives a change of kind or language. */
function MailSettings({ account, texts }: { account: Account; texts: MailTexts }) {
  const { lang: screenLang } = useTranslation();
  const [lang, setLang] = useState<Lang>(screenLang);
  const [about, setAbout] = useState<MailKind>('invoice');
  const [typed, setTyped] = useDraft<Record<string, Partial<MailText>>>('mail-texts', {});
  const signature = useAccountFields('signature', account, ({ settings }) => ({
    mail_signature_is: String(settings.mail_signature_is ?? ''),
    mail_signature_en: String(settings.mail_signature_en ?? ''),
    mail_reply_to: String(settings.mail_reply_to ?? ''),
  }));
  const found = texts.texts.find((one) => one.lang === lang && one.about === about);
  if (!found) return null;
  const key = `${lang}.${about}`;
  const { subject, greeting, body, usual } = found;
  const own: MailText = { subject, greeting, body, ...typed[key] };
  const set = (changed: Partial<MailText>) =>
    setTyped((before) => ({ ...before, [key]: { ...before[key], ...changed } }));
  const discard = () => setTyped(({ [key]: _discarded, ...rest }) => rest);
  return (
    <>
      <MailTextEditor
        key={key}
        which={{ lang, about }}
        onLang={setLang}
        onKind={setAbout}
        form={{ fields: own, set, discard, isDirty: typed[key] !== undefined }}
        typed={typed[key] ?? {}}
        stored={{ subject, greeting, body }}
        usual={usual}
        placeholders={texts.placeholders}
      />
      <MailPreview asked={{ lang, about, ...own, signature: signature.fields[`mail_signature_${lang}`] }} />
      <SignatureForm account={account} texts={texts} form={signature} />
    </>
  );
}

interface EditorProps {
  which: { lang: Lang; about: MailKind };
  onLang(lang: Lang): void;
  onKind(kind: MailKind): void;
  form: FormFields<MailText>;
  /** What was typed, over the texts as they were read. */
  typed: Partial<MailText>;
  stored: MailText;
  usual: MailText;
  placeholders: readonly string[];
}

function MailTextEditor({ which, onLang, onKind, form, typed, stored, usual, placeholders }: EditorProps) {
  const { t } = useTranslation();
  const save = useWrite('set-mail-text');
  const last = useRef<HTMLInputElement | HTMLTextAreaElement>(null);
  const change = useChange(save);
  const base = useBase(`mail-text-${which.lang}-${which.about}`, stored, form.isDirty);
  const submit = () =>
    change.save(changeOf(base, { ...base, ...typed }, base), (data) => ({ ...which, ...data }), {
      onSuccess: () => {
        form.discard();
        showToast(t('done.saved'));
      },
    });
  return (
    <Card title={t('settings.mail')}>
      <Form error={save.error} onSubmit={submit} className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <p className="text-muted sm:col-span-2">{t('mail.about')}</p>
        <SelectField label={t('mail.which')} values={MAIL_KINDS} value={which.about} onChange={onKind}>
          {(kind) => t(`mail.${kind}`)}
        </SelectField>
        <LanguageField label={t('mail.language')} value={which.lang} onChange={onLang} />
        <MailTextFields lang={which.lang} form={form} usual={usual} last={last} />
        <PlaceholderButtons names={placeholders} last={last} />
        <div className="space-y-3 sm:col-span-2">
          <ErrorAlert error={save.error} />
          <Button type="submit" variant="primary" busy={save.isPending}>
            {t('save')}
          </Button>
        </div>
        {change.question}
      </Form>
    </Card>
  );
}

interface Signature {
  mail_signature_is: string;
  mail_signature_en: string;
  mail_reply_to: string;
}

interface SignatureProps {
  account: Account;
  texts: MailTexts;
  form: ComponentProps<typeof CompanyForm<Signature>>['form'];
}

function SignatureForm({ account, texts, form }: SignatureProps) {
  const { t } = useTranslation();
  return (
    <CompanyForm
      title={t('mail.signature')}
      description={t('mail.signature-about')}
      form={form}
      toInput={(settings) => ({ settings })}
    >
      {(['is', 'en'] as const).map((lang) => (
        <TextAreaField
          key={lang}
          form={form}
          name={`mail_signature_${lang}`}
          lang={lang}
          maxLength={MAX_SIGNATURE}
          placeholder={defaultSignature(texts, lang)}
        />
      ))}
      <TextField
        form={form}
        name="mail_reply_to"
        hint={t('mail.reply-hint')}
        type="email"
        maxLength={LIMITS['update-company'].email}
        placeholder={account.email}
      />
    </CompanyForm>
  );
}

interface FieldsProps {
  lang: Lang;
  form: FormFields<MailText>;
  /** The texts of the service, which are sent where a field is empty. */
  usual: MailText;
  last: LastField;
}

/** An empty field shows the default text as placeholder, which is then sent. */
function MailTextFields({ lang, form, usual, last }: FieldsProps) {
  const shared = (name: keyof MailText) => ({
    form,
    name,
    lang,
    wide: true,
    maxLength: LIMITS['set-mail-text'][name],
    placeholder: usual[name],
    onFocus: ({ target }: { target: HTMLInputElement | HTMLTextAreaElement }) => {
      last.current = target;
    },
  });
  return (
    <>
      <TextField {...shared('subject')} />
      <TextField {...shared('greeting')} />
      <TextAreaField
        {...shared('body')}
        ref={(field: HTMLTextAreaElement | null) => {
          // Until a field has had the focus, a placeholder is inserted here.
          if (field && !last.current?.isConnected) last.current = field;
        }}
        rows={5}
      />
    </>
  );
}

/** Buttons that insert a placeholder at the caret of the field that had the focus last. */
function PlaceholderButtons({ names, last }: { names: readonly string[]; last: LastField }) {
  const { t } = useTranslation();
  const write = (name: string) => {
    const field = last.current;
    if (!field) return;
    field.focus();
    // execCommand keeps the undo history and fires an input event, which setting the value would not.
    document.execCommand('insertText', false, `{${name}}`);
  };
  return (
    <fieldset className="sm:col-span-2">
      <legend className="mb-1.5 text-dense text-muted">{t('mail.blanks')}</legend>
      <div className="flex flex-wrap gap-2">
        {names.map((name) => (
          <Button
            key={name}
            small
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => write(name)}
          >
            {t(`blank.${name}` as TextKey)}
          </Button>
        ))}
      </div>
    </fieldset>
  );
}

function defaultSignature({ texts }: MailTexts, lang: string): string {
  return texts.find((one) => one.lang === lang)?.usual.signature ?? '';
}
