declare module '../kernel/command.ts' {
  interface Commands {
    /** Brings the Schedule of a trigger in line with its row, whatever that says by then. */
    'trigger.sync': { triggerId: number; rowKey: string; partnerId: number };
    /** Carries an occurrence out that an event made. */
    'trigger.fire': { firingId: number; rowKey: string; triggerId: number; partnerId: number };
  }
}

/** A trigger by number; `rowKey` tells it from a later one under the same number, once a database was restored. */
export interface TriggerReference {
  triggerId: number;
  rowKey: string;
}
