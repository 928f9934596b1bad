import './styles.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/queries.ts';
import { applyTheme } from './lib/theme.ts';
import { router } from './router.tsx';
import type { Lang } from './words/lang.ts';
import { loadWords, WordsProvider } from './words/words.tsx';

// Libraries that add a style element while running look here for the nonce that the page's policy asks for.
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
Object.assign(globalThis, { __webpack_nonce__: nonce });

applyTheme();
const lang: Lang = document.documentElement.lang === 'en' ? 'en' : 'is';
const words = await loadWords(lang);
const place = document.getElementById('app');
if (place) {
  createRoot(place).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <WordsProvider initial={words} lang={lang}>
          <RouterProvider router={router} />
        </WordsProvider>
      </QueryClientProvider>
    </StrictMode>,
  );
}
