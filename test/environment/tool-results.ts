import { expect } from '@jest/globals';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { toolsOf } from '../../api/area.ts';
import { AREAS } from '../../api/areas.ts';

/** A result of a tool, of which a test has what it was sent. */
interface ToolResult {
  isError?: boolean;
  resultType?: string;
  structuredContent?: unknown;
}

const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv);

const tools = new Map(toolsOf(AREAS).map((tool) => [tool.name, tool]));
const validators = new Map<string, ValidateFunction>();

/** Expects of a tool's result, unless it is an error, a task or a question, that its data are as its outputSchema has them. */
export function expectByOutputSchema(name: string, result: ToolResult): void {
  const tool = tools.get(name);
  if (!tool || result.isError || !['complete', undefined].includes(result.resultType)) return;
  const validate = validators.get(name) ?? ajv.compile(tool.description.outputSchema);
  validators.set(name, validate);
  validate(result.structuredContent);
  expect({ tool: name, problems: validate.errors ?? [] }).toEqual({ tool: name, problems: [] });
}
