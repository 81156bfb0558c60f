import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { ensurePython } from '../environment/python.ts';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const ROOT = path.join(HERE, '../..');
const DOCUMENT = 'openapi.json';
/** A generator or a compiler that takes longer hangs; Kotlin's takes eight minutes on a machine that does other work besides. */
const LIMIT_MS = 1_800_000;

/** The product that a client calls. */
export interface Product {
  /** Where the API answers, without a path. */
  origin: string;
  apiKey: string;
}

/** How a client in a language is made of the API document. */
interface Generator {
  /** What it needs beyond `npm ci`. */
  needs: string;
  /** Gets what it needs, in a folder with the files of the language; returns the folder of its programs. Throws where something is missing. */
  prepare(folder: string): Promise<string>;
  /** Programs that generate the client of the document, compile it, and make five calls with it. */
  commands: readonly (readonly [program: string, ...args: string[]])[];
}

/** Generated, compiled and called by Maven, by the `pom.xml` of the language. */
const byMaven = {
  needs: 'Java 17, Maven and a repository of packages',
  async prepare() {
    await execa('mvn', ['--version'], { timeout: LIMIT_MS });
    return '';
  },
  commands: [['mvn', '--quiet', '--batch-mode', 'compile', 'exec:java']],
} as const satisfies Generator;

const GENERATORS = {
  typescript: {
    needs: 'nothing',
    async prepare(folder) {
      // A link, since Node strips no types below node_modules itself.
      await symlink(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
      await writeFile(path.join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
      return path.join(ROOT, 'node_modules/.bin');
    },
    commands: [
      ['openapi-ts', '--silent', '--file', 'openapi-ts.config.ts'],
      ['tsc', '-p', '.'],
      [process.execPath, 'calls.ts'],
    ],
  },
  python: {
    needs: 'Python 3.11 and a package index',
    prepare: () => ensurePython(path.join(HERE, 'python/requirements.txt')),
    commands: [
      [
        'openapi-python-client',
        ...['generate', '--path', DOCUMENT, '--config', 'generator.yaml', '--fail-on-warning'],
        ...['--meta', 'none', '--output-path', 'marketwright'],
      ],
      ['python', '-m', 'compileall', '-q', 'marketwright'],
      ['python', 'calls.py'],
    ],
  },
  go: {
    needs: 'Go 1.25 and a module proxy',
    async prepare(folder) {
      const options = { cwd: folder, timeout: LIMIT_MS };
      await execa('go', ['mod', 'download'], options);
      return path.join((await execa('go', ['env', 'GOROOT'], options)).stdout, 'bin');
    },
    commands: [
      ['go', 'tool', 'oapi-codegen', '-config', 'oapi-codegen.yaml', DOCUMENT],
      ['go', 'vet', './...'],
      ['go', 'run', '.'],
    ],
  },
  java: byMaven,
  kotlin: byMaven,
  // No client, but what others hold documents to before they generate one.
  spectral: {
    needs: 'a package index',
    prepare: async () => path.dirname(process.execPath),
    commands: [
      [
        ...(['npx', '--yes', '@stoplight/spectral-cli@6.15.0'] as const),
        ...['lint', DOCUMENT, '--ruleset', 'spectral.yaml', '--fail-severity', 'error'],
      ],
    ],
  },
} as const satisfies Record<string, Generator>;

/** A language that a client is generated in. */
export type Language = keyof typeof GENERATORS;
/** All of them. */
export const LANGUAGES = Object.keys(GENERATORS) as Language[];

/** What a client needs is not on this machine. */
export class MissingProgram extends Error {
  override name = 'MissingProgram';
}

/** Generates the client of the product's own document, compiles it and makes five calls with it. Throws when one of them fails, with what it wrote. */
export async function callByClient(language: Language, { origin, apiKey }: Product): Promise<void> {
  const generator: Generator = GENERATORS[language];
  const folder = await mkdtemp(path.join(tmpdir(), 'marketwright-client-'));
  try {
    await cp(path.join(HERE, language), folder, { recursive: true });
    const programs = await generator.prepare(folder).catch((cause) => {
      throw new MissingProgram(`The client in ${language} needs ${generator.needs}.`, { cause });
    });
    const document: unknown = await (await fetch(`${origin}/openapi.json`)).json();
    await writeFile(path.join(folder, DOCUMENT), JSON.stringify(document));
    const env = {
      BASE_URL: `${origin}/api/v1`,
      API_KEY: apiKey,
      PATH: [programs, process.env['PATH']].filter(Boolean).join(path.delimiter),
    };
    for (const [program, ...args] of generator.commands) {
      await execa(program, args, { cwd: folder, timeout: LIMIT_MS, env });
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}
