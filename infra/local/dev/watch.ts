import { existsSync, type FSWatcher, watch } from 'node:fs';
import path from 'node:path';

/** Editors write a file in several steps, and people save several files at once. */
const SETTLE_MS = 60;

/**
 * Watches folders below the root and hands over the paths, from the root, that changed since the last call, once nothing has changed for
 * a moment. Returns what ends it.
 */
export function watchFolders(
  root: string,
  folders: readonly string[],
  changed: (files: readonly string[]) => void,
): () => void {
  const files = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    const settled = [...files];
    files.clear();
    changed(settled);
  };
  const watchers: FSWatcher[] = folders
    .filter((folder) => existsSync(path.join(root, folder)))
    .map((folder) =>
      watch(path.join(root, folder), { recursive: true }, (_event, name) => {
        if (name === null) return;
        files.add(path.join(folder, name));
        clearTimeout(timer);
        timer = setTimeout(flush, SETTLE_MS);
      }),
    );
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}

/** A process that is started again when its code changes, by its name in the stack. */
export type Restartable = 'api' | 'worker' | 'sandbox_ai' | 'sandbox_marketplace';

/** What a changed file affects. */
export interface Affected {
  processes: readonly Restartable[];
  /** Whether the migrations run before. */
  migrate?: boolean;
}

/** Source folders of the processes; the first match decides. */
const RULES: readonly [pattern: RegExp, affected: Affected][] = [
  [/^infra\/database\/migrations\//, { processes: ['api', 'worker'], migrate: true }],
  [/^infra\/(local|deploy)\//, { processes: [] }],
  [/^(domain|infra)\//, { processes: ['api', 'worker'] }],
  [/^api\//, { processes: ['api'] }],
  // Contracts and their lists define how the API starts a workflow; the worker runs it.
  [/^workflows\/(.*\/contract|contracts|commands|queues)\.ts$/, { processes: ['api', 'worker'] }],
  [/^(workflows|activities|worker)\//, { processes: ['worker'] }],
  [/^sandbox\/ai\//, { processes: ['sandbox_ai'] }],
  [/^sandbox\/marketplace\//, { processes: ['sandbox_marketplace'] }],
  [/^sandbox\/[^/]+$/, { processes: ['sandbox_ai', 'sandbox_marketplace'] }],
];

/** Top-level folders with code of processes. */
export const SOURCE_FOLDERS = ['api', 'domain', 'infra', 'workflows', 'activities', 'worker', 'sandbox'] as const;

/** The processes that run a file, by its path from the root; none for tests and temporary files of editors. */
export function affectedBy(file: string): Affected {
  const path = file.replaceAll('\\', '/');
  if (/\.test\.ts$|~$|(^|\/)\.|\/[^/.]+$/.test(path)) return { processes: [] };
  return RULES.find(([pattern]) => pattern.test(path))?.[1] ?? { processes: [] };
}
