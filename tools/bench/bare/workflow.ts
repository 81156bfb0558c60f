import { condition, defineSignal, defineUpdate, proxyActivities, setHandler } from '@temporalio/workflow';

const { work } = proxyActivities<{ work(): Promise<string> }>({ startToCloseTimeout: '1m' });

/** One activity and done. */
export async function bare(): Promise<string> {
  return work();
}

/** One activity for each update, until the end is signalled. */
export async function bareSession(): Promise<void> {
  let over = false;
  setHandler(defineUpdate<string>('ask'), () => work());
  setHandler(defineSignal('end'), () => {
    over = true;
  });
  await condition(() => over);
}
