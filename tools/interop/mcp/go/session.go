// What the official Go client does, once in a session and once without one.
//
// MCP_URL names the endpoint, MCP_TOKEN is an access token for it.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// authorized adds the access token to each request.
type authorized struct{}

func (authorized) RoundTrip(request *http.Request) (*http.Response, error) {
	request = request.Clone(request.Context())
	request.Header.Set("Authorization", "Bearer "+os.Getenv("MCP_TOKEN"))
	return http.DefaultTransport.RoundTrip(request)
}

// reports are the progress that a call made.
type reports struct {
	lock   sync.Mutex
	values []float64
}

func (r *reports) add(value float64) {
	r.lock.Lock()
	defer r.lock.Unlock()
	r.values = append(r.values, value)
}

func (r *reports) rise() bool {
	r.lock.Lock()
	defer r.lock.Unlock()
	for i := 1; i < len(r.values); i++ {
		if r.values[i] <= r.values[i-1] {
			return false
		}
	}
	return len(r.values) >= 3
}

func main() {
	for _, version := range []string{"2025-11-25", "2026-07-28"} {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		if err := use(ctx, version); err != nil {
			fmt.Fprintf(os.Stderr, "%s: %v\n", version, err)
			os.Exit(1)
		}
		cancel()
		fmt.Printf("ok: Go, %s\n", version)
	}
}

func use(ctx context.Context, version string) error {
	changed := make(chan struct{}, 1)
	progress := &reports{}
	client := mcp.NewClient(&mcp.Implementation{Name: "interop", Version: "1"}, &mcp.ClientOptions{
		ResourceListChangedHandler: func(context.Context, *mcp.ResourceListChangedRequest) {
			select {
			case changed <- struct{}{}:
			default:
			}
		},
		ProgressNotificationHandler: func(_ context.Context, request *mcp.ProgressNotificationClientRequest) {
			progress.add(request.Params.Progress)
		},
	})
	transport := &mcp.StreamableClientTransport{
		Endpoint:   os.Getenv("MCP_URL"),
		HTTPClient: &http.Client{Transport: authorized{}},
	}
	session, err := client.Connect(ctx, transport, &mcp.ClientSessionOptions{ProtocolVersion: version})
	if err != nil {
		return fmt.Errorf("connect: %w", err)
	}
	defer session.Close()
	if negotiated := session.InitializeResult().ProtocolVersion; negotiated != version {
		return fmt.Errorf("it speaks %s", negotiated)
	}

	tools := 0
	for _, err := range session.Tools(ctx, nil) {
		if err != nil {
			return fmt.Errorf("tools/list: %w", err)
		}
		tools++
	}
	if tools < 25 {
		return fmt.Errorf("%d tools", tools)
	}

	call := &mcp.CallToolParams{
		Name:      "execute_capability",
		Arguments: map[string]any{"slug": "blog_post", "settings": map[string]any{"topic": "Clients in Go"}},
	}
	call.SetProgressToken("go")
	executed, err := structured(session.CallTool(ctx, call))
	if err != nil {
		return fmt.Errorf("execute_capability: %w", err)
	}
	if executed["status"] != "completed" {
		return fmt.Errorf("execute_capability: %v", executed)
	}
	if !progress.rise() {
		return fmt.Errorf("progress: %v", progress.values)
	}

	id := executed["execution_id"]
	read, err := structured(session.CallTool(ctx, execution(id)))
	if err != nil {
		return fmt.Errorf("get_execution: %w", err)
	}
	if data, _ := read["data"].(map[string]any); data["status"] != "completed" {
		return fmt.Errorf("get_execution: %v", read)
	}
	uri := fmt.Sprintf("service://executions/%.0f", id)
	if resource, err := session.ReadResource(ctx, &mcp.ReadResourceParams{URI: uri}); err != nil || len(resource.Contents) != 1 {
		return fmt.Errorf("resources/read: %v, %w", resource, err)
	}

	prompts, err := session.ListPrompts(ctx, nil)
	if err != nil || len(prompts.Prompts) != 4 {
		return fmt.Errorf("prompts/list: %v, %w", prompts, err)
	}
	prompt, err := session.GetPrompt(ctx, &mcp.GetPromptParams{
		Name:      "write_content",
		Arguments: map[string]string{"topic": "Zebras"},
	})
	if err != nil {
		return fmt.Errorf("prompts/get: %w", err)
	}
	if text, _ := prompt.Messages[0].Content.(*mcp.TextContent); text == nil || !strings.Contains(text.Text, "Zebras") {
		return fmt.Errorf("prompts/get: %v", prompt)
	}

	unknown, err := session.CallTool(ctx, execution(9007199254740991))
	if err != nil || !unknown.IsError {
		return fmt.Errorf("get_execution of none: %v, %w", unknown, err)
	}
	var refused *jsonrpc.Error
	if _, err := session.CallTool(ctx, &mcp.CallToolParams{Name: "no_such_tool"}); !errors.As(err, &refused) || refused.Code != jsonrpc.CodeInvalidParams {
		return fmt.Errorf("no_such_tool: %v", err)
	}

	select {
	case <-changed:
	case <-time.After(10 * time.Second):
		return errors.New("no notification of the new execution")
	}
	return nil
}

func execution(id any) *mcp.CallToolParams {
	return &mcp.CallToolParams{Name: "get_execution", Arguments: map[string]any{"execution_id": id}}
}

// structured returns the data of a result that is no error.
func structured(result *mcp.CallToolResult, err error) (map[string]any, error) {
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(result.StructuredContent)
	if err != nil {
		return nil, err
	}
	if result.IsError {
		return nil, fmt.Errorf("is an error: %s", text)
	}
	var data map[string]any
	return data, json.Unmarshal(text, &data)
}
