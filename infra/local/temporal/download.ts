/** Downloads the Temporal executable by the SDK into the folder given as argument; run as a process of its own. */
import { TestWorkflowEnvironment } from '@temporalio/testing';

const [downloadDir] = process.argv.slice(2);
if (!downloadDir) throw new Error('usage: download.ts <folder>');
// The SDK downloads only on the way to a running server.
const environment = await TestWorkflowEnvironment.createLocal({
  server: { executable: { type: 'cached-download', downloadDir } },
});
await environment.teardown();
