/** Where the API lives; `{base_url}` of the contract ends in it. */
export const API_PREFIX = '/api/v1';

/** Where the MCP endpoint is. */
export const MCP_PATH = `${API_PREFIX}/mcp`;
