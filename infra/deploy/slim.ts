import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * `npm run slim`: removes from `node_modules` what no process on this machine reads, for production images: Temporal's core for
 * other platforms, sources in TypeScript, source maps, documentation, weights of fonts, locales, a browser build.
 * docs/decisions/0044-production-install.md has the figures.
 */
const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url));
const CORES = '@temporalio/core-bridge/releases';
const ARCHITECTURES: Record<string, string> = { x64: 'x86_64', arm64: 'aarch64' };
const PLATFORMS: Record<string, string> = {
  linux: 'unknown-linux-gnu',
  darwin: 'apple-darwin',
  win32: 'pc-windows-msvc',
};
/** Node strips no types below node_modules, so a `.ts` file there is never run. */
const UNREAD = /\.(?:map|[mc]?ts|md|markdown|flow)$/;
/**
 * Parts of packages that nothing here loads: locales, sources of Temporal's core, and what is for browsers, bundlers or the other
 * system of modules.
 */
const UNLOADED =
  /^(?:date-fns\/(?:locale\/(?!en-US|_lib)|.*\.cjs$)|typeorm\/browser\/|stripe\/cjs\/|rxjs\/(?:src|dist\/(?:bundles|esm5?))\/|@temporalio\/core-bridge\/sdk-core\/|docx\/dist\/(?!index\.mjs$)|pdfkit\/(?:\.yarn\/|js\/pdfkit\.standalone\.js$))/;
/** Weights of fonts other than those of the files that are drawn (api/pdf/fonts.ts). */
const UNREAD_WEIGHTS = /^@expo-google-fonts\/[^/]+\/(?!400Regular\/|700Bold\/)\d{3}/;
/** Read by the bundler of workflows. */
const MAPS_OF_BUNDLED = /^@temporalio\/.*\.map$/;

/** Slims a folder of packages; returns the number of removed files and folders. When this platform has no core, all cores stay. */
export function slim(modules: string, { arch, platform }: Pick<NodeJS.Process, 'arch' | 'platform'>): number {
  const own = `${ARCHITECTURES[arch]}-${PLATFORMS[platform]}`;
  const cores = path.join(modules, CORES);
  const others = existsSync(path.join(cores, own)) ? readdirSync(cores).filter((name) => name !== own) : [];
  const unread = readdirSync(modules, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(path.relative(modules, entry.parentPath), entry.name))
    .filter((file) => isUnread(file.replaceAll('\\', '/')));
  const removed = [...others.map((name) => path.join(CORES, name)), ...unread];
  for (const name of removed) rmSync(path.join(modules, name), { recursive: true });
  return removed.length;
}

function isUnread(file: string): boolean {
  if (MAPS_OF_BUNDLED.test(file)) return false;
  return [UNREAD, UNREAD_WEIGHTS, UNLOADED].some((pattern) => pattern.test(file));
}

if (import.meta.main)
  process.stdout.write(`Removed ${slim(MODULES, process)} files and folders that no process reads.\n`);
