import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useRead } from '../../api/queries.ts';
import type { OutputOf } from '../../api/types.ts';
import { formatKennitala } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Card } from '../../ui/page.tsx';
import { SecretValue } from '../../ui/secret.tsx';
import { useWords } from '../../words/words.tsx';

/** For a bookkeeper: the companies whose books it keeps, with the API keys that they granted. */
export function Tenants() {
  const { t } = useWords();
  const { data } = useRead('get-tenants', {});
  if (!data || data.length === 0) return null;
  return (
    <Card title={t('tenants.title')} flush>
      <ul className="divide-y">
        {data.map((tenant) => (
          <Row key={tenant.guid} tenant={tenant} />
        ))}
      </ul>
    </Card>
  );
}

function Row({ tenant }: { tenant: OutputOf<'get-tenants'>[number] }) {
  const { t } = useWords();
  const [open, setOpen] = useState(false);
  const { name, username, registration_no, api_key } = tenant;
  return (
    <li className="flex items-center gap-3 px-5 py-3.5">
      <div className="min-w-0 flex-1">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="text-dense text-muted wrap-anywhere">
          {formatKennitala(registration_no)} · {username}
        </p>
      </div>
      {api_key ? (
        <Button small icon={<KeyRound size={15} aria-hidden />} onClick={() => setOpen(true)}>
          {t('tenants.show')}
          <span className="sr-only">: {name}</span>
        </Button>
      ) : (
        <span className="text-dense text-muted">{t('tenants.no-key')}</span>
      )}
      {open && api_key && (
        <Dialog
          open
          onClose={() => setOpen(false)}
          title={name}
          footer={<Button onClick={() => setOpen(false)}>{t('close')}</Button>}
        >
          <SecretValue label={t('tenants.key', { username })} value={api_key} />
        </Dialog>
      )}
    </li>
  );
}
