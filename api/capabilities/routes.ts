import { z } from 'zod';
import { getCapability } from '../../domain/capabilities/operations/get-capability.ts';
import { listCapabilities } from '../../domain/capabilities/operations/list-capabilities.ts';
import { CATEGORIES } from '../../domain/capabilities/types.ts';
import { executeCapability } from '../../domain/executions/operations/execute-capability.ts';
import { executionSchema, presentExecution } from '../executions/presenter.ts';
import { dataSchema } from '../response-schemas.ts';
import { type Route, route } from '../route.ts';
import { capabilityDetailSchema, capabilitySchema, presentCapability, presentCapabilityDetail } from './presenter.ts';

const PREFIX = '/content-workflow/capabilities';

/** The catalogue, and its execution. */
export const capabilityRoutes: Route[] = [
  route({
    method: 'GET',
    path: PREFIX,
    summary: 'List the capabilities; unpaged',
    operation: listCapabilities,
    present: (capabilities) => ({
      data: capabilities.map(presentCapability),
      meta: { total: capabilities.length, categories: CATEGORIES },
    }),
    response: z.object({
      data: z.array(capabilitySchema),
      meta: z.object({ total: z.int(), categories: z.array(z.enum(CATEGORIES)) }),
    }),
  }),
  route({
    method: 'GET',
    path: `${PREFIX}/{slug}`,
    summary: 'One capability with its settings',
    operation: getCapability,
    present: (capability) => ({ data: presentCapabilityDetail(capability) }),
    response: dataSchema(capabilityDetailSchema),
  }),
  route({
    method: 'POST',
    path: `${PREFIX}/{slug}/execute`,
    summary: 'Execute a capability; poll the execution for its result',
    operation: executeCapability,
    status: 201,
    present: (execution) => ({
      data: presentExecution(execution),
      meta: { message: 'The execution was accepted; poll it for its progress.' },
    }),
    response: dataSchema(executionSchema).extend({ meta: z.object({ message: z.string() }) }),
    errors: ['CAPABILITY_NOT_ALLOWED', 'PRECONDITION_FAILED', 'NO_CREDITS', 'DAILY_CREDIT_LIMIT_EXCEEDED'],
  }),
];
