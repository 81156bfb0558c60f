/**
 * What the domain asks of the durable engine, as data, by kind. Each area adds its own kinds here (`declare module`), so that the
 * tables over all kinds, in workflows/contracts.ts and worker/areas.ts, do not compile while one is forgotten.
 * @public
 */
// biome-ignore lint/suspicious/noEmptyInterface: the areas fill it
export interface Commands {}

/** `area.verb` of what is asked of the engine. */
export type CommandKind = keyof Commands;

/** The command of a kind. */
export type CommandOf<Kind extends CommandKind> = { [K in Kind]: { kind: K } & Commands[K] }[Kind];

/** Any command; an outbox row keeps it until the engine has it. */
export type Command = CommandOf<CommandKind>;
