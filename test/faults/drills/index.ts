import type { Drill } from '../ground.ts';
import { killDrill } from './kill.ts';

/** All drills in the order in which they run. */
export const DRILLS: readonly Drill[] = [
  killDrill('worker'),
  killDrill('api'),
  killDrill('temporal'),
  killDrill('postgres'),
];
