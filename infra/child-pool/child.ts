import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { letSessionGiveWay } from '../processes/priority.ts';
import { ONE_HELPER_THREAD } from '../processes/threads.ts';
import { type ChildMessage, type JobMessage, MEMORY_SIGNAL, TIME_SIGNAL } from './protocol.ts';

const MIB = 1_048_576;
/** Longest time for a child to load its program; 200 ms on an idle core. */
const START_LIMIT_MS = 30_000;
/**
 * However busy the machine, a job is ended after this many times its limit: one that gives way to five busy processes on two cores gets
 * a twelfth of them. A job that waits for nothing is ended late; it takes no core meanwhile.
 */
const WALL_FACTOR = 12;
/**
 * Time of a job at the priority of this process, milliseconds, so that small jobs are done on a busy machine, too; what takes longer
 * gives way. Most pages and documents of honest partners take less, also when they get a fifth of a core.
 */
const FULL_PRIORITY_MS = 1_000;
/** Signals by which V8 ends a process without memory for its heap, by platform. */
const HEAP_SIGNALS: ReadonlySet<NodeJS.Signals> = new Set(['SIGABRT', 'SIGTRAP', 'SIGILL']);
/** What a program needs of the environment. Secrets of this process are none of a child's business. */
const ENVIRONMENT = ['PATH', 'LD_LIBRARY_PATH', 'TZ', 'LANG', 'SystemRoot'];

/** What a child runs, and the memory that it may take. */
export interface ChildOptions {
  /** The program, which calls serveJobs. */
  program: URL;
  /** Heap of a child, MiB. */
  heapMib: number;
  /** Resident memory of a child, MiB: its program, its heap and its buffers. */
  residentMib: number;
}

/** A job for a child. */
export interface ChildJob {
  job: unknown;
  /** Processor time, milliseconds; the wall clock ends it after twelve times as much. */
  limitMs: number;
  /** Parts of the result; with more the job is ended. */
  maxParts: number;
  signal: AbortSignal | undefined;
}

/** What a job exceeded; `crash`: its child ended for another reason; `start`: it did not come to the job. */
type Excess = 'time' | 'memory' | 'output' | 'crash' | 'start';

/** A job's child has ended, and the job with it. */
export class ChildEnded extends Error {
  readonly excess: Excess;

  constructor(excess: Excess, detail = '') {
    super(`A child process ended (${excess}) ${detail}`);
    this.name = 'ChildEnded';
    this.excess = excess;
  }
}

/** A job threw, and its child goes on. */
export class JobFailed extends Error {
  constructor() {
    super('The job of a child process failed');
    this.name = 'JobFailed';
  }
}

/** A child process with one job at a time. */
export class Child {
  readonly #process: ChildProcess;
  readonly #exited: Promise<void>;
  readonly #ready = Promise.withResolvers<void>();
  #isReady = false;
  #receive: (message: ChildMessage) => void = () => undefined;
  #fail: (error: Error) => void = () => undefined;
  #ended: ChildEnded | undefined;
  /** Its priority was lowered, which cannot be taken back. */
  #hasGivenWay = false;
  /** What this process ended the child for. */
  #excess: Excess | undefined;
  /** Jobs so far. */
  jobs = 0;

  constructor({ program, heapMib, residentMib }: ChildOptions) {
    const child = fork(fileURLToPath(program), [String(residentMib * MIB)], {
      // It reads files of the program and nothing else: no writing, no processes, no add-ons.
      execArgv: [
        `--max-old-space-size=${heapMib}`,
        ONE_HELPER_THREAD,
        '--permission',
        '--allow-fs-read=*',
        '--allow-worker',
        '--no-warnings',
      ],
      env: Object.fromEntries(ENVIRONMENT.flatMap((name) => (name in process.env ? [[name, process.env[name]]] : []))),
      serialization: 'advanced',
      // What parsers print stays out of our log.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      // Leads a session, so that its share of the cores is its own and not this process's.
      detached: true,
    });
    this.#process = child;
    const exited = Promise.withResolvers<void>();
    this.#exited = exited.promise;
    const end = (error: ChildEnded) => {
      this.#ended ??= error;
      this.#ready.reject(this.#ended);
      this.#fail(this.#ended);
      exited.resolve();
    };
    this.#ready.promise.catch(() => undefined);
    child.once('error', (error) => end(new ChildEnded('start', error.message)));
    child.once('exit', (code, signal) => {
      const excess = this.#excess ?? (this.#isReady ? excessOf(signal) : 'start');
      end(new ChildEnded(excess, String(signal ?? code)));
    });
    child.on('message', (message: ChildMessage) => {
      if (message.kind === 'ready') this.#becomeReady();
      else this.#receive(message);
    });
    this.#keepsProcessAlive(false);
  }

  /** Whether it can do another job, at full priority. */
  get isUsable(): boolean {
    return this.#ended === undefined && this.#excess === undefined && !this.#hasGivenWay && this.#process.connected;
  }

  /** The parts of a job's result. Throws ChildEnded, JobFailed and the signal's reason; it is usable only after JobFailed. */
  async run({ job, limitMs, maxParts, signal }: ChildJob): Promise<unknown[]> {
    this.jobs += 1;
    this.#keepsProcessAlive(true);
    const { promise, resolve, reject } = Promise.withResolvers<unknown[]>();
    const parts: unknown[] = [];
    this.#fail = reject;
    this.#receive = (message) => {
      // What a killed child had sent already counts no more, its end included.
      if (this.#excess !== undefined) return;
      if (message.kind === 'failed') reject(new JobFailed());
      else if (message.kind === 'done') resolve(parts);
      else if (message.kind === 'part' && parts.push(message.part) > maxParts) this.#kill('output');
    };
    const abort = () => {
      this.#kill('time');
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', abort, { once: true });
    let timer = setTimeout(() => this.#kill('start'), START_LIMIT_MS);
    let givingWay: NodeJS.Timeout | undefined;
    try {
      const working = this.#ready.promise.then(() => {
        clearTimeout(timer);
        timer = setTimeout(() => this.#kill('time'), limitMs * WALL_FACTOR);
        givingWay = setTimeout(() => this.#giveWay(), FULL_PRIORITY_MS);
        this.#process.send({ job, limitMs } satisfies JobMessage, (error) => {
          // It may be gone already: what ended it is said by its signal.
          if (error) this.#process.kill('SIGKILL');
        });
      });
      await Promise.race([working, promise]);
      return await promise;
    } finally {
      clearTimeout(timer);
      clearTimeout(givingWay);
      signal?.removeEventListener('abort', abort);
      this.#receive = () => undefined;
      this.#fail = () => undefined;
      this.#keepsProcessAlive(false);
    }
  }

  /** Kills it; resolves when it is gone. */
  async end(): Promise<void> {
    this.#keepsProcessAlive(true);
    this.#kill('crash');
    await this.#exited;
  }

  #becomeReady(): void {
    this.#isReady = true;
    this.#ready.resolve();
  }

  #giveWay(): void {
    if (this.#process.pid === undefined) return;
    this.#hasGivenWay = true;
    letSessionGiveWay(this.#process.pid);
  }

  #kill(excess: Excess): void {
    this.#excess ??= excess;
    this.#process.kill('SIGKILL');
  }

  /** A child at work is waited for; an idle one ends when this process does. */
  #keepsProcessAlive(keeps: boolean): void {
    if (keeps) {
      this.#process.ref();
      this.#process.channel?.ref();
    } else {
      this.#process.unref();
      this.#process.channel?.unref();
    }
  }
}

function excessOf(signal: NodeJS.Signals | null): Excess {
  if (signal === TIME_SIGNAL) return 'time';
  if (signal === MEMORY_SIGNAL || (signal !== null && HEAP_SIGNALS.has(signal))) return 'memory';
  return 'crash';
}
