import { requestedPrice } from '../../domain/capabilities/request.ts';
import { getExecution } from '../../domain/executions/operations/reads.ts';
import { AppError } from '../../domain/kernel/errors.ts';
import { invoke } from '../../domain/kernel/invoke.ts';
import type { ToolInput } from '../mcp/tool-options.ts';

/** What an execution of a capability asks its user for. */
export const executionInput: ToolInput = {
  brandVoiceIn({ deps }, { slug, settings }) {
    if (requestedPrice(deps, slug, settings) === undefined) return undefined;
    return deps.capabilities.find(String(slug))?.category === 'analysis' ? undefined : 'context';
  },
  credits: ({ deps }, { slug, settings }) => requestedPrice(deps, slug, settings),
};

/** A retry costs what was held for the execution. */
export const retryInput: ToolInput = {
  async credits({ deps, call }, { execution_id: id }) {
    try {
      const { execution } = await invoke(deps, call, getExecution, { params: { id } });
      return execution.credits_held;
    } catch (error) {
      // The call itself says what is wrong.
      if (error instanceof AppError && error.status < 500) return undefined;
      throw error;
    }
  },
};
