/** What the server can do, in either version of the protocol. */
export const CAPABILITIES = {
  tools: { listChanged: true },
  resources: { subscribe: true, listChanged: true },
  prompts: { listChanged: true },
  logging: {},
  completions: {},
};

/** How a model uses the server. */
export const INSTRUCTIONS = `Marketwright makes marketing content for partners of a cloud marketplace. Find what it can make with
list_capabilities, read the settings with get_capability, start it with execute_capability, read get_execution until it has ended, and
review what was made with get_content_item. Executions spend credits; get_usage tells how many are left.`;
