import type { LinkProps } from '@tanstack/react-router';
import { ApiError } from '../api/api-error.ts';
import type { Permission } from '../shell/me.ts';
import type { translations } from '../shell/translations.ts';
import { MissingCode } from './load-code.ts';

type Text = keyof (typeof translations)['en'];

/** What an error means, and what to do next. */
export interface ErrorHelp {
  title: Text;
  next?: Text;
  /** A view that helps. */
  link?: { to: LinkProps['to']; label: Text; permission?: Permission };
  /** What the page offers; `again` where the same request may succeed. */
  action?: 'sign-in' | 'reload' | 'again';
}

const GONE: ErrorHelp = { title: 'gone', next: 'goneText', link: { to: '/', label: 'toOverview' } };
const FORBIDDEN: ErrorHelp = { title: 'forbidden', next: 'forbiddenText' };
const CHANGED: ErrorHelp = { title: 'notNow', next: 'notNowText', action: 'reload' };
const FAILED: ErrorHelp = { title: 'failed', next: 'failedText', action: 'again' };
const BROKEN: ErrorHelp = { title: 'failed', next: 'brokenText', action: 'reload' };
const INCOMPLETE: ErrorHelp = { title: 'incomplete', next: 'incompleteText', action: 'again' };
const UNREACHABLE: ErrorHelp = { title: 'unreachable', next: 'unreachableText', action: 'again' };
const MISSING: ErrorHelp = { title: 'codeMissing', next: 'brokenText', action: 'reload' };
const BUSY: ErrorHelp = { title: 'busy', next: 'busyText', action: 'again' };
const toUsage = { to: '/usage', label: 'toUsage', permission: 'view_billing' } as const;

/** By error code of the API. */
const HELP: Record<NonNullable<ApiError['code']>, ErrorHelp> = {
  UNAUTHORIZED: { title: 'signedOff', next: 'signedOffText', action: 'sign-in' },
  FORBIDDEN,
  CAPABILITY_NOT_ALLOWED: FORBIDDEN,
  IP_NOT_ALLOWED: { title: 'wrongNetwork', next: 'wrongNetworkText' },
  WEBHOOK_LIMIT_REACHED: { title: 'planFull', next: 'planFullText' },
  NOT_FOUND: GONE,
  CASE_STUDY_NOT_FOUND: GONE,
  GONE,
  CONFLICT: CHANGED,
  PRECONDITION_FAILED: CHANGED,
  NO_CREDITS: { title: 'noCredits', next: 'noCreditsText', link: toUsage },
  DAILY_CREDIT_LIMIT_EXCEEDED: { title: 'dayLimit', next: 'dayLimitText', link: toUsage },
  RATE_LIMITED: { title: 'tooMany', next: 'tooManyText', action: 'again' },
  PAYLOAD_TOO_LARGE: { title: 'tooLarge', next: 'tooLargeText' },
  UNSUPPORTED_MEDIA_TYPE: { title: 'notRight', next: 'wrongKindText' },
  IDEMPOTENCY_IN_PROGRESS: BUSY,
  VALIDATION_ERROR: { title: 'notRight', next: 'notRightText' },
  SERVICE_UNAVAILABLE: BUSY,
  INVALID_JSON: FAILED,
  METHOD_NOT_ALLOWED: FAILED,
  IDEMPOTENCY_KEY_REUSED: FAILED,
  SERVER_ERROR: FAILED,
  CREATION_FAILED: FAILED,
  GENERATION_FAILED: FAILED,
  SUGGESTION_FAILED: FAILED,
};

/** What is wrong with something that a person chose, in the words that they are shown. */
export class InputProblem extends Error {}

/** What an error means. Without a response the API cannot be reached; a stream says errors in its events. */
export function helpFor(error: unknown): ErrorHelp {
  if (error instanceof InputProblem) return { title: 'notRight' };
  if (error instanceof MissingCode) return MISSING;
  if (!(error instanceof ApiError)) return BROKEN;
  if (error.isIncomplete) return INCOMPLETE;
  if (error.status === undefined && !error.code) return UNREACHABLE;
  // What fields are named for is theirs to meet; nobody else has changed anything.
  const isAboutFields = Object.keys(error.details).length > 0;
  if (isAboutFields && (error.code === 'PRECONDITION_FAILED' || error.code === 'CONFLICT'))
    return HELP.VALIDATION_ERROR;
  const help = (error.code && HELP[error.code]) || FAILED;
  // A gateway between the browser and the service may answer without a code, and without an id to send to anyone.
  return help === FAILED && error.requestId === undefined ? { ...help, next: 'tooManyText' } : help;
}
