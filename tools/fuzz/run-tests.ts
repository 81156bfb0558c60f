import { exitCodeOf } from '../../test/environment/python.ts';

/** Runs tests that do more than in `npm test` where the environment asks for it. Returns the exit code. */
export async function runTests(path: string, environment: Record<string, string>): Promise<number> {
  return (await exitCodeOf('npm', ['run', '--silent', 'jest', '--', path], environment)) ?? 1;
}
