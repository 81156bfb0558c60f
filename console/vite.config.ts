import { defineConfig } from 'vite';

/** Builds the console into `console/dist`, which the API serves at /console. */
export default defineConfig({
  base: '/console/',
  // The API replaces it with a fresh nonce in each response.
  html: { cspNonce: '__NONCE__' },
  build: {
    target: 'es2023',
    // The content security policy blocks inlined fonts.
    assetsInlineLimit: 0,
    rolldownOptions: {
      treeshake: { moduleSideEffects: 'no-external' },
      onLog(level, log, report) {
        // 'use client' directives of packages have no meaning here.
        if (log.code === 'MODULE_LEVEL_DIRECTIVE') return;
        // @mantine/schedule checks for the default export itself.
        if (log.code === 'IMPORT_IS_UNDEFINED' && log.message.includes('rrule')) return;
        report(level, log);
      },
      output: {
        // What is always loaded together is one file: a view takes some ten requests instead of eighty.
        codeSplitting: {
          groups: [
            { name: 'initial', tags: ['$initial'], priority: 2 },
            // With all that it imports; views are imported dynamically.
            { name: 'app', test: /[\\/]console[\\/]src[\\/]app\.tsx$/, priority: 1 },
            // With 6, a view has 12 KB more to load that it does not use; with 4, 140 KB.
            { name: 'shared', minShareCount: 8 },
          ],
        },
      },
    },
  },
});
