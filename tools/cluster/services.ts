import path from 'node:path';
import { PROGRAMS, type Program, ROOT } from '../../infra/deploy/programs.ts';
import type { Fleet } from '../../infra/local/fleet.ts';
import { freePort } from '../../infra/local/ports.ts';
import { apiSpec, runProgram, workerSpec } from '../../infra/local/services.ts';
import type { ChildSpec } from '../../infra/local/supervised.ts';
import type { Balancer } from './balancer.ts';
import { fileOfProgram } from './released.ts';

/** A version of the product whose processes can be run: a folder with its code, and its build id. */
export interface Build {
  id: string;
  root: string;
}

/** The processes of all builds on one database and one Temporal. */
export class Services {
  private readonly fleet: Fleet;
  private readonly logs: string;
  private readonly balancer: Balancer;
  /** Of all processes; changed where Temporal's credentials change. */
  environment: Record<string, string>;
  private readonly origins = new Map<string, string>();
  private readonly running = new Set<string>();
  private readonly interrupted = new AbortController();

  constructor(options: { fleet: Fleet; logs: string; balancer: Balancer; environment: Record<string, string> }) {
    this.fleet = options.fleet;
    this.logs = options.logs;
    this.balancer = options.balancer;
    this.environment = options.environment;
  }

  /** Starts an API process behind the balancer. */
  async addApi(build: Build, name: string, more: Record<string, string> = {}): Promise<string> {
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    const env = { ...this.environment, ...more, PORT: String(port) };
    await this.fleet.launch(of(build, apiSpec(name, env, origin)));
    this.origins.set(name, origin);
    this.running.add(name);
    this.balancer.add(origin);
    return origin;
  }

  /** Starts a worker of the build. */
  async addWorker(build: Build, name: string, more: Record<string, string> = {}): Promise<void> {
    const env = { ...this.environment, WORKER_BUILD_ID: build.id, ...more };
    await this.fleet.launch(of(build, workerSpec(name, env, `http://127.0.0.1:${await freePort()}/readyz`)));
    this.running.add(name);
  }

  /** Stops a process in order and returns when it is gone. The balancer learns it as any other: by /readyz. */
  async stop(name: string): Promise<void> {
    await this.fleet.get(name).stop();
    this.running.delete(name);
    const origin = this.origins.get(name);
    if (origin !== undefined) this.balancer.remove(origin);
  }

  /** Stops all processes. */
  async stopAll(): Promise<void> {
    for (const name of [...this.running]) await this.stop(name);
  }

  /** Ends the programs that run now. */
  interrupt(): void {
    this.interrupted.abort();
  }

  /** The status of an API process's /readyz. */
  async readyz(name: string): Promise<number> {
    const response = await fetch(`${this.origins.get(name)}/readyz`, { signal: AbortSignal.timeout(5_000) });
    await response.body?.cancel();
    return response.status;
  }

  /** Runs a program of a build to its end; returns what it printed. Throws with the end of its log when it fails. */
  async run(
    build: Build,
    name: keyof typeof PROGRAMS,
    args: string[] = [],
    more: Record<string, string> = {},
  ): Promise<string> {
    const program: Program = { ...PROGRAMS[name], file: await fileOfProgram(build.root, name) };
    return runProgram(program, {
      args,
      env: { ...this.environment, ...more },
      logFile: path.join(this.logs, `${name}.log`),
      capture: true,
      signal: this.interrupted.signal,
    });
  }
}

function of(build: Build, spec: ChildSpec): ChildSpec {
  return { ...spec, cwd: build.root, args: spec.args.map((argument) => moved(build, argument)) };
}

function moved({ root }: Build, file: string): string {
  return file.startsWith(ROOT) ? path.join(root, file.slice(ROOT.length)) : file;
}
