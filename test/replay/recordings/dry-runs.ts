import { z } from 'zod';
import { DRY_RUN_SESSION } from '../../../workflows/dry-run-session/contract.ts';
import { send } from '../../environment/client.ts';
import { waitUntil } from '../../environment/wait-until.ts';
import { type Recorder, TOPIC, untilActive } from '../recorder.ts';

/** A session with every kind of entry, one whose reply fails, and one that staff terminate. */
export async function recordDryRuns(recorder: Recorder): Promise<void> {
  const { client } = recorder;
  let sessions = 0;
  const start = async () => {
    sessions += 1;
    const answer = await recorder.call('POST', '/dry-run/sessions/start', { agent_id: 1 });
    const { data } = z.object({ data: z.object({ id: z.string() }) }).parse(answer);
    const query = `WorkflowType = '${DRY_RUN_SESSION.workflow}' AND MwResourceId = 'dry_run_session:${sessions}'`;
    const workflowId = await waitUntil(
      'the run of the session',
      async () => {
        for await (const run of client.workflow.list({ query })) return run.workflowId;
        return '';
      },
      (found) => found !== '',
    );
    return { path: `/dry-run/sessions/${data.id}`, workflowId };
  };
  const say = ({ path }: { path: string }) => {
    const key = recorder.stack.credentials.api_key;
    return send(recorder.urlOf(`${path}/message`), { method: 'POST', key, body: { message: TOPIC } });
  };
  const save = (name: string, { workflowId }: { workflowId: string }) =>
    recorder.saveRun(DRY_RUN_SESSION.workflow, name, workflowId);

  const whole = await start();
  await say(whole);
  await recorder.call('PUT', `${whole.path}/persona`, { name: 'Ann' });
  await Promise.all([say(whole), say(whole)]);
  await recorder.call('POST', `${whole.path}/reset`);
  await say(whole);
  await recorder.call('POST', `${whole.path}/end`);
  await save('ended', whole);

  const declined = await start();
  await recorder.setAiFaults({ kind: 'refuse' });
  await say(declined);
  await recorder.call('POST', `${declined.path}/end`);
  await save('ai-declined', declined);

  const cancelled = await start();
  await recorder.setAiFaults({ kind: 'hang' });
  const waiting = say(cancelled);
  const run = client.workflow.getHandle(cancelled.workflowId);
  await untilActive('the reply to begin', run);
  await run.cancel();
  await waiting;
  await save('cancelled', cancelled);
  await recorder.setAiFaults();
}
