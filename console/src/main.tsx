import './styles.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { call } from './api/call.ts';
import { queryClient } from './api/queries.ts';
import type { Lang } from './i18n/lang.ts';
import { loadTranslation } from './i18n/load-translation.ts';
import { TranslationProvider } from './i18n/translation.tsx';
import { applyTheme } from './lib/theme.ts';
import { router } from './router.tsx';

// The Content-Security-Policy admits style elements only with this nonce; libraries that add some read it here.
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
Object.assign(globalThis, { __webpack_nonce__: nonce });

/** The cookie is for this browser, also for pages that the server renders; the profile is for other devices. */
function saveLang(lang: Lang): void {
  fetch(`/console/?lang=${lang}`, { method: 'HEAD', credentials: 'same-origin' }).catch(() => {});
  call('set-language', { lang }).catch(() => {});
}

applyTheme();
const lang: Lang = document.documentElement.lang === 'en' ? 'en' : 'is';
const texts = await loadTranslation(lang);
const root = document.getElementById('app');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <TranslationProvider initial={texts} lang={lang} onLangChange={saveLang}>
          <RouterProvider router={router} />
        </TranslationProvider>
      </QueryClientProvider>
    </StrictMode>,
  );
}
