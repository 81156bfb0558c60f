export { stopAcceptanceStack as default } from './acceptance-stack.ts';
