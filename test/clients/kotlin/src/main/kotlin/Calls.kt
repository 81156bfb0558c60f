import java.time.LocalDate
import kotlin.system.exitProcess
import marketwright.apis.CapabilitiesApi
import marketwright.apis.CreditsApi
import marketwright.apis.ExecutionsApi
import marketwright.apis.GTMScheduleApi
import marketwright.infrastructure.ApiClient
import marketwright.infrastructure.ClientException
import marketwright.models.CapabilityCategory
import marketwright.models.ExecuteCapabilityBody

/** Calls through the generated package marketwright: BASE_URL and API_KEY say where and as whom. */
fun main() {
    val baseUrl = System.getenv("BASE_URL")
    ApiClient.accessToken = System.getenv("API_KEY")
    val capabilities = CapabilitiesApi(baseUrl).listCapabilities(CapabilityCategory.GENERATION)
    val slug = capabilities.data.map { it.attributes.slug }.first { it == "blog_post" }

    val executions = ExecutionsApi(baseUrl)
    val body = ExecuteCapabilityBody(settings = mapOf("topic" to "Generated clients"))
    val id = executions.executeCapability(slug, executeCapabilityBody = body).data.id
    var status = ""
    var asked = 0
    while (asked < 300 && status !in listOf("completed", "failed", "cancelled")) {
        Thread.sleep(200)
        status = executions.getExecution(id).data.attributes.status.value
        asked += 1
    }
    check(status == "completed") { "The execution is $status." }
    check(executions.listExecutionAssets(id).data.contentItems.isNotEmpty()) { "It made nothing." }
    check(CreditsApi(baseUrl).getUsage().data.attributes.credits.usedToday >= 1) { "It cost nothing." }

    try {
        executions.getExecution(1L shl 31) // An id beyond 32 bits.
        error("There is an execution that there is not.")
    } catch (refused: ClientException) {
        check(refused.statusCode == 404) { "It is another error: $refused" }
    }
    val (first, last) = LocalDate.of(2026, 1, 1) to LocalDate.of(2026, 12, 31)
    val file = GTMScheduleApi(baseUrl).exportGtmEvents(first, last, GTMScheduleApi.FormatExportGtmEvents.CSV)
    check("scheduled_at" in file.readText()) { "The file has no heads: $file" }
    exitProcess(0)
}
