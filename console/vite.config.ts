import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';
import { newestOf, readChangelog } from './src/views/changelog/read-changelog.ts';

const MERGE_REFS = fileURLToPath(new URL('src/lib/use-merge-refs.ts', import.meta.url));

/**
 * Tables and the navigation have a scroll area, which imports 13 KB of positioning for one function of ten lines. Should it use
 * more of it one day, the build fails.
 */
const withoutPositioning: Plugin = {
  name: 'scroll-area-without-positioning',
  enforce: 'pre',
  resolveId: (source, importer = '') =>
    source === '@floating-ui/react' && /[\\/]ScrollArea[\\/]ScrollArea\.mjs$/.test(importer) ? MERGE_REFS : undefined,
};

/** Writes each file compressed by Brotli beside it, so that no request waits for that. */
const compressedFiles: Plugin = {
  name: 'compressed-files',
  writeBundle({ dir = '' }) {
    const assets = path.join(dir, 'assets');
    for (const name of readdirSync(assets).filter((file) => /\.(js|css|svg)$/.test(file))) {
      writeFileSync(path.join(assets, `${name}.br`), brotliCompressSync(readFileSync(path.join(assets, name))));
    }
  },
};

const CHANGELOG = fileURLToPath(new URL('../CHANGELOG.md', import.meta.url));

/** `virtual:changelog` is the changelog, parsed; `virtual:changelog-newest` tells a newer one, for the page that has not loaded it. */
const changelog: Plugin = {
  name: 'changelog',
  resolveId: (source) => (/^virtual:changelog(?:-newest)?$/.test(source) ? `\0${source}` : undefined),
  load(id) {
    if (!id.startsWith('\0virtual:changelog')) return undefined;
    this.addWatchFile(CHANGELOG);
    const versions = readChangelog(readFileSync(CHANGELOG, 'utf8'));
    return `export default ${JSON.stringify(id.endsWith('-newest') ? newestOf(versions) : versions)};`;
  },
};

/** Builds the console into `console/dist`, which the API serves at /console. */
export default defineConfig({
  base: '/console/',
  plugins: [withoutPositioning, compressedFiles, changelog],
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
            // By the views that share them, so that no view loads what only others need; small files are put together.
            { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 3_000 },
          ],
        },
      },
    },
  },
});
