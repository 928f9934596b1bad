import { useRead } from '../../api/queries.ts';
import type { TextKey } from '../../i18n/lang.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { Badge } from '../../ui/elements/badge.tsx';
import { Card } from '../../ui/elements/page.tsx';

const TONES = { live: 'success', test: 'warning', none: 'plain' } as const;

/** Whether each outside service is live, in test mode, or not connected. */
export function Connections({
  services,
}: {
  services: readonly ('bank' | 'payments' | 'mail' | 'einvoice')[];
}) {
  const { t } = useTranslation();
  const { data } = useRead('get-connections', {});
  if (!data) return null;
  return (
    <Card title={t('connection.title')}>
      <ul className="grid gap-4">
        {services.map((one) => {
          const serves = data[one] as keyof typeof TONES;
          return (
            <li key={one}>
              <p className="flex flex-wrap items-center gap-2 font-medium">
                {t(`connection.${one}`)}
                <Badge tone={TONES[serves]}>{t(`serves.${serves}`)}</Badge>
              </p>
              <p className="mt-0.5 text-muted">{t(`connection.${[one, serves].join('-')}` as TextKey)}</p>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
