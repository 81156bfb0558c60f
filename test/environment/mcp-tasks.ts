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

  /**
   * Calls a tool until its work goes on when the call is answered, with new arguments for each call; returns the task. Work
   * that ended before is answered with its result.
   */
  task(name: string, given: () => Promise<object>) {
    return waitUntil(
      `a task of ${name}`,
      async () => (await this.begin(name, await given())).message.result,
      (result) => result?.resultType === 'task',
    );
  }

  /** A request about a task, `tasks/<verb>`. */
  about(verb: 'get' | 'cancel' | 'update', taskId: string, more: object = {}): Promise<McpReply> {
    return this.modern(this.message(`tasks/${verb}`, { taskId, ...more }, TAKES_TASKS), { 'Mcp-Name': taskId });
  }

  /** The task once it has ended. */
  ended(taskId: string, limitMs = 120_000) {
    return waitUntil(
      `the end of ${taskId}`,
      async () => {
        const { error, result } = (await this.about('get', taskId)).message;
        if (error) throw new Error(`${taskId}: ${JSON.stringify(error)}`);
        return result;
      },
      (task) => task.status !== 'working',
      { limitMs },
    );
  }
}
