import { Link } from '@tanstack/react-router';
import { Compass } from 'lucide-react';
import { buttonClass } from '../ui/button.tsx';
import { Page } from '../ui/page.tsx';
import { Empty, Skeleton, Trouble } from '../ui/state.tsx';
import { useWords } from '../words/words.tsx';

export function Waiting() {
  return <Skeleton />;
}

/** A screen whose file did not come, or that broke; a reload fetches it anew. */
export function Failed({ error }: { error: Error }) {
  return <Trouble error={error} onRetry={() => window.location.reload()} />;
}

export function Missing() {
  const { t } = useWords();
  return (
    <Page title={t('missing.title')}>
      <Empty icon={<Compass size={22} aria-hidden />} title={t('missing.title')} about={t('missing.about')}>
        <Link to="/" className={buttonClass('primary')}>
          {t('missing.home')}
        </Link>
      </Empty>
    </Page>
  );
}
