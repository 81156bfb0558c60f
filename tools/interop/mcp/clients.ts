import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { loadLocalConfig } from '../../../infra/config/local.ts';
import { ensurePython, runProgram } from '../../../test/environment/python.ts';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const CACHE = path.join(loadLocalConfig().cacheDir, 'interop');

/** An official client of the protocol in another language. */
interface Client {
  /** The program that must be on the PATH. */
  needs: string;
  /** Fetches and builds what its session needs; returns the program and its arguments. */
  prepare(): Promise<[program: string, args: string[]]>;
}

/** The clients whose sessions are run, by language. */
const CLIENTS: Readonly<Record<string, Client>> = {
  Python: {
    needs: 'python3',
    async prepare() {
      const bin = await ensurePython(path.join(FOLDER, 'requirements.txt'));
      return [path.join(bin, 'python'), [path.join(FOLDER, 'session.py')]];
    },
  },
  Go: {
    needs: 'go',
    async prepare() {
      const program = path.join(CACHE, 'session-go');
      await build('go', ['build', '-mod=readonly', '-o', program, '.'], 'go');
      return [program, []];
    },
  },
  Rust: {
    needs: 'cargo',
    async prepare() {
      const folder = path.join(CACHE, 'rust');
      await build('cargo', ['build', '--locked', '--quiet', '--target-dir', folder], 'rust');
      return [path.join(folder, 'debug', 'interop'), []];
    },
  },
};

/** Builds a session, outside the repository; what is built stays for the next time. */
async function build(program: string, args: string[], folder: string): Promise<void> {
  await execa(program, args, { cwd: path.join(FOLDER, folder), stdio: 'inherit' });
}

/** Prepares the clients that this machine can build, and says which it cannot; the returned function runs their sessions. */
export async function prepareClients(): Promise<(environment: Record<string, string>) => Promise<void>> {
  const prepared: [program: string, args: string[]][] = [];
  for (const [language, { needs, prepare }] of Object.entries(CLIENTS)) {
    const { exitCode } = await execa('which', [needs], { reject: false });
    if (exitCode === 0) prepared.push(await prepare());
    else process.stdout.write(`skipped: ${language}, since there is no ${needs} on the PATH\n`);
  }
  return async (environment) => {
    for (const [program, args] of prepared) await runProgram(program, args, environment);
  };
}
