import { proxyActivities } from '@temporalio/workflow';

const { work } = proxyActivities<{ work(): Promise<string> }>({ startToCloseTimeout: '1m' });

/** One activity and done. */
export async function bare(): Promise<string> {
  return work();
}
