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
