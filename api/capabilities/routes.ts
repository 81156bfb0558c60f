import { getCapability, listCapabilities } from '../../domain/capabilities/operations/reads.ts';
import { one } from '../resource.ts';
import { route } from '../route.ts';
import { capabilityDetailResource, catalogue } from './resource.ts';

const PREFIX = '/content-workflow/capabilities';

export const listCapabilitiesRoute = route({
  method: 'GET',
  path: PREFIX,
  summary: 'List the capabilities; unpaged',
  operation: listCapabilities,
  body: catalogue,
});

export const getCapabilityRoute = route({
  method: 'GET',
  path: `${PREFIX}/{slug}`,
  summary: 'One capability with its settings',
  operation: getCapability,
  body: one(capabilityDetailResource),
});
