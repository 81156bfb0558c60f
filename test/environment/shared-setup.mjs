// jest loads its own hooks as they are; Node itself then strips the types of what they import.
export { openSharedServers as default } from './shared-servers.ts';
