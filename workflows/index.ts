export { execution } from './execution.ts';
export { retention } from './retention.ts';
