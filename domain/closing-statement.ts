import { closingStatement } from '../infra/database/closing-statement.ts';
import { queuedPart } from '../infra/database/outbox.ts';
import { auditedPart } from './audit-log/closing-store.ts';
import { changeEventsPart } from './change-feed/closing-store.ts';
import { markedPart } from './idempotency/closing-store.ts';
import { publishedPart } from './kernel/closing-store.ts';

/** The last statement of every transaction that leaves something behind: each area writes its own tables. */
export const closing = closingStatement([auditedPart, publishedPart, markedPart, queuedPart, changeEventsPart]);
