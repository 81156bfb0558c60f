import { copyFile, mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Copies the files under version control, and new ones, to a folder. Packages are those of the repository; the console's client,
 * which tests import, too, is generated anew.
 */
export async function copyRepository(copy: string): Promise<void> {
  const { stdout } = await execa('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate'], {
    cwd: ROOT,
  });
  for (const file of stdout.split('\n')) {
    await mkdir(path.dirname(path.join(copy, file)), { recursive: true });
    await copyFile(path.join(ROOT, file), path.join(copy, file));
  }
  await symlink(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'));
  await execa('npm', ['run', '--silent', 'generate:console'], { cwd: copy });
}
