import type { ErrorCode } from '../../domain/kernel/errors.ts';
import type { RouteName } from '../environment/http.ts';
import type { Program } from '../environment/oauth.ts';
import type { Partner } from '../environment/partners.ts';

/** A partner that has each sample record. */
export interface SamplePartner extends Partner {
  /** Access token of one of its users. */
  person: string;
  /** The same person's token of the console. */
  console: string;
  /** One of its OAuth clients. */
  program: Program;
  /** Id of a sample record, by its key in `records` of any area; made when it is first asked for. */
  idOf(record: string): Promise<SampleId>;
}

/** What names a record in a path or a field. */
export type SampleId = string | number;

/** A record of a partner. */
interface OwnedRecord {
  /** Makes or finds one; returns what names it. */
  make(partner: SamplePartner): Promise<SampleId>;
  /** What names no record: a number of 53 bits unless given. */
  unknown?: string;
  /** The error for another partner's record; FORBIDDEN unless given. */
  foreign?: ErrorCode;
  /** The error where there is no such record; NOT_FOUND unless given. */
  missing?: ErrorCode;
}

/** A record of the platform, or one that callers with this credential see whatever partner it belongs to. */
interface SharedRecord extends Pick<OwnedRecord, 'make' | 'unknown' | 'missing'> {
  /** Why no partner is kept from it. */
  shared: string;
}

/** A record that paths or fields name. */
export type RecordSample = OwnedRecord | SharedRecord;

/** What a field of a body or query names: the key of a record, or why it names none. */
export type Reference = string | { none: string } | PartialReference;

/** A field of a request that goes on without the records that are not the caller's. */
interface PartialReference {
  record: string;
  /** Part of the body of the answer when it names another partner's record, or none. */
  answer: object;
}

/** What a route takes besides its path. */
export interface InputSample {
  /** The smallest body that is accepted, or query; `{}` unless given. */
  input?: object | ((partner: SamplePartner) => Promise<object>);
  /** Fields that name records: `agent_id`, `content_ids[]`, `products[].id`. */
  references?: Readonly<Record<string, Reference>>;
}

/** The samples of an area: what the tests over all routes need of it. */
export interface AreaSamples {
  /** Records that paths name, by the path up to the parameter; and others that only fields name, by a noun. */
  records?: Readonly<Record<string, RecordSample>>;
  /** Inputs of routes that need some, or whose fields name records. */
  inputs?: Readonly<Partial<Record<RouteName, InputSample>>>;
  /** Makes rows that lists show and nothing names. */
  makeRows?(partner: SamplePartner): Promise<unknown>;
  /** Whose credential the routes take: a partner's key unless given. */
  caller?: 'person';
}
