import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, test } from '@jest/globals';
import { checkReceiver } from './environment/receiver-example.ts';

const hasPython = spawnSync('python3', ['--version']).status === 0;
/** Since Java 17 it has all that the example uses; it compiles the file itself. */
const hasJava =
  Number(/^(?:openjdk|java) (\d+)/.exec(spawnSync('java', ['--version'], { encoding: 'utf8' }).stdout ?? '')?.[1]) >=
  17;

/** Patterns with a method need Go 1.22. */
const hasGo = Number(/go1\.(\d+)/.exec(spawnSync('go', ['version'], { encoding: 'utf8' }).stdout ?? '')?.[1]) >= 22;

/** Compiled, since `go run` leaves the program running when it is stopped itself. */
function compiled(script: string): string {
  const program = path.join(mkdtempSync(path.join(tmpdir(), 'marketwright-receiver-')), 'receiver');
  execFileSync('go', ['build', '-o', program, script]);
  return program;
}

describe.each<[file: string, canRun: boolean, command: (script: string) => [program: string, ...args: string[]]]>([
  ['receiver.mjs', true, (script) => [process.execPath, script]],
  ['receiver.py', hasPython, (script) => ['python3', script]],
  ['receiver.go', hasGo, (script) => [compiled(script)]],
  ['Receiver.java', hasJava, (script) => ['java', script]],
])('examples/%s', (file, canRun, command) => {
  (canRun ? test : test.skip)('takes what is signed, once, and refuses the rest', async () => {
    const [program, ...args] = command(fileURLToPath(new URL(`../examples/${file}`, import.meta.url)));
    try {
      await checkReceiver([program, ...args]);
    } finally {
      if (file.endsWith('.go')) rmSync(path.dirname(program), { recursive: true });
    }
  });
});
