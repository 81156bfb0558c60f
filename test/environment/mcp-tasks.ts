import { type McpReply, ModernCaller } from './mcp.ts';
import { waitUntil } from './wait-until.ts';

const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';

/** What a client of the version without sessions says that takes tasks. */
export const TAKES_TASKS = { [CAPABILITIES]: { extensions: { 'io.modelcontextprotocol/tasks': {} } } };

/** A client that takes tasks. */
export class TaskCaller extends ModernCaller {
  /** Calls a tool; the reply has the task, or a result. */
  begin(name: string, given: object): Promise<McpReply> {
    return this.ask('tools/call', { name, arguments: given }, TAKES_TASKS);
  }

  /** A request about a task, `tasks/<verb>`. */
  about(verb: 'get' | 'cancel' | 'update', taskId: string, more: object = {}): Promise<McpReply> {
    return this.modern(this.message(`tasks/${verb}`, { taskId, ...more }, TAKES_TASKS), { 'Mcp-Name': taskId });
  }

  /** The task once it has ended. */
  ended(taskId: string, limitMs = 120_000) {
    return waitUntil(
      `the end of ${taskId}`,
      async () => (await this.about('get', taskId)).message.result,
      (task) => task.status !== 'working',
      { limitMs },
    );
  }
}
