/**
 * Commands to the workflow engine, as data, by kind. Each area adds its kinds here (`declare module`), so that the
 * tables over all kinds in workflows/contracts.ts and worker/areas.ts do not compile while one is missing.
 * @public
 */
// biome-ignore lint/suspicious/noEmptyInterface: the areas fill it
export interface Commands {}

/** `area.verb` of a command. */
export type CommandKind = keyof Commands;

/** The command of a kind. */
export type CommandOf<Kind extends CommandKind> = { [K in Kind]: { kind: K } & Commands[K] }[Kind];

/** Any command. It stays in the outbox until the engine has accepted it. */
export type Command = CommandOf<CommandKind>;
