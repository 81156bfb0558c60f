/** Path prefix of the API; `{base_url}` of the contract ends in it. */
export const API_PREFIX = '/api/v1';

/** Path of the MCP endpoint. */
export const MCP_PATH = `${API_PREFIX}/mcp`;
