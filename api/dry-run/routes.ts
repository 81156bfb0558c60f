import { endSession, resetSession, setPersona } from '../../domain/dry-run/operations/change-session.ts';
import { getSession } from '../../domain/dry-run/operations/get-session.ts';
import { listSessions } from '../../domain/dry-run/operations/list-sessions.ts';
import { followMessage, sendMessage } from '../../domain/dry-run/operations/send-message.ts';
import { startAgentSession, startSession } from '../../domain/dry-run/operations/start-session.ts';
import type { SessionView } from '../../domain/dry-run/view.ts';
import { pageWithRange } from '../resource.ts';
import { events, route } from '../route.ts';
import { failedReply, replyEvents } from './events.ts';
import { answeredMessage, changedSession, listedSession, sessionPage } from './resource.ts';

const PREFIX = '/dry-run/sessions';

export const listSessionsRoute = route({
  method: 'GET',
  path: PREFIX,
  operationId: 'listDryRunSessions',
  summary: 'List dry-run sessions, newest first, without what was said',
  operation: listSessions,
  body: pageWithRange(listedSession),
  errors: ['NOT_FOUND'],
});

export const startSessionRoute = route({
  method: 'POST',
  path: `${PREFIX}/start`,
  operationId: 'startDryRunSession',
  summary: 'Start a rehearsal with an agent',
  operation: startSession,
  status: 201,
  body: changedSession,
  errors: ['CAPABILITY_NOT_ALLOWED', 'NOT_FOUND', 'PRECONDITION_FAILED'],
});

export const startAgentSessionRoute = route({
  method: 'POST',
  path: '/agents/audit/{agent}/dry-run-session',
  operationId: 'startDryRunSessionOfAgent',
  summary: 'Start a rehearsal with the agent of the path',
  operation: startAgentSession,
  status: 201,
  body: changedSession,
  errors: ['CAPABILITY_NOT_ALLOWED', 'PRECONDITION_FAILED'],
});

export const getSessionRoute = route({
  method: 'GET',
  path: `${PREFIX}/{token}`,
  operationId: 'getDryRunSession',
  summary: 'One dry-run session with a page of what was said, and its summary once it is over',
  operation: getSession,
  body: sessionPage,
});

export const sendMessageRoute = route({
  method: 'POST',
  path: `${PREFIX}/{token}/message`,
  operationId: 'sendDryRunMessage',
  summary: 'Say something to the agent and get its reply',
  description:
    'Messages are answered in the order in which they came. After 25 seconds the answer is 202 without a reply, which the session has later; the same `client_message_id` and text again wait for it. With `Accept: text/event-stream` the reply comes as it is written.',
  operation: sendMessage,
  events: events({
    description:
      '`user_message` tells that the message was accepted; `text` has a further piece of the reply; `restart` says that the pieces before are void; `answer` is what JSON would be, and the last. `error` ends a stream without a reply.',
    operation: followMessage,
    write: replyEvents,
    failed: failedReply,
  }),
  status: ({ reply }) => (reply === null ? 202 : 200),
  body: answeredMessage,
  alternatives: {
    202: { description: 'The reply is not there yet.', body: answeredMessage.schema, interim: true },
  },
  errors: [
    'CAPABILITY_NOT_ALLOWED',
    'CONFLICT',
    'DAILY_CREDIT_LIMIT_EXCEEDED',
    'NO_CREDITS',
    'PRECONDITION_FAILED',
    'SERVICE_UNAVAILABLE',
  ],
});

const pendingOr200 = {
  status: ({ isPending }: SessionView) => (isPending ? 202 : 200),
  body: changedSession,
  alternatives: {
    202: {
      description: 'Messages before it have no reply yet; it is done when they have.',
      body: changedSession.schema,
      interim: true as const,
    },
  },
};

export const setPersonaRoute = route({
  method: 'PUT',
  path: `${PREFIX}/{token}/persona`,
  operationId: 'setDryRunPersona',
  summary: 'Have another persona speak from now on',
  operation: setPersona,
  ...pendingOr200,
  errors: ['CONFLICT'],
});

export const resetSessionRoute = route({
  method: 'POST',
  path: `${PREFIX}/{token}/reset`,
  operationId: 'resetDryRunSession',
  summary: 'Begin the talk anew; the persona stays',
  operation: resetSession,
  ...pendingOr200,
  errors: ['CONFLICT'],
});

export const endSessionRoute = route({
  method: 'POST',
  path: `${PREFIX}/{token}/end`,
  operationId: 'endDryRunSession',
  summary: 'End a session once all messages have their reply; its summary says how it went',
  operation: endSession,
  ...pendingOr200,
  errors: ['CONFLICT'],
});
