import { z } from 'zod';
import { getCapability } from '../../../domain/capabilities/operations/get-capability.ts';
import { listCapabilities } from '../../../domain/capabilities/operations/list-capabilities.ts';
import { capabilityParams } from '../../../domain/capabilities/target.ts';
import { CATEGORIES } from '../../../domain/capabilities/types.ts';
import { executeCapability } from '../../../domain/executions/operations/execute-capability.ts';
import { executeBody } from '../../../domain/executions/schema.ts';
import { EXECUTION_STATUSES } from '../../../domain/executions/table.ts';
import {
  capabilityDetailSchema,
  capabilitySchema,
  presentCapability,
  presentCapabilityDetail,
} from '../../capabilities/presenter.ts';
import { dataSchema } from '../../response-schemas.ts';
import { answerExecution } from '../execute.ts';
import { operationTool } from '../operation-tool.ts';
import { ADDS, READS, type Tool } from '../tool.ts';

const slug = capabilityParams.shape.slug.min(1).describe('Slug of a capability, such as `blog_post`.');

/** The catalogue, and its execution. */
export const capabilityTools: Tool[] = [
  operationTool({
    name: 'list_capabilities',
    title: 'List capabilities',
    description: 'Lists what the service can make: slug, category and price in credits of each capability.',
    arguments: z.object({
      category: z.enum(CATEGORIES).optional(),
      include_beta: z.boolean().optional().describe('Also lists capabilities in beta; false when absent.'),
    }),
    operation: listCapabilities,
    request: (given) => ({ input: given }),
    output: z.object({ data: z.array(capabilitySchema), meta: z.object({ total: z.int() }) }),
    present: (capabilities) => ({
      data: capabilities.map(presentCapability),
      meta: { total: capabilities.length },
    }),
    annotations: READS,
  }),
  operationTool({
    name: 'get_capability',
    title: 'Read a capability',
    description: 'Reads one capability with the JSON Schema of its settings. Look here before executing it.',
    arguments: z.object({ slug }),
    operation: getCapability,
    request: (given) => ({ params: given }),
    output: dataSchema(capabilityDetailSchema),
    present: (capability) => ({ data: presentCapabilityDetail(capability) }),
    annotations: READS,
  }),
  operationTool({
    name: 'execute_capability',
    title: 'Execute a capability',
    description:
      'Starts an execution of a capability and returns its id; read it with get_execution until it has ended. Spends the credits of ' +
      'the capability. Asked with a progress token, over a stream of events, it reports progress and answers when the execution ' +
      'has ended; cancelling the request then cancels the execution, which costs nothing.',
    arguments: executeBody.extend({ slug }),
    operation: executeCapability,
    request: ({ slug: named, ...input }) => ({ params: { slug: named }, input }),
    output: z.object({ execution_id: z.int(), status: z.enum(EXECUTION_STATUSES) }),
    present: (execution) => ({ execution_id: execution.id, status: execution.status }),
    finish: answerExecution,
    annotations: { ...ADDS, openWorldHint: true },
  }),
];
