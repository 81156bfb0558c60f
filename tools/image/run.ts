import { execa } from 'execa';

/** Runs a command whose output a person may follow; throws when it fails. */
export async function run(
  command: string,
  args: readonly string[],
  options: { cwd?: string; env?: Record<string, string> } = {},
): Promise<void> {
  process.stdout.write(`  ${command} ${args[0] ?? ''} …\n`);
  const { exitCode, all } = await execa(command, args, { ...options, all: true, reject: false, stdin: 'ignore' });
  if (exitCode === 0) return;
  process.stdout.write(`${(all ?? '').split('\n').slice(-40).join('\n')}\n`);
  throw new Error(`${command} ${args.join(' ')} exited with ${exitCode}.`);
}

/** What a command prints. */
export async function output(command: string, args: readonly string[]): Promise<string> {
  const { stdout } = await execa(command, args);
  return stdout;
}

/** The programs of a list that are not installed. */
export async function missing(programs: readonly string[]): Promise<string[]> {
  const found = await Promise.all(
    programs.map(async (program) => (await execa('which', [program], { reject: false })).exitCode === 0),
  );
  return programs.filter((_program, index) => !found[index]);
}
