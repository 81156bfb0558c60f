import { listCapabilities } from '../../../domain/capabilities/operations/reads.ts';
import type { Category } from '../../../domain/capabilities/types.ts';
import { type Collection, resourceUri } from '../../../domain/kernel/change-events.ts';
import { invoke } from '../../../domain/kernel/invoke.ts';
import type { McpContext } from '../context.ts';
import { firstIds, type Prompt, type Suggestions, userText } from './catalogue.ts';
import { COLLECTIONS } from './resources.ts';

const TONES = ['confident', 'conversational', 'formal', 'friendly', 'technical'];

/** Prompts that help users get the most out of the tools. */
export const PROMPTS: readonly Prompt[] = [
  {
    name: 'write_content',
    title: 'Write content',
    description: 'Picks the capability that fits, executes it and shows the text.',
    arguments: [
      { name: 'topic', description: 'Type of the record concerned.', required: true },
      {
        name: 'capability',
        description: 'Slug of the capability to use; chosen by the model when absent.',
        required: false,
        suggest: (context) => slugsOf(context, 'generation'),
      },
      { name: 'audience', description: 'Who is to read it.', required: false },
      { name: 'tone', description: 'How it is to sound.', required: false, suggest: oneOf(TONES) },
    ],
    messages: async (_context, { topic, capability, audience, tone }) => [
      userText(
        sentences(
          `Write content about: ${topic}.`,
          capability
            ? `Use the capability "${capability}"; read it with get_capability first.`
            : 'Find the capability that fits with list_capabilities and read it with get_capability.',
          audience && `It is for ${audience}.`,
          tone && `It is to sound ${tone}.`,
          'Start it with execute_capability, read the execution until it has ended, then show me the text of what it made.',
        ),
      ),
    ],
  },
  {
    name: 'review_content_item',
    title: 'Review a content item',
    description: 'Checks a content item for claims, tone and length, and moves it on the board.',
    arguments: [
      {
        name: 'content_item_id',
        description: 'Id of the content item.',
        required: true,
        suggest: (context) => firstIds(collection('content-items'), context),
      },
      { name: 'guidelines', description: 'What to check it against.', required: false },
    ],
    messages: async (context, { content_item_id: id = '', guidelines }) => [
      userText(
        sentences(
          `Review content item ${id}.`,
          'Look for claims that nobody can prove, an inconsistent tone, and anything that the reader does not need.',
          guidelines && `Check it against these guidelines: ${guidelines}.`,
          'Suggest changes. Once I agree, make them with edit_content_item and move it to "ready" with move_content_item.',
        ),
      ),
      await embedded(context, 'content-items', id),
    ],
  },
  {
    name: 'plan_campaign',
    title: 'Plan a campaign',
    description: 'Plans which pieces to make, in which order and at what price in credits.',
    arguments: [
      { name: 'goal', description: 'What the campaign is to achieve.', required: true },
      { name: 'product', description: 'The product that it is about.', required: false },
      {
        name: 'weeks',
        description: 'How many weeks it runs.',
        required: false,
        suggest: oneOf(['2', '4', '8', '12']),
      },
    ],
    messages: async (_context, { goal, product, weeks }) => [
      userText(
        sentences(
          `Plan a marketing campaign. Its goal: ${goal}.`,
          product && `It is about ${product}.`,
          weeks && `It runs for ${weeks} weeks.`,
          'Look at list_capabilities for what can be made and at get_usage for the credits that are there.',
          'Propose a table of pieces with the capability, the settings, the week and the credits of each. Execute nothing yet.',
        ),
      ),
    ],
  },
  {
    name: 'explain_execution',
    title: 'Explain an execution',
    description: 'Tells what an execution did, what went wrong, and what to do next.',
    arguments: [
      {
        name: 'execution_id',
        description: 'Id of the execution.',
        required: true,
        suggest: (context) => firstIds(collection('executions'), context),
      },
    ],
    messages: async (context, { execution_id: id = '' }) => [
      userText(
        sentences(
          `Explain execution ${id} to somebody who has not seen it: what it was asked for, what each step did, and what it made.`,
          'If it failed or a guardrail was triggered, say why, and whether retry_execution can help.',
        ),
      ),
      await embedded(context, 'executions', id),
    ],
  },
];

function sentences(...parts: (string | undefined)[]): string {
  return parts.filter(Boolean).join(' ');
}

function oneOf(values: readonly string[]): () => Promise<Suggestions> {
  return async () => ({ values, hasMore: false });
}

async function slugsOf({ deps, call }: McpContext, category: Category): Promise<Suggestions> {
  const all = await invoke(deps, call, listCapabilities, { input: { category, include_beta: true } });
  return { values: all.map(({ slug }) => slug), hasMore: false };
}

function collection(name: Collection) {
  const found = COLLECTIONS.find((candidate) => candidate.name === name);
  if (!found) throw new Error(`There is no collection ${name}.`);
  return found;
}

/** The resource itself, as the second message. */
async function embedded(context: McpContext, name: Collection, id: string) {
  const text = JSON.stringify(await collection(name).read(context, id));
  return {
    role: 'user' as const,
    content: {
      type: 'resource' as const,
      resource: { uri: resourceUri(name, id), mimeType: 'application/json', text },
    },
  };
}
