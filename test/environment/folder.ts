import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Runs a test in a folder of its own, which is removed afterwards. */
export async function withFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'marketwright-test-')));
  try {
    await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
