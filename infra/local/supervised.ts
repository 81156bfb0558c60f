import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, fchmodSync, openSync } from 'node:fs';
import { open, rename, stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { childEnvironment } from '../config/local.ts';
import { letSessionGiveWay, SERVICE_NICENESS } from '../processes/priority.ts';
import { errorMessage } from './files.ts';
import { type Echo, LogTail } from './log-tail.ts';

const BACKOFF = { firstMs: 200, longestMs: 5000, healthyAfterMs: 30_000 };
/** Room for a worker that first builds its workflow bundle on a busy machine. */
const START_LIMIT_MS = 120_000;
const PROBE_INTERVAL_MS = 50;
/** Crashes before the first readiness after which a start fails: the cause is permanent. */
const FIRST_ATTEMPTS = 3;
const REASON_LINES = 5;
const LOG_LIMIT_BYTES = 20 * 1024 * 1024;

/** A process to run: how to start it, check its readiness, and end it. */
export interface ChildSpec {
  /** Its name in processes.json and of its log file. */
  name: string;
  command: string;
  args: string[];
  cwd: string;
  /** On top of this process's own environment. */
  env: Record<string, string>;
  /** The user to run as, when not this one. */
  account?: { uid: number; gid: number } | undefined;
  stopSignal: NodeJS.Signals;
  /** Gives way to processes without it once it serves; in a stack only one that puts the API first. */
  background?: boolean;
  /** Time to end by itself before it is killed, milliseconds. */
  graceMs: number;
  /** Runs before each start and after the last end: clears what a killed run left. */
  clear?: () => Promise<void>;
  ready: () => Promise<boolean>;
  /** For a process that may go on without serving: held against `ready` for as long as it runs, and ended after so many failures in a row. */
  liveness?: { everyMs: number; failures: number };
}

/** Callbacks of a supervised process. */
interface SupervisorHooks {
  report: (line: string) => void;
  /** After every change of the process id. */
  changed: () => Promise<void>;
  echo: Echo | undefined;
}

/** One child process that is started again when it dies, until it is stopped. */
export class Supervised {
  readonly spec: ChildSpec;
  private readonly logFile: string;
  private readonly hooks: SupervisorHooks;
  private readonly tail: LogTail | undefined;
  private child: ChildProcess | undefined;
  private loop: Promise<void> | undefined;
  private stopping = new AbortController();
  private ready = false;
  private everReady = false;
  private failure: Error | undefined;

  constructor(spec: ChildSpec, logFile: string, hooks: SupervisorHooks) {
    this.spec = spec;
    this.logFile = logFile;
    this.hooks = hooks;
    this.tail = hooks.echo && new LogTail(logFile, hooks.echo, (line) => hooks.report(`[${spec.name}] ${line}`));
  }

  /** The id of the process that runs now; undefined between two runs. */
  get pid(): number | undefined {
    return this.child?.pid;
  }

  /** Whether it was stopped, or not started yet. */
  get isStopped(): boolean {
    return this.loop === undefined;
  }

  /** Starts the process and keeps it running; returns when it serves. */
  async start(limitMs = START_LIMIT_MS): Promise<void> {
    if (!this.loop) {
      this.stopping = new AbortController();
      this.failure = undefined;
      this.everReady = false;
      this.loop = this.keepRunning();
    }
    await this.whenReady(limitMs);
  }

  /** Waits until the process serves; throws when it never came up or the limit has passed. */
  async whenReady(limitMs = START_LIMIT_MS): Promise<void> {
    const limit = performance.now() + limitMs;
    while (!this.ready) {
      if (this.failure) throw this.failure;
      if (!this.loop) throw new Error(`${this.spec.name} is stopped.`);
      if (performance.now() > limit) {
        throw new Error(
          `${this.spec.name} does not serve after ${Math.round(limitMs / 1000)} s.\n${await this.lastLines()}`,
        );
      }
      await delay(PROBE_INTERVAL_MS);
    }
  }

  /** Sends a signal to the running process. After SIGKILL it waits until the process is gone; a new one follows. */
  async kill(name: NodeJS.Signals): Promise<void> {
    const child = this.child;
    if (!child) return;
    const gone = name === 'SIGKILL' ? exitOf(child) : undefined;
    child.kill(name);
    await gone;
  }

  /** Ends the process and starts no other; after the grace, milliseconds, it is killed. */
  async stop(graceMs = this.spec.graceMs): Promise<void> {
    if (!this.loop) return;
    this.stopping.abort();
    const child = this.child;
    if (child) {
      const gone = exitOf(child);
      child.kill(this.spec.stopSignal);
      // A process stopped by SIGSTOP would not see the signal.
      child.kill('SIGCONT');
      const timer = setTimeout(() => child.kill('SIGKILL'), graceMs);
      await gone;
      clearTimeout(timer);
    }
    await this.loop;
    this.loop = undefined;
    await this.spec.clear?.();
  }

  /** Ends the process at once, for an owner that exits without having stopped it. */
  abandon(): void {
    this.stopping.abort();
    this.child?.kill('SIGKILL');
  }

  /** The end of the process's log, for an error message. */
  async lastLines(): Promise<string> {
    const lines = await lastLinesOf(this.logFile);
    return `${this.logFile} ends with:\n${lines}`;
  }

  private async keepRunning(): Promise<void> {
    let pauseMs = BACKOFF.firstMs;
    const { signal } = this.stopping;
    for (let attempt = 1; !signal.aborted; attempt += 1) {
      const startedAt = performance.now();
      const end = await this.runOnce().catch(
        (error: unknown): End => ({ text: `cannot start: ${errorMessage(error)}` }),
      );
      await this.hooks.changed();
      if (signal.aborted) break;
      if (!this.everReady && attempt >= FIRST_ATTEMPTS) {
        this.failure = new Error(`${this.spec.name} ${end.text}.\n${await this.lastLines()}`);
        break;
      }
      if (performance.now() - startedAt >= BACKOFF.healthyAfterMs) pauseMs = BACKOFF.firstMs;
      // A process that exited by itself has logged the reason; one that was killed has not.
      const reason = end.code !== undefined ? `\n${await lastLinesOf(this.logFile, REASON_LINES)}` : '';
      this.hooks.report(`${this.spec.name} ${end.text}; starting it again in ${pauseMs / 1000} s${reason}`);
      await delay(pauseMs, undefined, { signal }).catch(() => undefined);
      pauseMs = Math.min(pauseMs * 2, BACKOFF.longestMs);
    }
  }

  /** Runs the process to its end and says how it ended. */
  private async runOnce(): Promise<End> {
    await this.spec.clear?.();
    await rotate(this.logFile);
    if (this.stopping.signal.aborted) return { text: 'was not started' };
    await this.tail?.start();
    const child = this.spawn();
    const ended = exitOf(child);
    this.child = child;
    const probing = new AbortController();
    try {
      await this.hooks.changed();
      void this.probe(probing.signal).then(() => this.watch(probing.signal));
      return await ended;
    } finally {
      probing.abort();
      this.child = undefined;
      this.ready = false;
      this.tail?.stop();
    }
  }

  /** A child in a process group of its own: Ctrl-C in a terminal then reaches only the supervisor, which stops the children in order. */
  private spawn(): ChildProcess {
    const { command, args, cwd, env, account } = this.spec;
    // Straight into the file: the child neither waits for the supervisor to read nor loses its log when that dies.
    const log = openSync(this.logFile, 'a', 0o600);
    fchmodSync(log, 0o600);
    // Files of a child are readable by their owner only; the child inherits the umask.
    const before = process.umask(0o077);
    try {
      const child = spawn(command, args, {
        cwd,
        env: childEnvironment(env),
        stdio: ['ignore', log, log],
        detached: true,
        ...account,
      });
      return child;
    } finally {
      process.umask(before);
      closeSync(log);
    }
  }

  private async probe(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const serves = await this.spec.ready().catch(() => false);
      if (serves && !signal.aborted) {
        // Only now: on a busy machine its start would otherwise take longer than what it waits for.
        if (this.spec.background && this.pid !== undefined) letSessionGiveWay(this.pid, SERVICE_NICENESS);
        this.ready = true;
        this.everReady = true;
        return;
      }
      await delay(PROBE_INTERVAL_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Ends a process that has served and no longer does, so that it is started again. */
  private async watch(signal: AbortSignal): Promise<void> {
    const { liveness, name, ready } = this.spec;
    if (!liveness) return;
    for (let failed = 0; !signal.aborted; ) {
      await delay(liveness.everyMs, undefined, { signal }).catch(() => undefined);
      failed = (await ready().catch(() => false)) ? 0 : failed + 1;
      if (signal.aborted || failed < liveness.failures) continue;
      this.hooks.report(`${name} runs, but has not served ${failed} times in a row; it is ended`);
      await this.kill('SIGKILL');
      return;
    }
  }
}

/** How a process ended. */
interface End {
  text: string;
  /** Set when it ended by itself. */
  code?: number;
}

function exitOf(child: ChildProcess): Promise<End> {
  if (child.exitCode !== null || child.signalCode !== null)
    return Promise.resolve(endOf(child.exitCode, child.signalCode));
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve(endOf(code, signal)));
    child.once('error', (error) => resolve({ text: `cannot start: ${error.message}` }));
  });
}

function endOf(code: number | null, signal: NodeJS.Signals | null): End {
  return code === null ? { text: `was ended by ${signal}` } : { text: `exited with code ${code}`, code };
}

/** The last lines of a text file; empty when there is none. */
export async function lastLinesOf(file: string, count = 25): Promise<string> {
  const handle = await open(file, 'r').catch(() => undefined);
  if (!handle) return '';
  try {
    const { size } = await handle.stat();
    const length = Math.min(size, 16 * 1024);
    const { buffer } = await handle.read(Buffer.alloc(length), 0, length, size - length);
    return buffer.toString('utf8').trimEnd().split('\n').slice(-count).join('\n');
  } finally {
    await handle.close();
  }
}

async function rotate(file: string): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  if (found && found.size > LOG_LIMIT_BYTES) await rename(file, `${file}.1`);
}
