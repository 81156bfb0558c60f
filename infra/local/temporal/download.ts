/** Downloads the Temporal executable by the SDK into the folder given as argument; run as a process of its own. */
import { TestWorkflowEnvironment } from '@temporalio/testing';
import { errorMessage } from '../files.ts';

const [downloadDir] = process.argv.slice(2);
if (!downloadDir) throw new Error('usage: download.ts <folder>');
try {
  // The SDK downloads only on the way to a running server.
  const environment = await TestWorkflowEnvironment.createLocal({
    server: { executable: { type: 'cached-download', downloadDir } },
  });
  await environment.teardown();
} catch (error) {
  // Its message goes on the operator's screen, where the stack of an uncaught one would say nothing.
  process.stderr.write(`${errorMessage(error)}\n`);
  process.exit(1);
}
