import java.nio.file.Files;
import java.time.LocalDate;
import java.util.Map;
import marketwright.ApiClient;
import marketwright.ApiException;
import marketwright.api.CapabilitiesApi;
import marketwright.api.CreditsApi;
import marketwright.api.ExecutionsApi;
import marketwright.api.GtmScheduleApi;
import marketwright.model.CapabilityCategory;
import marketwright.model.ExecuteCapabilityBody;
import marketwright.model.ExecutionStatus;

/** Calls through the generated package marketwright: BASE_URL and API_KEY say where and as whom. */
public class Calls {
  private static final long BEYOND_32_BITS = 1L << 31;

  public static void main(String[] arguments) throws Exception {
    var client = new ApiClient().setBasePath(System.getenv("BASE_URL"));
    // The document has several schemes that are sent alike; the client sets a token for the first one only.
    client.addDefaultHeader("Authorization", "Bearer " + System.getenv("API_KEY"));
    // A later release may have further values, which must not break those who generated earlier.
    check(ExecutionStatus.fromValue("paused") == ExecutionStatus.UNKNOWN_DEFAULT_OPEN_API, "unknown values");
    var capabilities = new CapabilitiesApi(client).listCapabilities(CapabilityCategory.GENERATION, null);
    var slug = capabilities.getData().stream()
        .map(each -> each.getAttributes().getSlug())
        .filter("blog_post"::equals)
        .findFirst()
        .orElseThrow();

    var executions = new ExecutionsApi(client);
    var body = new ExecuteCapabilityBody().settings(Map.of("topic", "Generated clients"));
    var id = executions.executeCapability(slug, null, body).getData().getId();
    var status = "";
    for (var asked = 0; asked < 300 && !status.equals("completed"); asked += 1) {
      status = executions.getExecution(id, null, null).getData().getAttributes().getStatus().getValue();
      if (status.equals("failed") || status.equals("cancelled")) break;
      Thread.sleep(200);
    }
    check(status.equals("completed"), "The execution is " + status + ".");
    check(!executions.listExecutionAssets(id).getData().getContentItems().isEmpty(), "It made nothing.");
    check(new CreditsApi(client).getUsage().getData().getAttributes().getCredits().getUsedToday() >= 1, "It cost nothing.");

    try {
      executions.getExecution(BEYOND_32_BITS, null, null);
      throw new IllegalStateException("There is an execution that there is not.");
    } catch (ApiException error) {
      check(error.getCode() == 404 && error.getResponseBody().contains("NOT_FOUND"), "It is another error: " + error);
    }
    var file = new GtmScheduleApi(client)
        .exportGtmEvents(LocalDate.of(2026, 1, 1), LocalDate.of(2026, 12, 31), "csv", null, null, null, null);
    check(Files.readString(file.toPath()).contains("scheduled_at"), "The file has no heads: " + file);
    System.exit(0);
  }

  private static void check(boolean holds, String otherwise) {
    if (!holds) throw new IllegalStateException(otherwise);
  }
}
