import { type FSWatcher, readdirSync, statSync, watch } from 'node:fs';
import path from 'node:path';

/** Editors write a file in several steps, and people save several files at once. */
const SETTLE_MS = 60;

/**
 * Watches folders below the root and hands over the paths, from the root, that changed since the last call, once nothing has changed for
 * a moment. Returns what ends it.
 *
 * Each folder has a watcher of its own. The recursive watch of Node holds on to the files themselves under Linux, so that it is deaf to one
 * that was once put in the place of another, which is how many editors save, and Git.
 */
export function watchFolders(
  root: string,
  folders: readonly string[],
  changed: (files: readonly string[]) => void,
): () => void {
  const files = new Set<string>();
  const watchers = new Map<string, FSWatcher>();
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    const settled = [...files];
    files.clear();
    changed(settled);
  };
  const note = (file: string) => {
    files.add(file);
    clearTimeout(timer);
    timer = setTimeout(flush, SETTLE_MS);
  };
  const forget = (folder: string) => {
    for (const [place, watcher] of watchers) {
      if (place !== folder && !place.startsWith(folder + path.sep)) continue;
      watcher.close();
      watchers.delete(place);
    }
  };
  const watchFolder = (folder: string, seen: (file: string) => void) => {
    const watcher = watch(path.join(root, folder), (event, name) => {
      if (name === null) return;
      const entry = path.join(folder, name);
      note(entry);
      if (event !== 'rename') return;
      forget(entry);
      if (!isFolder(path.join(root, entry))) return;
      try {
        watchFolder(entry, note);
      } catch {
        // It is gone again.
        forget(entry);
      }
    });
    watcher.once('error', () => forget(folder));
    watchers.set(folder, watcher);
    for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
      const place = path.join(folder, entry.name);
      if (entry.isDirectory()) watchFolder(place, seen);
      else seen(place);
    }
  };
  for (const folder of folders) if (isFolder(path.join(root, folder))) watchFolder(folder, () => undefined);
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers.values()) watcher.close();
  };
}

function isFolder(place: string): boolean {
  return statSync(place, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** A process that is started again when its code changes, by its name in the stack. */
export type Restartable = 'api' | 'worker' | (typeof SIMULATORS)[number];

const SIMULATORS = ['sandbox_ai', 'sandbox_marketplace', 'sandbox_mail', 'sandbox_gateway'] as const;

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
  [/^sandbox\/mail\//, { processes: ['sandbox_mail'] }],
  [/^sandbox\/gateway\//, { processes: ['sandbox_gateway'] }],
  [/^sandbox\/[^/]+$/, { processes: SIMULATORS }],
];

/** Top-level folders with code of processes. */
export const SOURCE_FOLDERS = ['api', 'domain', 'infra', 'workflows', 'activities', 'worker', 'sandbox'] as const;

/** The processes that run a file, by its path from the root; none for tests and temporary files of editors. */
export function affectedBy(file: string): Affected {
  const path = file.replaceAll('\\', '/');
  if (/\.test\.ts$|~$|(^|\/)\.|\/[^/.]+$/.test(path)) return { processes: [] };
  return RULES.find(([pattern]) => pattern.test(path))?.[1] ?? { processes: [] };
}
