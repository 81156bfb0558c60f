#!/bin/sh
# Executes a capability over MCP, with curl and jq: BASE_URL=… TOKEN_ENDPOINT=… CLIENT_ID=… CLIENT_SECRET=… sh examples/mcp/execute.sh
set -eu

token=$(curl -fsSu "$CLIENT_ID:$CLIENT_SECRET" "$TOKEN_ENDPOINT" -d grant_type=client_credentials \
  -d scope=mcp:full -d resource="$BASE_URL/mcp" | jq -er .access_token)

# call <method> <params> [<name of the tool or id of the task>]: the result of a request in version 2026-07-28; an error ends the script.
call() {
  body=$(jq -n --arg method "$1" --argjson params "$2" '{jsonrpc: "2.0", id: 1, method: $method, params: ($params + {_meta: {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {extensions: {"io.modelcontextprotocol/tasks": {}}}}})}')
  answer=$(curl -sS "$BASE_URL/mcp" -H "Authorization: Bearer $token" -H 'Content-Type: application/json' \
    -H 'Accept: application/json, text/event-stream' -H 'MCP-Protocol-Version: 2026-07-28' \
    -H "Mcp-Method: $1" ${3:+-H "Mcp-Name: $3"} -d "$body")
  # A short answer is one document, a long one a stream of events.
  case $answer in
    \{*) ;;
    *) answer=$(printf '%s\n' "$answer" | sed -n 's/^data: //p' | tail -n 1) ;;
  esac
  printf '%s' "$answer" | jq -e '.result // (.error | tostring | halt_error)'
}

echo "$(call tools/list '{}' | jq '.tools | length') tools"

# The answer is a task, which any process of the service knows, also after a restart.
task=$(call tools/call '{"name": "execute_capability", "arguments": {"slug": "blog_post", "settings": {"topic": "MCP in a shell"}}}' \
  execute_capability)
id=$(printf '%s' "$task" | jq -er .taskId)
while [ "$(printf '%s' "$task" | jq -r .status)" = working ]; do
  printf '%s' "$task" | jq -r .statusMessage
  sleep "$(printf '%s' "$task" | jq '(.pollIntervalMs // 1000) / 1000')"
  task=$(call tasks/get "{\"taskId\": \"$id\"}" "$id")
done
printf '%s' "$task" | jq -er '.result.structuredContent | "execution \(.execution_id) is \(.status)"'
