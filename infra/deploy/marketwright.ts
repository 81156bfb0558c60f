#!/usr/bin/env -S node --disable-warning=ExperimentalWarning
import { PROGRAMS, type Program } from './programs.ts';

/**
 * `marketwright <program> [arguments]`: becomes one of the product's programs, with the flags of Node that it needs. The
 * process is replaced, so signals reach the program and its exit code is that of this command.
 */
const programs: Record<string, Program> = PROGRAMS;
const [name = '', ...args] = process.argv.slice(2);
const program = Object.hasOwn(programs, name) ? programs[name] : undefined;
if (program) {
  const { file, flags, args: own = [], environment } = program;
  process.execve?.(process.execPath, [process.execPath, ...flags, file, ...own, ...args], {
    ...process.env,
    ...environment,
  });
  throw new Error('This platform cannot replace a process.');
}
const usage = `Usage: marketwright <${Object.keys(programs).join('|')}> [arguments]\n`;
if (name === '--help') process.stdout.write(usage);
else {
  process.stderr.write(usage);
  process.exitCode = 2;
}
