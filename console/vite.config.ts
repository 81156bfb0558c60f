import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import { newestOf, readChangelog } from './src/views/changelog/read-changelog.ts';

const SCROLL_AREA = fileURLToPath(new URL('src/lib/scroll-area.tsx', import.meta.url));
const SCROLL_BAR_CLASSES = '\0scroll-bar-classes';
const NO_CONTEXT_MENUS = '\0no-context-menus';

/**
 * Parts of packages of which little is used: lists of options scroll by the browser's own bar, the shell needs two names of classes
 * of what keeps a page from scrolling, and nothing opens by a long press. Should a package use more of them one day, the build fails.
 */
const smallerParts: Plugin = {
  name: 'smaller-parts',
  enforce: 'pre',
  resolveId(source, importer = '') {
    if (
      /[\\/]@mantine[\\/]core[\\/]esm[\\/]components[\\/]/.test(importer) &&
      source.endsWith('/ScrollArea/ScrollArea.mjs')
    )
      return SCROLL_AREA;
    if (source === 'react-remove-scroll' && /[\\/]AppShell[\\/]/.test(importer)) return SCROLL_BAR_CLASSES;
    if (/[\\/](?:Popover|Menu)\.mjs$/.test(importer) && source.endsWith('ContextMenu.mjs')) return NO_CONTEXT_MENUS;
    return undefined;
  },
  load(id) {
    if (id === NO_CONTEXT_MENUS) return 'export const PopoverContextMenu = undefined, MenuContextMenu = undefined;';
    if (id !== SCROLL_BAR_CLASSES) return undefined;
    return `import { fullWidthClassName as fullWidth, zeroRightClassName as zeroRight } from 'react-remove-scroll-bar/constants';
      export const RemoveScroll = { classNames: { fullWidth, zeroRight } };`;
  },
};

/** Small things that views share: our own helpers, icons, hooks and what Mantine's components are made of. */
const HELPERS =
  /[\\/]console[\\/]src[\\/]lib[\\/]|[\\/]@(tabler|tanstack)[\\/]|[\\/]@mantine[\\/](hooks|core[\\/]esm[\\/]core)[\\/]/;

/** What is worth a file of its own. A file takes what its modules import along, so those that others import come first. */
const LARGE_PARTS = [
  // Without it, whatever shows a badge would load the area that comes first.
  { name: 'badges', test: /[\\/]Badge[\\/]|[\\/]status-badge\.tsx$/ },
  { name: 'fields', test: /[\\/](Checkbox|Fieldset|Textarea)[\\/]/ },
  { name: 'tables', test: /[\\/](Table|Pagination|use-pagination)[\\/]|[\\/](paged-table|list-order)\.tsx$/ },
  {
    name: 'dialogs',
    test: /[\\/](Modal|ModalBase)[\\/]|[\\/](dialog|confirm-button)\.tsx$|[\\/](react-remove-scroll|use-sidecar)/,
  },
  { name: 'forms', test: /[\\/]components[\\/](draft-form|new-record-form|record-form|versioned-draft)\.tsx?$/ },
  {
    name: 'entries',
    test: /[\\/]components[\\/](entries-form|entries-section|entries-translations|entry-form|entry-list)\.tsx?$/,
  },
  { name: 'numbers', test: /[\\/](NumberInput|react-number-format)[\\/]/ },
  { name: 'choices', test: /[\\/](Popover|Combobox|Floating|Pill|PillsInput)[\\/]|[\\/]@floating-ui[\\/]/ },
];

/** Texts and states of an area, by its name. */
const areaOf = (id: string) =>
  /[\\/]views[\\/]([^\\/]+)[\\/](?:translations|model|status|state)\.tsx?$/.exec(id)?.[1] ?? null;

/** Files of the console, by what is in them. What several would have is in the first. */
const GROUPS: Rolldown.CodeSplittingGroup[] = [
  { name: 'initial', tags: ['$initial'] },
  // With all that it imports; views are imported dynamically.
  { name: 'app', test: /[\\/]console[\\/]src[\\/]app\.tsx$/ },
  { name: 'parts', test: (id) => !LARGE_PARTS.some(({ test }) => test.test(id)), minShareCount: 22 },
  { name: 'helpers', test: HELPERS, minShareCount: 7 },
  ...LARGE_PARTS.map((part) => ({ ...part, minShareCount: 2 })),
  // The form of settings, whichever view has one.
  {
    name: 'settings',
    test: /[\\/]capabilities[\\/](?:settings-fields|settings-form|form-problems|translations)\.tsx?$/,
    minShareCount: 2,
  },
  { name: areaOf, minShareCount: 2 },
  { name: 'own-texts', test: /[\\/]templates[\\/]own[\\/]translations\.ts$/, minShareCount: 2 },
  // What the forms of a template are made of.
  {
    name: 'own-template',
    test: /[\\/]templates[\\/]own[\\/](?:entries|field-form|template-form)\.tsx$/,
    minShareCount: 2,
  },
  // What the views of content say and do alike, and the people whom triggers name as they do.
  {
    name: 'content',
    test: /[\\/]content-items[\\/](list-translations|use-bulk|use-favor|favorite-star|review[\\/]model|tags[\\/](?:chips|tags-field|translations|use-tags))\.tsx?$|[\\/](?:components[\\/]person-select|lib[\\/]people)\.tsx?$/,
    minShareCount: 2,
  },
  // What the views of evaluations are made of.
  {
    name: 'evaluation',
    test: /[\\/]components[\\/]evaluations[\\/](?:model|run-state|translations)\.tsx?$|[\\/]knowledge[\\/]evaluations[\\/](?:use-documents|model)\.tsx?$/,
    minShareCount: 2,
  },
  // By the views that share them, so that no view loads what only others need. What is smaller than its place in the list of files joins others.
  { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 1_500 },
];

/** A file of many views would have the names of all of them, and every browser gets the list of files. */
const shortNameOf = (name: string) => (name.startsWith('shared~') ? 'shared' : name);

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
  plugins: [smallerParts, compressedFiles, changelog],
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
        // What is loaded together is one file: a view takes some fifteen requests instead of eighty.
        chunkFileNames: ({ name }) => `assets/${shortNameOf(name)}-[hash].js`,
        codeSplitting: { groups: GROUPS.map((group, index) => ({ ...group, priority: GROUPS.length - index })) },
      },
    },
  },
});
