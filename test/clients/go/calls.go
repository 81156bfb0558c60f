// Five calls through the generated package marketwright: BASE_URL and API_KEY say where and as whom.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"os"
	"time"

	"clients.invalid/calls/marketwright"
)

func main() {
	ctx := context.Background()
	authorize := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+os.Getenv("API_KEY"))
		return nil
	}
	client, err := marketwright.NewClientWithResponses(os.Getenv("BASE_URL"), marketwright.WithRequestEditorFn(authorize))
	check(err)

	category := marketwright.CapabilityCategory("generation")
	capabilities, err := client.ListCapabilitiesWithResponse(ctx, &marketwright.ListCapabilitiesParams{Category: &category})
	check(err)
	if capabilities.JSON200 == nil {
		log.Fatalf("No list of capabilities: %s", capabilities.Body)
	}
	slug := ""
	for _, each := range capabilities.JSON200.Data {
		if each.Attributes.Slug == "blog_post" {
			slug = each.Attributes.Slug
		}
	}

	// Amounts are kept to the cent.
	var invoice marketwright.Invoice
	check(json.Unmarshal([]byte(`{"total_amount": 1234567.89}`), &invoice))
	if fmt.Sprint(invoice.TotalAmount) != "1.23456789e+06" {
		log.Fatalf("The amount is %v.", invoice.TotalAmount)
	}

	settings := map[string]any{"topic": "Generated clients"}
	priority := marketwright.ExecutionPriority("high")
	started, err := client.ExecuteCapabilityWithResponse(ctx, slug, nil,
		marketwright.ExecuteCapabilityBody{Settings: &settings, Priority: &priority})
	check(err)
	if started.JSON201 == nil {
		log.Fatalf("It was not started: %s", started.Body)
	}
	id := started.JSON201.Data.Id

	status := ""
	for asked := 0; asked < 300 && status != "completed"; asked++ {
		execution, err := client.GetExecutionWithResponse(ctx, id, nil)
		check(err)
		if execution.JSON200 == nil {
			log.Fatalf("It was not read: %s", execution.Body)
		}
		status = string(execution.JSON200.Data.Attributes.Status)
		if status == "failed" || status == "cancelled" {
			break
		}
		time.Sleep(200 * time.Millisecond)
	}
	if status != "completed" {
		log.Fatalf("The execution is %s.", status)
	}

	assets, err := client.ListExecutionAssetsWithResponse(ctx, id)
	check(err)
	if assets.JSON200 == nil || len(assets.JSON200.Data.ContentItems) == 0 {
		log.Fatalf("It made nothing: %s", assets.Body)
	}

	usage, err := client.GetUsageWithResponse(ctx)
	check(err)
	if usage.JSON200 == nil || usage.JSON200.Data.Attributes.Credits.UsedToday < 1 {
		log.Fatalf("It cost nothing: %s", usage.Body)
	}
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
