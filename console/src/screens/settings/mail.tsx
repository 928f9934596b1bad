import { type FormEvent, type RefObject, useRef, useState } from 'react';
import { useRead, useWrite } from '../../api/queries.ts';
import type { OutputOf } from '../../api/types.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorAlert, LoadError, Skeleton } from '../../ui/feedback.tsx';
import { Field, Input, TextArea } from '../../ui/field.tsx';
import { Card } from '../../ui/page.tsx';
import { LanguageField, SelectField } from '../../ui/select-field.tsx';
import { showToast } from '../../ui/toast.tsx';
import type { Word } from '../../words/lang.ts';
import { useWords } from '../../words/words.tsx';
import { type Account, CompanyForm, useAccountFields, WithAccount } from './company-form.tsx';
import { MailPreview } from './mail-preview.tsx';

type MailTexts = OutputOf<'get-mail-texts'>;
type MailText = Pick<MailTexts['texts'][number], 'subject' | 'greeting' | 'body'>;

const MAIL_KINDS = ['invoice', 'before', 'after', 'receipt'] as const;

export function Mail() {
  const { data, error, refetch, isFetching } = useRead('get-mail-texts', {});
  return (
    <WithAccount>
      {(account) =>
        data ? (
          <MailTextEditor account={account} kept={data} />
        ) : (
          <Card flush>
            {error ? <LoadError error={error} onRetry={refetch} busy={isFetching} /> : <Skeleton />}
          </Card>
        )
      }
    </WithAccount>
  );
}

/** The words of one kind of mail at a time, and beneath them how it reads. What is typed stays while one looks around. */
function MailTextEditor({ account, kept }: { account: Account; kept: MailTexts }) {
  const { t, lang: screenLang } = useWords();
  const [lang, setLang] = useState<'is' | 'en'>(screenLang);
  const [about, setAbout] = useState<(typeof MAIL_KINDS)[number]>('invoice');
  const [typed, setTyped] = useState<Record<string, Partial<MailText>>>({});
  const [signed, sign] = useAccountFields(account, ({ settings }) => ({
    mail_signature_is: String(settings.mail_signature_is ?? ''),
    mail_signature_en: String(settings.mail_signature_en ?? ''),
    mail_reply_to: String(settings.mail_reply_to ?? ''),
  }));
  const save = useWrite('set-mail-text');
  const last = useRef<HTMLInputElement | HTMLTextAreaElement>(null);
  const found = kept.texts.find((one) => one.lang === lang && one.about === about);
  if (!found) return null;
  const key = `${lang}.${about}`;
  const { subject, greeting, body, ...which } = found;
  const own: MailText = { subject, greeting, body, ...typed[key] };
  const set = (changed: Partial<MailText>) =>
    setTyped((before) => ({ ...before, [key]: { ...before[key], ...changed } }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const done = () => {
      setTyped(({ [key]: _kept, ...rest }) => rest);
      showToast(t('done.saved'));
    };
    save.mutate({ lang, about, ...own }, { onSuccess: done });
  };
  return (
    <>
      <Card title={t('settings.mail')}>
        <form onSubmit={submit} noValidate className="grid gap-4 sm:grid-cols-2">
          <p className="text-muted sm:col-span-2">{t('mail.about')}</p>
          <SelectField
            label={t('mail.which')}
            values={MAIL_KINDS}
            value={about}
            onChange={(one) => setAbout(one)}
          >
            {(one) => t(`mail.${one}`)}
          </SelectField>
          <LanguageField label={t('mail.language')} value={lang} onChange={setLang} />
          <MailTextFields key={key} lang={lang} own={own} usual={which.usual} set={set} last={last} />
          <PlaceholderButtons names={kept.placeholders} last={last} />
          <div className="space-y-3 sm:col-span-2">
            <ErrorAlert error={save.error} />
            <Button type="submit" variant="primary" busy={save.isPending}>
              {t('save')}
            </Button>
          </div>
        </form>
      </Card>
      <MailPreview
        asked={{
          lang,
          about,
          ...own,
          signature: lang === 'en' ? signed.mail_signature_en : signed.mail_signature_is,
        }}
      />
      <CompanyForm
        title={t('mail.signature')}
        description={t('mail.signature-about')}
        change={() => ({ settings: signed })}
      >
        {(['mail_signature_is', 'mail_signature_en'] as const).map((name) => (
          <Field key={name} label={t(`field.${name}`)}>
            <TextArea
              value={signed[name]}
              lang={name.slice(-2)}
              maxLength={500}
              placeholder={defaultSignature(kept, name.slice(-2))}
              onChange={({ target }) => sign({ [name]: target.value })}
            />
          </Field>
        ))}
        <Field label={t('field.mail_reply_to')} hint={t('mail.reply-hint')}>
          <Input
            type="email"
            value={signed.mail_reply_to}
            maxLength={200}
            placeholder={account.email}
            onChange={({ target }) => sign({ mail_reply_to: target.value })}
          />
        </Field>
      </CompanyForm>
    </>
  );
}

interface FieldsProps {
  lang: string;
  own: MailText;
  usual: MailText;
  set(changed: Partial<MailText>): void;
  last: RefObject<HTMLInputElement | HTMLTextAreaElement | null>;
}

/** What is empty shows the usual text, which is then what is sent. */
function MailTextFields({ lang, own, usual, set, last }: FieldsProps) {
  const { t } = useWords();
  const shared = (name: keyof MailText) => ({
    lang,
    value: own[name],
    placeholder: usual[name],
    onFocus: ({ target }: { target: HTMLInputElement | HTMLTextAreaElement }) => {
      last.current = target;
    },
    onChange: ({ target }: { target: { value: string } }) => set({ [name]: target.value }),
  });
  return (
    <>
      <div className="sm:col-span-2">
        <Field label={t('field.subject')}>
          <Input {...shared('subject')} maxLength={150} />
        </Field>
      </div>
      <div className="sm:col-span-2">
        <Field label={t('field.greeting')}>
          <Input {...shared('greeting')} maxLength={200} />
        </Field>
      </div>
      <div className="sm:col-span-2">
        <Field label={t('field.body')}>
          <TextArea
            {...shared('body')}
            ref={(field) => {
              // Until one types somewhere, a blank goes here.
              if (field && !last.current?.isConnected) last.current = field;
            }}
            rows={5}
            maxLength={4000}
          />
        </Field>
      </div>
    </>
  );
}

/** Buttons that write a blank where one was typing. */
function PlaceholderButtons({ names, last }: { names: readonly string[]; last: FieldsProps['last'] }) {
  const { t } = useWords();
  const write = (name: string) => {
    const field = last.current;
    if (!field) return;
    field.focus();
    // Typed for the person, so that it can be undone and the field tells of it as of any typing.
    document.execCommand('insertText', false, `{${name}}`);
  };
  return (
    <fieldset className="sm:col-span-2">
      <legend className="mb-1.5 text-[0.8125rem] text-muted">{t('mail.blanks')}</legend>
      <div className="flex flex-wrap gap-2">
        {names.map((name) => (
          <Button
            key={name}
            small
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => write(name)}
          >
            {t(`blank.${name}` as Word)}
          </Button>
        ))}
      </div>
    </fieldset>
  );
}

function defaultSignature({ texts }: MailTexts, lang: string): string {
  return texts.find((one) => one.lang === lang)?.usual.signature ?? '';
}
