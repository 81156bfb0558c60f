export { execution } from './execution.ts';
export { retention } from './retention.ts';
export { webhookEndpoint } from './webhook-endpoint.ts';
