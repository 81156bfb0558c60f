// Executes a capability over MCP: BASE_URL=… ISSUER=… CLIENT_ID=… CLIENT_SECRET=… go run . (in examples/mcp/go)
package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth/extauth"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/modelcontextprotocol/go-sdk/oauthex"
)

func main() {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute)
	defer cancel()
	// Signs in by itself once the server asks for it, and again when the token has ended.
	authorizer, err := extauth.NewClientCredentialsHandler(&extauth.ClientCredentialsHandlerConfig{
		Credentials: &oauthex.ClientCredentials{
			ClientID:         os.Getenv("CLIENT_ID"),
			ClientSecretAuth: &oauthex.ClientSecretAuth{ClientSecret: os.Getenv("CLIENT_SECRET")},
			Issuer:           os.Getenv("ISSUER"),
		},
	})
	check(err)
	client := mcp.NewClient(&mcp.Implementation{Name: "example", Version: "1"}, &mcp.ClientOptions{
		ProgressNotificationHandler: func(_ context.Context, request *mcp.ProgressNotificationClientRequest) {
			fmt.Printf("progress %g\n", request.Params.Progress)
		},
	})
	session, err := client.Connect(ctx, &mcp.StreamableClientTransport{
		Endpoint:     os.Getenv("BASE_URL") + "/mcp",
		OAuthHandler: authorizer,
	}, nil)
	check(err)
	defer session.Close()

	tools := 0
	for _, err := range session.Tools(ctx, nil) {
		check(err)
		tools++
	}
	fmt.Printf("%d tools\n", tools)

	call := &mcp.CallToolParams{
		Name:      "execute_capability",
		Arguments: map[string]any{"slug": "blog_post", "settings": map[string]any{"topic": "MCP in Go"}},
	}
	call.SetProgressToken("execute")
	result, err := session.CallTool(ctx, call)
	check(err)
	// What a tool refuses is told in the result, for the model.
	if result.IsError {
		log.Fatalf("refused: %v", result.StructuredContent)
	}
	executed, _ := result.StructuredContent.(map[string]any)
	fmt.Printf("execution %.0f is %v\n", executed["execution_id"], executed["status"])
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
