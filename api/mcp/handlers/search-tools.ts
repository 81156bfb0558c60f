import { z } from 'zod';
import { AppError, invalid } from '../../../domain/kernel/errors.ts';
import type { McpContext } from '../context.ts';
import { INVALID, objectSchema, requireKnown, requireValid, type Tool, type ToolDescription } from '../tool.ts';
import { ADDITIVE, READ_ONLY, type ToolAnswer } from '../tool-options.ts';
import { failed, structured } from '../tool-result.ts';

const MAX_FOUND = 10;
/** What a word of the query is worth by where it stands. */
const WORTH = { name: 4, title: 2, description: 1 } as const;

const searchInput = z.strictObject({
  query: z.string().min(1).max(200).describe('What is to be done, in a few English words.'),
  limit: z.int().min(1).max(MAX_FOUND).default(5).describe('Tools to return.'),
});
const callInput = z.strictObject({
  name: z.string().min(1).max(100).describe('Name of a tool, as search_tools returns it.'),
  arguments: z.record(z.string(), z.unknown()).default({}).describe("The tool's arguments, by its inputSchema."),
});
const foundSchema = z.object({
  tools: z.array(
    z.object({
      name: z.string(),
      title: z.string(),
      description: z.string(),
      inputSchema: z.record(z.string(), z.unknown()),
      read_only: z.boolean(),
    }),
  ),
});

/** The tools that find and call those that are not listed. */
export const SEARCH_TOOLS: readonly ToolDescription[] = [
  {
    name: 'search_tools',
    title: 'Search tools',
    description:
      'Finds further tools by what they do: webhooks, case studies, agents, dry runs, triggers, invoices and more. Call what it finds with call_tool. Free.',
    inputSchema: objectSchema(searchInput, 'input'),
    outputSchema: objectSchema(foundSchema, 'output'),
    annotations: { title: 'Search tools', openWorldHint: false, ...READ_ONLY },
  },
  {
    name: 'call_tool',
    title: 'Call a tool',
    description:
      "Calls a tool that search_tools found, with arguments by its inputSchema; answers what the tool answers. It may change things and cost credits, as the tool's description says.",
    inputSchema: objectSchema(callInput, 'input'),
    outputSchema: { type: 'object' },
    annotations: { title: 'Call a tool', ...ADDITIVE, destructiveHint: true, openWorldHint: true },
  },
];

/** The same where no tool can be called that changes something: `call_tool` then changes nothing, either. */
export const READ_ONLY_SEARCH_TOOLS: readonly ToolDescription[] = SEARCH_TOOLS.map((tool) => ({
  ...tool,
  annotations: { ...tool.annotations, ...READ_ONLY },
}));

/** A call of one of these tools. */
interface SearchCall {
  context: Pick<McpContext, 'argumentProblems'>;
  given: Record<string, unknown>;
}

/** The tools that fit a query best; what is wrong with the arguments is a result, too. */
export function searchTools(tools: readonly Tool[], call: SearchCall): ToolAnswer {
  try {
    return found(tools, valid(searchInput, call));
  } catch (error) {
    return resultOf(error);
  }
}

function found(tools: readonly Tool[], { query, limit }: z.output<typeof searchInput>): ToolAnswer {
  const wanted = wordsOf(query);
  const fitting = tools
    .map(({ description }) => ({ description, score: scoreOf(description, wanted) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, limit)
    .map(({ description: { name, title, description, inputSchema, annotations } }) => ({
      name,
      title,
      description,
      inputSchema,
      read_only: annotations.readOnlyHint === true,
    }));
  const lines = fitting.map(({ name, description }) => `- ${name}: ${description}`);
  return structured({ tools: fitting }, lines.join('\n') || 'No tool fits these words; try others.');
}

/** The tool and arguments of a call, or the result that says what is wrong with them. */
export function calledTool(
  tools: readonly Tool[],
  call: SearchCall,
): { called: z.output<typeof callInput> } | { answer: ToolAnswer } {
  try {
    const called = valid(callInput, call);
    if (tools.some(({ name }) => name === called.name)) return { called };
    throw invalid({ name: ['There is no such tool. search_tools finds those that there are.'] }, INVALID);
  } catch (error) {
    return { answer: resultOf(error) };
  }
}

/** Throws VALIDATION_ERROR. */
function valid<Schema extends z.ZodObject>(schema: Schema, { context, given }: SearchCall): z.output<Schema> {
  if (context.argumentProblems) throw invalid(context.argumentProblems, INVALID);
  requireKnown(schema, given);
  return requireValid(schema, given);
}

function resultOf(error: unknown): ToolAnswer {
  if (!(error instanceof AppError)) throw error;
  return failed(error, { named: (name) => name, given: [], known: new Set() });
}

function scoreOf({ name, title, description }: ToolDescription, wanted: readonly string[]): number {
  const places = { name: wordsOf(name), title: wordsOf(title), description: wordsOf(description) };
  return wanted.reduce(
    (sum, word) =>
      sum + Math.max(0, ...PLACES.map((place) => (places[place].some((one) => isAlike(one, word)) ? WORTH[place] : 0))),
    0,
  );
}

const PLACES = ['name', 'title', 'description'] as const;

/** Whether two words begin alike, as `webhook` and `webhooks` do. */
function isAlike(one: string, other: string): boolean {
  if (one === other) return true;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.length >= 4 && long.startsWith(short.slice(0, Math.max(4, short.length - 2)));
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 1);
}
