import { type ErrorComponentProps, Link } from '@tanstack/react-router';
import { Compass } from 'lucide-react';
import { useTranslation } from '../i18n/translation.tsx';
import { reloadWhenReachable } from '../lib/load-chunk.ts';
import { buttonClass } from '../ui/elements/button.tsx';
import { EmptyState, LoadError, Skeleton } from '../ui/elements/feedback.tsx';
import { Page } from '../ui/elements/page.tsx';

export function PendingScreen() {
  return <Skeleton />;
}

/** A screen whose chunk failed to load, or that threw; a reload fetches it again. */
export function FailedScreen({ error }: ErrorComponentProps) {
  const thrown = error instanceof Error ? error : new Error(String(error));
  return <LoadError error={thrown} onRetry={() => void reloadWhenReachable()} />;
}

export function NotFoundScreen() {
  const { t } = useTranslation();
  return (
    <Page title={t('missing.title')}>
      <EmptyState
        icon={<Compass size={22} aria-hidden />}
        title={t('missing.title')}
        description={t('missing.about')}
      >
        <Link to="/" className={buttonClass('primary')}>
          {t('missing.home')}
        </Link>
      </EmptyState>
    </Page>
  );
}
