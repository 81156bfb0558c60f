import { rm } from 'node:fs/promises';
import path from 'node:path';
import { writeFileAtomic } from './files.ts';
import type { Echo } from './log-tail.ts';
import type { StackOptions } from './stack-options.ts';
import type { StatePaths } from './state.ts';
import { type ChildSpec, Supervised } from './supervised.ts';

/** All supervised processes of one stack, in the order they were started; keeps processes.json up to date. */
export class Fleet {
  private readonly paths: StatePaths;
  private readonly report: (line: string) => void;
  private readonly apiFirst: boolean;
  private readonly children = new Map<string, Supervised>();
  private writing: Promise<void> = Promise.resolve();
  private stopped = false;
  /** Children must not outlive an owner that exits without stopping them. */
  private readonly abandon = () => {
    for (const child of this.children.values()) child.abandon();
  };

  constructor(paths: StatePaths, { report, apiFirst }: Pick<StackOptions, 'report' | 'apiFirst'>) {
    this.paths = paths;
    this.report = report ?? (() => undefined);
    this.apiFirst = apiFirst ?? false;
    process.once('exit', this.abandon);
  }

  /** Starts a process and keeps it running; returns when it serves. One of that name must have been stopped. */
  async launch(spec: ChildSpec, echo?: Echo): Promise<void> {
    if (this.stopped) throw new Error('The stack is stopped.');
    if (this.children.get(spec.name)?.isStopped === false) throw new Error(`There is a process ${spec.name} already.`);
    const background = this.apiFirst && spec.background === true;
    const child = new Supervised({ ...spec, background }, path.join(this.paths.logs, `${spec.name}.log`), {
      report: this.report,
      changed: () => this.writeTable(),
      echo,
    });
    this.children.set(spec.name, child);
    await child.start();
  }

  /** The process of that name; throws when there is none. */
  get(name: string): Supervised {
    const child = this.children.get(name);
    if (!child) throw new Error(`There is no process ${name}; there are ${[...this.children.keys()].join(', ')}.`);
    return child;
  }

  /** Stops everything, users before what they use. */
  async stop(): Promise<void> {
    this.stopped = true;
    for (const child of [...this.children.values()].reverse()) await child.stop();
    await this.writing;
    await rm(this.paths.processes, { force: true });
    process.off('exit', this.abandon);
  }

  /** Rewrites processes.json; one at a time, so that the last state wins. */
  private writeTable(): Promise<void> {
    this.writing = this.writing.then(async () => {
      const running = [...this.children].flatMap(([name, { pid }]) => (pid ? [[name, pid]] : []));
      const table = JSON.stringify(Object.fromEntries(running), null, 2);
      await writeFileAtomic(this.paths.processes, `${table}\n`).catch((error: Error) => {
        this.report(`cannot write ${this.paths.processes}: ${error.message}`);
      });
    });
    return this.writing;
  }
}
