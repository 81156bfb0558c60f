import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { execa } from 'execa';
import { loadLocalConfig } from '../../../infra/config/local.ts';

/** The executables of a Temporal cluster. */
export interface Binaries {
  server: string;
  /** Makes and updates the schema of a SQL database. */
  sqlTool: string;
}

/** The executables in a folder. */
export function binariesOf(folder: string): Binaries {
  return { server: path.join(folder, 'server'), sqlTool: path.join(folder, 'sql') };
}

/** From nothing, on two busy cores. */
const BUILD_LIMIT_MS = 90 * 60_000;
const PACKAGES = { server: 'go.temporal.io/server/cmd/server', sql: 'go.temporal.io/server/cmd/tools/sql' };

/**
 * The server and its schema tool, built once by Go at the versions and checksums of the module in `folder` and kept in the user's
 * cache; undefined where Go is not installed. The module's dependencies have the versions that the Temporal CLI was
 * released with, so a machine on which Go has built that does little more than link.
 */
export async function temporalBinaries(folder = import.meta.dirname): Promise<Binaries | undefined> {
  const sums = await Promise.all(['go.mod', 'go.sum'].map((name) => readFile(path.join(folder, name))));
  const hash = createHash('sha256').update(Buffer.concat(sums)).digest('hex').slice(0, 12);
  const kept = path.join(loadLocalConfig().cacheDir, 'temporal-cluster', hash);
  const binaries = binariesOf(kept);
  if (existsSync(binaries.sqlTool)) return binaries;
  if ((await execa('which', ['go'], { reject: false })).exitCode !== 0) return undefined;

  const partial = `${kept}.${process.pid}`;
  await mkdir(partial, { recursive: true });
  try {
    await execa('go', ['build', '-mod=readonly', '-o', `${partial}/`, ...Object.values(PACKAGES)], {
      cwd: folder,
      env: { CGO_ENABLED: '0', GOFLAGS: '' },
      stdio: ['ignore', 'inherit', 'inherit'],
      timeout: BUILD_LIMIT_MS,
    });
    await rm(kept, { recursive: true, force: true });
    await rename(partial, kept);
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
  return binaries;
}
