import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Finds the tests that are pure: nothing that they load, product code included, can start a process or a thread, serve, or call anything.
 * Found by their imports, so a test joins or leaves them by what it does, and there is no list to keep.
 */
const OUTSIDE = new Set([
  // Brings an HTTP client, and takes a second to load.
  'cheerio',
  'node:child_process',
  'node:dns',
  'node:http',
  'node:https',
  'node:net',
  'node:tls',
  'node:worker_threads',
  'execa',
  'koa',
  'pg',
  'piscina',
  'playwright-core',
  'typeorm',
  // Type checks of the whole product take seconds.
  'typescript',
  'undici',
]);
const OUTSIDE_SCOPE = '@temporalio/';
/** Asks for what the other tests share. */
const SHARED = '/shared-servers-client.ts';
/** What is imported for its types only is not loaded. */
const IMPORT =
  /^(?:import|export)\s(?!type\s)(?:[^'";]*?\sfrom\s)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]|\bnew URL\(\s*['"](\.[^'"]+\.ts)['"]/gm;
const TESTS = '{api,domain,workflows,activities,worker,infra,sandbox,test,tools,console}/**/*.test.ts';

/** Paths of the pure tests, from the root. */
export function findPureTests(root) {
  const imports = new Map();
  const importsOf = (file) => {
    const known = imports.get(file);
    if (known) return known;
    const found = readImports(root, file);
    imports.set(file, found);
    return found;
  };
  const files = globSync(TESTS, { cwd: root, exclude: ['**/node_modules/**', 'test/acceptance/**'] });
  return files.filter((file) => isPure(file, importsOf)).sort();
}

function isPure(test, importsOf) {
  const seen = new Set([test]);
  for (const file of seen) {
    for (const name of importsOf(file)) {
      if (OUTSIDE.has(name) || name.endsWith(SHARED) || name.startsWith(OUTSIDE_SCOPE)) return false;
      if (name.startsWith('.')) seen.add(path.join(path.dirname(file), name));
    }
  }
  return true;
}

function readImports(root, file) {
  let text;
  try {
    text = readFileSync(path.join(root, file), 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT' || error.code === 'EISDIR') return [];
    throw error;
  }
  return [...text.matchAll(IMPORT)].map(([, statement, expression, url]) => statement ?? expression ?? url);
}
