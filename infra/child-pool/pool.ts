import { Child, type ChildJob, type ChildOptions } from './child.ts';

/** Settings of a ChildPool. */
export interface ChildPoolOptions extends ChildOptions {
  /** Jobs after which a child is replaced; 50 when absent. */
  jobsPerChild?: number;
}

/** How long a child without work is kept, so that a burst of jobs pays for one start. */
const IDLE_MS = 30_000;
const JOBS_PER_CHILD = 50;

/** The pool was closed. */
export class PoolClosed extends Error {
  constructor() {
    super('The process stops');
    this.name = 'PoolClosed';
  }
}

/**
 * Child processes that do one job at a time each: whatever a job does to its child, this process goes on. They are started by jobs and end
 * when there are none, and all end with this process. The caller limits how many jobs run at once.
 */
export class ChildPool {
  readonly #options: Required<ChildPoolOptions>;
  readonly #idle: { child: Child; timer: NodeJS.Timeout }[] = [];
  readonly #all = new Set<Child>();
  #closed = false;

  constructor(options: ChildPoolOptions) {
    this.#options = { jobsPerChild: JOBS_PER_CHILD, ...options };
  }

  /**
   * The parts of the job's result. Throws ChildEnded when the job exceeded a limit or ended its child, JobFailed when it threw, PoolClosed,
   * and the signal's reason.
   */
  async run(job: ChildJob): Promise<unknown[]> {
    job.signal?.throwIfAborted();
    if (this.#closed) throw new PoolClosed();
    const child = this.#take();
    try {
      return await child.run(job);
    } catch (error) {
      throw this.#closed ? new PoolClosed() : error;
    } finally {
      await this.#give(child);
    }
  }

  /** Ends the children; jobs under way fail. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const { timer } of this.#idle.splice(0)) clearTimeout(timer);
    await Promise.all(Array.from(this.#all, (child) => this.#end(child)));
  }

  #take(): Child {
    const idle = this.#idle.pop();
    if (idle) {
      clearTimeout(idle.timer);
      if (idle.child.isUsable) return idle.child;
      this.#all.delete(idle.child);
    }
    const child = new Child(this.#options);
    this.#all.add(child);
    return child;
  }

  /** Keeps a child for the next job, or waits for its end, so that no more are alive than have jobs. */
  async #give(child: Child): Promise<void> {
    if (!child.isUsable || child.jobs >= this.#options.jobsPerChild || this.#closed) return this.#end(child);
    const timer = setTimeout(() => {
      this.#idle.splice(
        this.#idle.findIndex((each) => each.child === child),
        1,
      );
      void this.#end(child);
    }, IDLE_MS);
    timer.unref();
    this.#idle.push({ child, timer });
  }

  async #end(child: Child): Promise<void> {
    await child.end();
    this.#all.delete(child);
  }
}
