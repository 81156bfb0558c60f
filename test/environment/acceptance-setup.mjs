// jest loads its own hooks as they are; Node itself then strips the types of what they import.
export { startAcceptanceStack as default } from './acceptance-stack.ts';
