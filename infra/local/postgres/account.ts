import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const USER = 'postgres';

/** The user and group a process runs as. */
export interface Account {
  uid: number;
  gid: number;
}

/** The account PostgreSQL runs as; undefined: this process's own. PostgreSQL refuses root, so root runs it as the user `postgres`, created when missing. */
export async function postgresAccount(): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const present = await findAccount();
  if (present) return present;
  await createAccount();
  const made = await findAccount();
  if (!made) throw new Error(`PostgreSQL does not run as root, and the user ${USER} could not be created.`);
  return made;
}

async function findAccount(): Promise<Account | undefined> {
  try {
    const [uid, gid] = await Promise.all(
      ['-u', '-g'].map(async (flag) => Number((await run('id', [flag, USER])).stdout)),
    );
    return uid && gid ? { uid, gid } : undefined;
  } catch {
    return undefined;
  }
}

async function createAccount(): Promise<void> {
  try {
    await run('groupadd', ['--force', '--system', USER]);
    await run('useradd', ['--system', '--no-create-home', '--gid', USER, '--shell', '/bin/false', USER]);
  } catch {
    // Alpine has BusyBox's commands instead; whether any worked shows when the user is looked up again.
    await run('addgroup', ['-S', USER]).catch(() => undefined);
    await run('adduser', ['-S', '-D', '-H', '-G', USER, USER]).catch(() => undefined);
  }
}
