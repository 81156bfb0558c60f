import { z } from 'zod';
import { readUsage } from '../../../domain/usage/operations/read-usage.ts';
import { presentUsage, usageSchema } from '../../credits/presenter.ts';
import { dataSchema } from '../../response-schemas.ts';
import { operationTool } from '../operation-tool.ts';
import { READS, type Tool } from '../tool.ts';

/** Credits and their use. */
export const creditTools: Tool[] = [
  operationTool({
    name: 'get_usage',
    title: 'Read credits and usage',
    description: 'Reads the credit balance, what is held for running work, and what was used by capability and day.',
    arguments: z.object({}),
    operation: readUsage,
    output: dataSchema(usageSchema),
    present: (usage) => ({ data: presentUsage(usage) }),
    annotations: READS,
  }),
];
