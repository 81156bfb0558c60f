import { defineConfig } from 'vite';

/** The console is built into `console/dist`, which the API serves at /console. */
export default defineConfig({
  base: '/console/',
  // The API puts another nonce in its place with each answer.
  html: { cspNonce: '__NONCE__' },
  build: {
    target: 'es2023',
    // The policy of the page allows no fonts in the text of a style sheet.
    assetsInlineLimit: 0,
    rolldownOptions: {
      // A helper for tests, which nothing here uses, stands in the way of @rjsf/core without it.
      external: ['@rjsf/validator-ajv8'],
      treeshake: { moduleSideEffects: 'no-external' },
      onLog(level, log, report) {
        // Packages mark code for the browser, which all of this is.
        if (log.code === 'MODULE_LEVEL_DIRECTIVE') return;
        // @mantine/schedule looks itself whether rrule has a default export.
        if (log.code === 'IMPORT_IS_UNDEFINED' && log.message.includes('rrule')) return;
        report(level, log);
      },
    },
  },
});
