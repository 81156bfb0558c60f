export type {
  McpCallRow,
  McpChangeKind,
  McpChangeRow,
  McpLogLevel,
  McpSessionRow,
} from '../../infra/database/entities/mcp.ts';
