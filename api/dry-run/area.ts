import { endSession, resetSession, setPersona } from '../../domain/dry-run/operations/change-session.ts';
import { getSession, listSessions } from '../../domain/dry-run/operations/reads.ts';
import { followMessage, sendMessage } from '../../domain/dry-run/operations/send-message.ts';
import { startAgentSession, startSession } from '../../domain/dry-run/operations/start-session.ts';
import type { SessionView } from '../../domain/dry-run/session.ts';
import { area } from '../area.ts';
import { DESTRUCTIVE, OUTBOUND } from '../mcp/tool-options.ts';
import { pageWithRange } from '../resource.ts';
import { events, route } from '../route.ts';
import { failedReply, replyEvents } from './events.ts';
import { answeredMessage, changedSession, listedSession, sessionPage } from './resource.ts';
import { messageWork } from './work.ts';

const PREFIX = '/dry-run/sessions';

const pendingOr200 = {
  status: ({ isPending }: SessionView) => (isPending ? 202 : 200),
  body: changedSession,
  alternatives: {
    202: {
      description: 'Earlier messages still await replies; the change follows them.',
      body: changedSession.schema,
      interim: true as const,
    },
  },
};

const BY_SESSION = { rename: { dry_run_session_id: 'token' } } as const;

export const dryRunSessionsArea = area({
  tag: { name: 'Dry runs', group: 'Content', description: 'Conversations with agents, without side effects.' },
  legacy: true,
  firstTools: ['list_dry_run_sessions', 'get_dry_run_session'],
  routes: [
    route({
      method: 'GET',
      path: PREFIX,
      operationId: 'listDryRunSessions',
      summary: 'List dry-run sessions, newest first, without messages',
      operation: listSessions,
      body: pageWithRange(listedSession),
      errors: ['NOT_FOUND'],
      tool: {
        name: 'list_dry_run_sessions',
        title: 'List dry-run sessions',
        description: 'Lists dry-run sessions with agents, newest first, with status and cost.',
      },
    }),

    route({
      method: 'POST',
      path: `${PREFIX}/start`,
      operationId: 'startDryRunSession',
      summary: 'Start a dry-run session with an agent',
      operation: startSession,
      status: 201,
      body: changedSession,
      errors: ['CAPABILITY_NOT_ALLOWED', 'NOT_FOUND', 'PRECONDITION_FAILED'],
      tool: {
        name: 'start_dry_run_session',
        title: 'Start a dry-run session',
        description:
          'Starts a dry-run session with an agent, to try it before real work; free of charge. Send messages with send_dry_run_message as the persona would, then call end_dry_run_session.',
        rename: { slug: 'capability' },
      },
    }),

    route({
      method: 'POST',
      path: '/agents/audit/{agent}/dry-run-session',
      operationId: 'startDryRunSessionOfAgent',
      summary: 'Start a dry-run session with the agent in the path',
      operation: startAgentSession,
      status: 201,
      body: changedSession,
      errors: ['CAPABILITY_NOT_ALLOWED', 'PRECONDITION_FAILED'],
    }),

    route({
      method: 'GET',
      path: `${PREFIX}/{token}`,
      operationId: 'getDryRunSession',
      summary: 'One dry-run session with a page of messages, and its summary once it has ended',
      operation: getSession,
      body: sessionPage,
      tool: {
        name: 'get_dry_run_session',
        title: 'Read a dry-run session',
        description: 'Reads the messages of a dry-run session, and its scored summary once it has ended.',
        ...BY_SESSION,
      },
    }),

    route({
      method: 'POST',
      path: `${PREFIX}/{token}/message`,
      operationId: 'sendDryRunMessage',
      summary: 'Send the agent a message and get its reply',
      description:
        'Messages are answered in the order received. After 25 seconds the response is 202 without a reply, which the session shows later; repeating the same `client_message_id` and text waits for it. With `Accept: text/event-stream` the reply is streamed as it is written.',
      operation: sendMessage,
      events: events({
        description:
          '`user_message` is the accepted message; `text` is the next piece of the reply; `restart` discards the pieces before it; `answer` comes last and equals the JSON response. `error` ends a stream without a reply.',
        operation: followMessage,
        write: replyEvents,
        failed: failedReply,
      }),
      status: ({ reply }) => (reply === null ? 202 : 200),
      body: answeredMessage,
      alternatives: {
        202: { description: 'The reply is not ready yet.', body: answeredMessage.schema, interim: true },
      },
      errors: [
        'CAPABILITY_NOT_ALLOWED',
        'CONFLICT',
        'DAILY_CREDIT_LIMIT_EXCEEDED',
        'NO_CREDITS',
        'PRECONDITION_FAILED',
        'SERVICE_UNAVAILABLE',
      ],
      work: messageWork,
      tool: {
        name: 'send_dry_run_message',
        title: 'Send a message to the agent',
        description:
          'Sends a message to the agent of a dry-run session and returns its reply; changes nothing outside the session. Costs credits of dry_run by model and length of the reply. If there is no reply after 25 seconds, read get_dry_run_session later.',
        ...BY_SESSION,
        annotations: OUTBOUND,
      },
    }),

    route({
      method: 'PUT',
      path: `${PREFIX}/{token}/persona`,
      operationId: 'setDryRunPersona',
      summary: 'Change the persona',
      operation: setPersona,
      ...pendingOr200,
      errors: ['CONFLICT'],
      tool: {
        name: 'set_dry_run_persona',
        title: 'Change the persona',
        description: 'Replaces the persona that speaks to the agent of a dry-run session.',
        ...BY_SESSION,
      },
    }),

    route({
      method: 'POST',
      path: `${PREFIX}/{token}/reset`,
      operationId: 'resetDryRunSession',
      summary: 'Restart the conversation; the persona stays',
      operation: resetSession,
      ...pendingOr200,
      errors: ['CONFLICT'],
      tool: {
        name: 'reset_dry_run_session',
        title: 'Restart a dry-run session',
        description: 'Makes the agent of a dry-run session forget the conversation; charges stay.',
        ...BY_SESSION,
        annotations: DESTRUCTIVE,
      },
    }),

    route({
      method: 'POST',
      path: `${PREFIX}/{token}/end`,
      operationId: 'endDryRunSession',
      summary: 'End a session after all replies have arrived; returns its summary',
      operation: endSession,
      ...pendingOr200,
      errors: ['CONFLICT'],
      tool: {
        name: 'end_dry_run_session',
        title: 'End a dry-run session',
        description: 'Ends a dry-run session and returns its scored summary.',
        ...BY_SESSION,
        annotations: DESTRUCTIVE,
      },
    }),
  ],
});
