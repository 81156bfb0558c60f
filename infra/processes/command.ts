import { messageOf } from './message-of.ts';

/**
 * Runs a command of the operators. It returns its exit code, if not 0. What it throws is a sentence on stderr, without a stack, and
 * the exit code `failed`.
 */
export async function runCommand(
  main: () => Promise<number | undefined>,
  failed: number | ((error: unknown) => number) = 1,
): Promise<void> {
  try {
    process.exitCode = await main();
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n`);
    process.exitCode = typeof failed === 'number' ? failed : failed(error);
  }
}
