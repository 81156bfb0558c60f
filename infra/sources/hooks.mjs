import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { strippedFolder, strippedSource } from './stripped.mjs';

/**
 * Preloaded by the product's programs (infra/deploy/programs.ts), where NODE_COMPILE_CACHE names a folder: the product's modules are loaded
 * from their kept sources without types. Node's own cache of compiled code keeps what it has read in memory for as long as the process runs.
 */
const ROOT = new URL('../../', import.meta.url).href;
const PACKAGES = new URL('node_modules/', ROOT).href;
const folder = strippedFolder();

/** @param {string | undefined} url */
function isOwn(url) {
  return url?.startsWith(ROOT) && !url.startsWith(PACKAGES) && url.endsWith('.ts');
}

if (folder)
  registerHooks({
    resolve(specifier, context, next) {
      if (!specifier.startsWith('.') || !isOwn(context.parentURL)) return next(specifier, context);
      const { href: url } = new URL(specifier, context.parentURL);
      // Node looks for the package of each file, to learn its format.
      return isOwn(url) ? { url, format: 'module', shortCircuit: true } : next(specifier, context);
    },
    load(url, context, next) {
      if (!isOwn(url)) return next(url, context);
      return { format: 'module', source: strippedSource(fileURLToPath(url), folder), shortCircuit: true };
    },
  });
