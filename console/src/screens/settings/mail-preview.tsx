import { useSettledRead } from '../../api/queries.ts';
import type { InputOf } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { ErrorAlert, Skeleton } from '../../ui/elements/feedback.tsx';
import { Card } from '../../ui/elements/page.tsx';

/** A preview of the mail, rendered by the server. */
export function MailPreview({ asked }: { asked: InputOf<'preview-mail'> }) {
  const { t } = useTranslation();
  const { data, error } = useSettledRead('preview-mail', asked);
  return (
    <Card title={t('mail.preview')}>
      <ErrorAlert error={error} />
      {!data && !error && <Skeleton rows={4} />}
      {data && !error && (
        <>
          <p className="mb-4 text-dense text-muted">
            {t(data.is_sample ? 'mail.by-sample' : 'mail.by-latest')}
          </p>
          <div className="overflow-hidden rounded-lg border">
            <dl className="grid grid-cols-[max-content_1fr] gap-x-4 gap-y-0.5 border-b bg-sunken px-4 py-3 text-dense">
              <dt className="text-muted">{t('mail.from')}</dt>
              <dd className="min-w-0 wrap-anywhere">{data.from}</dd>
              <dt className="text-muted">{t('mail.to')}</dt>
              <dd className="min-w-0 wrap-anywhere">{data.to || '–'}</dd>
              <dt className="text-muted">{t('mail.answers')}</dt>
              <dd className="min-w-0 wrap-anywhere">{data.reply_to || t('mail.nowhere')}</dd>
              <dt className="text-muted">{t('field.subject')}</dt>
              <dd className="min-w-0 font-semibold wrap-anywhere">{data.subject}</dd>
            </dl>
            <div
              lang={asked.lang as string}
              className="space-y-4 bg-white p-5 whitespace-pre-line text-mail-ink wrap-anywhere"
            >
              {data.logo && (
                <img
                  src={data.logo.path}
                  alt=""
                  className="h-auto max-h-16 w-auto max-w-50"
                  width={data.logo.width}
                  height={data.logo.height}
                />
              )}
              <p>{data.greeting}</p>
              <p>{data.body}</p>
              <dl className="grid w-fit grid-cols-[max-content_max-content] gap-x-6 gap-y-0.5">
                {data.facts.map(({ name, value }) => (
                  <div key={name} className="contents">
                    <dt className="text-mail-muted">{name}</dt>
                    <dd className="figure text-right">{value}</dd>
                  </div>
                ))}
              </dl>
              {data.settled && <p>{data.settled}</p>}
              {data.pay && <p className="text-mail-link underline">{data.pay}</p>}
              <p>{data.signature}</p>
            </div>
          </div>
        </>
      )}
    </Card>
  );
}
