import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const WORKFLOWS = join(ROOT, 'workflows');

/** Path of the bundle of the current workflow code; its name changes with the code and the lock file. */
export function bundlePath(): string {
  const hash = createHash('sha256').update(readFileSync(join(ROOT, 'package-lock.json')));
  for (const file of readdirSync(WORKFLOWS, { recursive: true, encoding: 'utf8' }).sort()) {
    if (file.endsWith('.ts') && !file.endsWith('.test.ts'))
      hash.update(file).update(readFileSync(join(WORKFLOWS, file)));
  }
  return join(ROOT, 'dist', `workflows-${hash.digest('hex').slice(0, 16)}.js`);
}

/**
 * Throws for workflows that index.ts does not export, by their names: Temporal would accept their runs and repeat the first
 * task for ever.
 */
export function requireRegistered(
  workflows: readonly string[],
  index = readFileSync(join(WORKFLOWS, 'index.ts'), 'utf8'),
) {
  const registered = Array.from(index.matchAll(/^export \{ (\w+) \} from/gm), ([, name]) => name);
  const missing = workflows.filter((name) => !registered.includes(name));
  if (missing.length > 0) throw new Error(`workflows/index.ts does not export ${missing.join(', ')}.`);
}

/** Builds the bundle unless it exists; returns its path. */
export async function buildBundle(): Promise<string> {
  const path = bundlePath();
  if (existsSync(path)) return path;
  const { bundleWorkflowCode } = await import('@temporalio/worker');
  const { code } = await bundleWorkflowCode({
    workflowsPath: join(WORKFLOWS, 'index.ts'),
    workflowInterceptorModules: [join(WORKFLOWS, 'lib/trace-context.ts')],
  });
  mkdirSync(dirname(path), { recursive: true });
  const partial = `${path}.${process.pid}`;
  writeFileSync(partial, code);
  renameSync(partial, path);
  return path;
}

if (import.meta.main) void buildBundle().then((path) => process.stdout.write(`${path}\n`));
