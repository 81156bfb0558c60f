import { cp, mkdir, realpath, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import type { Stack } from '../../infra/local/stack.ts';
import { waitUntil } from '../../test/environment/wait-until.ts';

const RECOVERY_LIMIT_MS = 120_000;

/** A base backup of a stack's PostgreSQL, and the archive of its write-ahead log. */
export interface Backups {
  /** Copies the cluster's files while it serves. */
  takeBase(): Promise<void>;
  /** Names the present moment, and waits until the log up to it is archived. */
  markMoment(name: string): Promise<void>;
  /** Replaces the cluster by the base backup and rolls it forward to the moment. All processes of the service are down. */
  restoreTo(name: string): Promise<void>;
}

/**
 * Switches the archive of the log on, for which PostgreSQL starts again. Only the server's own programs are used, as they
 * come with the embedded one: no pg_basebackup.
 */
export async function prepareBackups(stack: Stack): Promise<Backups> {
  const cluster = await realpath(path.join(stack.dataDir, 'postgres'));
  const { uid, gid } = await stat(cluster);
  const folder = path.join(path.dirname(cluster), 'backup');
  const archive = path.join(folder, 'archive');
  const base = path.join(folder, 'base');
  await mkdir(archive, { recursive: true });
  const own = async (...files: string[]) => {
    const { chown } = await import('node:fs/promises');
    for (const file of files) await chown(file, uid, gid);
  };
  await own(folder, archive);
  const connected = async <Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> => {
    const client = new pg.Client({ connectionString: stack.urls.databaseUrl ?? '', application_name: 'drill' });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  };

  await connected(async (client) => {
    await client.query(`ALTER SYSTEM SET archive_mode = 'on'`);
    await client.query(`ALTER SYSTEM SET archive_command = 'test ! -f "${archive}/%f" && cp "%p" "${archive}/%f"'`);
  });
  await stack.pause('postgres');
  await stack.start('postgres');

  return {
    takeBase: () =>
      connected(async (client) => {
        await client.query(`SELECT pg_backup_start('drill', true)`);
        await cp(cluster, base, {
          recursive: true,
          preserveTimestamps: true,
          filter: (file) => !/\/(?:pg_wal\/.+|postmaster\.(?:pid|opts)|pg_replslot\/.+)$/.test(file),
        });
        // The label belongs to the backup; the session that started it must be the one that ends it.
        const { rows } = await client.query<{ labelfile: string; spcmapfile: string }>(
          'SELECT labelfile, spcmapfile FROM pg_backup_stop(true)',
        );
        await writeFile(path.join(base, 'backup_label'), rows[0]?.labelfile ?? '');
      }),
    markMoment: (name) =>
      connected(async (client) => {
        await client.query('SELECT pg_create_restore_point($1)', [name]);
        const { rows } = await client.query<{ file: string }>('SELECT pg_walfile_name(pg_switch_wal()) AS file');
        const file = path.join(archive, rows[0]?.file ?? '');
        await waitUntil('the log to be archived', () => stat(file).then(Boolean), { retryErrors: true });
      }),
    async restoreTo(name) {
      await stack.pause('postgres');
      await rm(cluster, { recursive: true });
      await cp(base, cluster, { recursive: true, preserveTimestamps: true });
      await writeFile(path.join(cluster, 'recovery.signal'), '');
      const settings = [
        `restore_command = 'cp "${archive}/%f" "%p"'`,
        `recovery_target_name = '${name}'`,
        `recovery_target_action = 'promote'`,
      ];
      await writeFile(path.join(cluster, 'postgresql.auto.conf'), `${settings.join('\n')}\n`);
      await chownAll(cluster, uid, gid);
      await stack.start('postgres');
      await waitUntil(
        'PostgreSQL to be promoted',
        () =>
          connected(async (client) => {
            const { rows } = await client.query<{ recovers: boolean }>('SELECT pg_is_in_recovery() AS recovers');
            return rows[0]?.recovers === false;
          }),
        { limitMs: RECOVERY_LIMIT_MS, retryErrors: true },
      );
    },
  };
}

/** The files of a cluster belong to the account that runs it, and nobody else may enter. */
async function chownAll(folder: string, uid: number, gid: number): Promise<void> {
  const { chmod, chown, readdir } = await import('node:fs/promises');
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    await chown(path.join(entry.parentPath, entry.name), uid, gid);
  }
  await chown(folder, uid, gid);
  await chmod(folder, 0o700);
}
