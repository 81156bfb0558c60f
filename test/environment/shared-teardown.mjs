export { closeSharedServers as default } from './shared-servers.ts';
