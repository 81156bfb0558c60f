import type { Stack } from '../../infra/local/stack.ts';
import type { Findings } from '../faults/findings.ts';
import type { Balancer } from './balancer.ts';
import type { Released } from './released.ts';
import type { Services } from './services.ts';
import type { Cluster } from './temporal/cluster.ts';

/** What the story has to work with. */
export interface Stage {
  stack: Stack;
  cluster: Cluster;
  services: Services;
  balancer: Balancer;
  /** For files. */
  folder: string;
  released: Released;
  /** The folder of this code. */
  here: string;
  step(title: string, work: (findings: Findings) => Promise<void>): Promise<void>;
}
