import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  base: '/console/',
  plugins: [react(), tailwind()],
  // The Content-Security-Policy allows no data: URLs, so that nothing may be inlined.
  build: {
    assetsInlineLimit: 0,
    target: 'es2023',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // The server's domain is pure: only those of its functions that a screen calls are bundled.
    rolldownOptions: {
      treeshake: { moduleSideEffects: (id) => !id.includes('/src/domain/') },
      output: {
        codeSplitting: {
          // Otherwise what the first screen loads in any case is split into sixty files, and each icon is a file.
          groups: [
            { name: 'core', tags: ['$initial'], priority: 1 },
            { name: 'icons', test: /[\\/]lucide-react[\\/]/ },
          ],
        },
      },
    },
  },
});
