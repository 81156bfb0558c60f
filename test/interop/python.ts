import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';

/** The folder of an environment of its own that has the packages of a requirements file; made once. Needs Python and a package index. */
export async function ensurePython(folder: string, requirements: string): Promise<string> {
  const ready = `${folder}/ready`;
  if (existsSync(ready)) return folder;
  await run('python3', ['-m', 'venv', '--clear', folder]);
  await run(`${folder}/bin/python`, ['-m', 'pip', 'install', '--quiet', '-r', requirements]);
  await writeFile(ready, '');
  return folder;
}

/** Runs a program to its end; returns what it wrote. Throws when it fails. */
export async function run(command: string, args: string[], env: Record<string, string> = {}): Promise<string> {
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString('utf8');
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(`${command} ended with ${code}.\n${output}`);
  return output;
}
