//! Executes a capability over MCP: BASE_URL=… CLIENT_ID=… CLIENT_SECRET=… cargo run (in examples/mcp/rust)

use anyhow::{Context, Result, bail, ensure};
use rmcp::{
    ClientHandler,
    model::{
        CallToolRequestParams, CallToolResponse, CallToolResult, ClientCapabilities, ClientConfig,
        GetTaskParams, Implementation, JsonObject, ProtocolVersion, TASKS_EXTENSION_ID,
        TaskPayload,
    },
    service::{ClientLifecycleMode, ClientServiceExt},
    transport::{
        StreamableHttpClientTransport,
        auth::{ClientCredentialsConfig, OAuthState},
        streamable_http_client::StreamableHttpClientTransportConfig,
    },
};
use serde_json::{Value, json};
use std::{env::var, time::Duration};

/// A client that takes tasks in place of results that take long.
struct Client;

impl ClientHandler for Client {
    fn get_info(&self) -> ClientConfig {
        let mut capabilities = ClientCapabilities::default();
        capabilities.extensions = Some([(TASKS_EXTENSION_ID.to_owned(), JsonObject::new())].into());
        ClientConfig::new(capabilities, Implementation::new("example", "1"))
    }
}

#[tokio::main]
async fn main() -> Result<()> {
    let url = format!("{}/mcp", var("BASE_URL")?);
    let config =
        StreamableHttpClientTransportConfig::with_uri(url.clone()).auth_header(sign_in(url).await?);
    let mode = ClientLifecycleMode::Discover {
        preferred_versions: vec![ProtocolVersion::V_2026_07_28],
    };
    let service = Client
        .serve_with_lifecycle(StreamableHttpClientTransport::from_config(config), mode)
        .await?;
    println!("{} tools", service.list_all_tools().await?.len());

    let arguments = json!({ "slug": "blog_post", "settings": { "topic": "MCP in Rust" } });
    let call = CallToolRequestParams::new("execute_capability")
        .with_arguments(arguments.as_object().cloned().unwrap_or_default());
    let CallToolResponse::Task(created) = service.call_tool_once(call).await? else {
        bail!("The call was not taken as a task.");
    };
    let task = created.task;
    let result = loop {
        let state = service
            .get_task(GetTaskParams::new(task.task_id.clone()))
            .await?
            .task;
        match state.payload {
            TaskPayload::Working => {
                println!("{}", state.task.status_message.unwrap_or_default());
                let wait_ms = task.poll_interval_ms.unwrap_or(1_000);
                tokio::time::sleep(Duration::from_millis(wait_ms)).await;
            }
            TaskPayload::Completed { result } => break result,
            other => bail!("The task is {other:?}."),
        }
    };
    let result: CallToolResult = serde_json::from_value(Value::Object(result))?;
    // What a tool refuses is told in the result, for the model.
    ensure!(result.is_error != Some(true), "{result:?}");
    let executed = result.structured_content.context("no data")?;
    println!(
        "execution {} is {}",
        executed["execution_id"],
        executed["status"].as_str().unwrap_or_default()
    );
    service.cancel().await?;
    Ok(())
}

/// An access token for the MCP server, whose metadata leads to the issuer.
async fn sign_in(url: String) -> Result<String> {
    let mut state = OAuthState::new(url.as_str(), None).await?;
    state
        .authenticate_client_credentials(ClientCredentialsConfig::ClientSecret {
            client_id: var("CLIENT_ID")?,
            client_secret: var("CLIENT_SECRET")?,
            scopes: vec!["mcp:full".to_owned()],
            resource: Some(url),
        })
        .await?;
    let manager = state
        .into_authorization_manager()
        .context("not signed in")?;
    Ok(manager.get_access_token().await?)
}
