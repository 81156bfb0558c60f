import pg from 'pg';

declare module 'pg' {
  interface Client {
    /** Settings that a connection asks for when it begins; the driver's types leave it out. */
    getStartupConf(): Record<string, string>;
  }
}

/**
 * Dates in the form that the driver reads, with all offsets in UTC. A role or a database may set others, with which the driver reads no
 * dates, or cursors and texts have names of zones that mean several. PgBouncer keeps these two, and asks for no permission.
 */
const FORMS = { DateStyle: 'ISO, MDY', TimeZone: 'UTC' };

// Without it a parameter is in the zone of the process, and the driver leaves out the seconds that some zones were apart from UTC.
pg.defaults.parseInputDatesAsUTC = true;

/** A connection on which dates have the same form, whatever is set for the role, the database or the process. */
export class UniformClient extends pg.Client {
  override getStartupConf(): Record<string, string> {
    return { ...super.getStartupConf(), ...FORMS };
  }
}
