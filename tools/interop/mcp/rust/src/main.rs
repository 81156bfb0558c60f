//! What the official Rust client does, once in a session and once without one, where it takes tasks.
//!
//! MCP_URL names the endpoint, MCP_TOKEN is an access token for it.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use anyhow::{Context, Result, bail, ensure};
use rmcp::{
    ClientHandler, RoleClient,
    model::{
        CallToolRequestParams, CallToolResponse, CallToolResult, ClientCapabilities, ClientConfig,
        ErrorCode, GetPromptRequestParams, GetTaskParams, Implementation, JsonObject,
        ProgressNotificationParam, ProtocolVersion, ReadResourceRequestParams, SubscriptionFilter,
        TASKS_EXTENSION_ID, TaskPayload,
    },
    service::{
        ClientLifecycleMode, ClientServiceExt, NotificationContext, RunningService, ServiceError,
    },
    transport::{
        StreamableHttpClientTransport, streamable_http_client::StreamableHttpClientTransportConfig,
    },
};
use serde_json::{Value, json};
use tokio::{
    sync::Notify,
    time::{sleep, timeout},
};

const LIMIT: Duration = Duration::from_secs(60);

#[derive(Clone, Default)]
struct Client {
    takes_tasks: bool,
    /// The progress that calls made.
    progress: Arc<Mutex<Vec<f64>>>,
    /// A list of resources has changed.
    changed: Arc<Notify>,
}

impl ClientHandler for Client {
    fn get_info(&self) -> ClientConfig {
        let mut capabilities = ClientCapabilities::default();
        if self.takes_tasks {
            capabilities.extensions =
                Some([(TASKS_EXTENSION_ID.to_owned(), JsonObject::new())].into());
        }
        ClientConfig::new(capabilities, Implementation::new("interop", "1"))
    }

    async fn on_progress(
        &self,
        report: ProgressNotificationParam,
        _: NotificationContext<RoleClient>,
    ) {
        self.progress
            .lock()
            .expect("no other holder panics")
            .push(report.progress);
    }

    async fn on_resource_list_changed(&self, _: NotificationContext<RoleClient>) {
        self.changed.notify_one();
    }
}

#[tokio::main]
async fn main() -> Result<()> {
    timeout(LIMIT, in_session()).await?.context("2025-11-25")?;
    println!("ok: Rust, 2025-11-25");
    timeout(LIMIT, without_session())
        .await?
        .context("2026-07-28")?;
    println!("ok: Rust, 2026-07-28, with a task");
    Ok(())
}

/// Executes a capability on a stream with its progress.
async fn in_session() -> Result<()> {
    let client = Client::default();
    let service = connect(client.clone(), ClientLifecycleMode::Initialize).await?;
    let version = service
        .peer_info()
        .context("no answer to initialize")?
        .protocol_version
        .clone();
    ensure!(
        version == ProtocolVersion::V_2025_11_25,
        "it speaks {version}"
    );
    let result = service
        .call_tool(tool("execute_capability", topic("Clients in Rust")))
        .await?;
    let executed = structured(result)?;
    ensure!(executed["status"] == "completed", "{executed}");
    {
        // The client handles notifications side by side, so they are heard in any order.
        let mut reports = client.progress.lock().expect("no other holder panics");
        reports.sort_by(f64::total_cmp);
        ensure!(
            reports.len() >= 3 && reports.is_sorted_by(|a, b| a < b),
            "{reports:?}"
        );
    }
    look_around(&service, &executed).await?;
    timeout(Duration::from_secs(10), client.changed.notified())
        .await
        .context("no notification of the execution")?;
    service.cancel().await?;
    Ok(())
}

/// Executes a capability as a task, and follows it to its end.
async fn without_session() -> Result<()> {
    let client = Client {
        takes_tasks: true,
        ..Client::default()
    };
    let mode = ClientLifecycleMode::Discover {
        preferred_versions: vec![ProtocolVersion::V_2026_07_28],
    };
    let service = connect(client, mode).await?;
    let filter = SubscriptionFilter::builder()
        .resources_list_changed()
        .build();
    let mut changes = service.listen(filter).await?;
    ensure!(
        changes.acknowledged().resources_list_changed == Some(true),
        "not acknowledged"
    );
    let CallToolResponse::Task(created) = service
        .call_tool_once(tool("execute_capability", topic("Tasks in Rust")))
        .await?
    else {
        bail!("no task");
    };
    let task = created.task;
    let result = loop {
        match service
            .get_task(GetTaskParams::new(task.task_id.clone()))
            .await?
            .task
            .payload
        {
            TaskPayload::Working => {
                sleep(Duration::from_millis(task.poll_interval_ms.unwrap_or(500))).await
            }
            TaskPayload::Completed { result } => break result,
            other => bail!("the task is {other:?}"),
        }
    };
    let executed = structured(serde_json::from_value(Value::Object(result))?)?;
    ensure!(executed["status"] == "completed", "{executed}");
    look_around(&service, &executed).await?;
    timeout(Duration::from_secs(10), changes.next())
        .await
        .context("no notification of the execution")??;
    changes.cancel().await?;
    service.cancel().await?;
    Ok(())
}

async fn connect(
    client: Client,
    mode: ClientLifecycleMode,
) -> Result<RunningService<RoleClient, Client>> {
    let config = StreamableHttpClientTransportConfig::with_uri(std::env::var("MCP_URL")?)
        .auth_header(std::env::var("MCP_TOKEN")?);
    Ok(client
        .serve_with_lifecycle(StreamableHttpClientTransport::from_config(config), mode)
        .await?)
}

/// Lists, reads, and meets an error of a tool and one of the protocol.
async fn look_around(service: &RunningService<RoleClient, Client>, executed: &Value) -> Result<()> {
    let tools = service.list_all_tools().await?;
    ensure!(tools.len() >= 25, "{} tools", tools.len());
    let id = &executed["execution_id"];
    let read = structured(
        service
            .call_tool(tool("get_execution", json!({ "execution_id": id })))
            .await?,
    )?;
    ensure!(read["data"]["status"] == "completed", "{read}");
    let resource = service
        .read_resource(ReadResourceRequestParams::new(format!(
            "service://executions/{id}"
        )))
        .await?;
    ensure!(resource.contents.len() == 1, "{resource:?}");
    ensure!(
        service.list_all_prompts().await?.len() == 4,
        "not four prompts"
    );
    let wanted = GetPromptRequestParams::new("write_content")
        .with_arguments(object(json!({ "topic": "Zebras" })));
    let prompt = service.get_prompt(wanted).await?;
    ensure!(
        serde_json::to_string(&prompt.messages)?.contains("Zebras"),
        "{prompt:?}"
    );

    let unknown = tool(
        "get_execution",
        json!({ "execution_id": 9_007_199_254_740_991_u64 }),
    );
    let refused = service.call_tool(unknown).await?;
    ensure!(refused.is_error == Some(true), "{refused:?}");
    match service.call_tool(tool("no_such_tool", json!({}))).await {
        Err(ServiceError::McpError(error)) if error.code == ErrorCode::INVALID_PARAMS => Ok(()),
        other => bail!("no_such_tool: {other:?}"),
    }
}

fn topic(topic: &str) -> Value {
    json!({ "slug": "blog_post", "settings": { "topic": topic } })
}

fn tool(name: &'static str, arguments: Value) -> CallToolRequestParams {
    CallToolRequestParams::new(name).with_arguments(object(arguments))
}

fn object(value: Value) -> JsonObject {
    value.as_object().cloned().unwrap_or_default()
}

/// The data of a result that is no error.
fn structured(result: CallToolResult) -> Result<Value> {
    ensure!(result.is_error != Some(true), "{result:?}");
    result.structured_content.context("no structured content")
}
