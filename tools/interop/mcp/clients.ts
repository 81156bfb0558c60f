import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { loadLocalConfig } from '../../../infra/config/local.ts';
import { ensurePython, runProgram } from '../../../test/environment/python.ts';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
/** Short programs for readers, which sign in themselves. */
const EXAMPLES = fileURLToPath(new URL('../../../examples/mcp/', import.meta.url));
const CACHE = path.join(loadLocalConfig().cacheDir, 'interop');

/** A program and its arguments. */
type Command = [program: string, ...args: string[]];

/** An official client of the protocol in another language. */
interface Client {
  /** The program that must be on the PATH. */
  needs: string;
  /** Fetches and builds what its session and the example for readers need; returns both. */
  prepare(): Promise<{ session: Command; example: Command }>;
}

/** An example that takes longer hangs. */
const EXAMPLE_LIMIT_MS = 120_000;
/** What all examples write in the end. */
const EXAMPLE_OUTPUT = /^\d+ tools\n.*\nexecution \d+ is completed$/s;

/** The clients whose sessions are run, by language. */
const CLIENTS: Readonly<Record<string, Client>> = {
  Python: {
    needs: 'python3',
    async prepare() {
      const session = await ensurePython(path.join(FOLDER, 'requirements.txt'));
      const example = await ensurePython(path.join(EXAMPLES, 'requirements.txt'));
      return {
        session: [path.join(session, 'python'), path.join(FOLDER, 'session.py')],
        example: [path.join(example, 'python'), path.join(EXAMPLES, 'execute.py')],
      };
    },
  },
  Go: {
    needs: 'go',
    async prepare() {
      const programs = { session: path.join(CACHE, 'session-go'), example: path.join(CACHE, 'execute-go') };
      const args = (program: string) => ['build', '-mod=readonly', '-o', program, '.'];
      await build('go', args(programs.session), path.join(FOLDER, 'go'));
      await build('go', args(programs.example), path.join(EXAMPLES, 'go'));
      return { session: [programs.session], example: [programs.example] };
    },
  },
  Rust: {
    needs: 'cargo',
    async prepare() {
      const folder = path.join(CACHE, 'rust');
      const args = ['build', '--locked', '--quiet', '--target-dir', folder];
      await build('cargo', args, path.join(FOLDER, 'rust'));
      await build('cargo', args, path.join(EXAMPLES, 'rust'));
      return { session: [path.join(folder, 'debug', 'interop')], example: [path.join(folder, 'debug', 'execute')] };
    },
  },
};

/** Builds a program, outside the repository; what is built stays for the next time. */
async function build(program: string, args: string[], cwd: string): Promise<void> {
  await execa(program, args, { cwd, stdio: 'inherit' });
}

/** Prepares the clients that this machine can build, and says which it cannot; the returned function runs their sessions and examples. */
export async function prepareClients(): Promise<(environment: Record<string, string>) => Promise<void>> {
  const prepared: [language: string, session: Command, example: Command][] = [];
  for (const [language, { needs, prepare }] of Object.entries(CLIENTS)) {
    const { exitCode } = await execa('which', [needs], { reject: false });
    if (exitCode === 0) {
      const { session, example } = await prepare();
      prepared.push([language, session, example]);
    } else process.stdout.write(`skipped: ${language}, since there is no ${needs} on the PATH\n`);
  }
  return async (environment) => {
    for (const [language, session, example] of prepared) {
      const [program, ...args] = session;
      await runProgram(program, args, environment);
      await runExample(example, environment);
      process.stdout.write(`ok: ${language}, the example\n`);
    }
  };
}

/** Runs an example, which ends with what became of its execution. */
async function runExample([program, ...args]: Command, env: Record<string, string>): Promise<void> {
  const { stdout } = await execa(program, args, { env, timeout: EXAMPLE_LIMIT_MS });
  if (!EXAMPLE_OUTPUT.test(stdout)) throw new Error(`${program} wrote ${stdout}`);
}
