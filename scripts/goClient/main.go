// Uses the client that oapi-codegen generates from the OpenAPI document, against a running emulator:
// main URL CLIENT_ID SECRET_KEY. It must compile, and understand every response.
package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"reflect"
)

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func expect(isTrue bool, what string, got any) {
	if !isTrue {
		check(fmt.Errorf("expected %s, got %+v", what, got))
	}
}

func main() {
	url, clientID, secretKey := os.Args[1], os.Args[2], os.Args[3]
	client, err := NewClientWithResponses(url, WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
		request.Header.Set("x-service-client-id", clientID)
		request.Header.Set("x-service-secret-key", secretKey)
		return nil
	}))
	check(err)
	ctx := context.Background()

	body := VirtualTagBody{Name: "From Go", Rules: []RuleV2{{Timeframe: &TimeframeV2{From: 1700000000000}}}}
	rule := &body.Rules[0]
	check(body.DefaultValue.FromTagValueV20("other"))
	check(rule.To.FromKeyReferenceV2(KeyReferenceV2{CostCenter: "AWS", Key: "team"}))
	var condition ConditionV2
	check(condition.FromValueConditionV2(ValueConditionV2{
		CostCenter: "AWS", Key: "team", Type: "tag", Operator: "is", Value: []string{"payments"},
	}))
	var filter FilterV2
	check(filter.FromConditionV2(condition))
	check(rule.Filters.FromAndGroupV2(AndGroupV2{AND: []FilterV2{filter}}))

	created, err := client.CreateVirtualTagWithResponse(ctx, &CreateVirtualTagParams{}, body)
	check(err)
	expect(created.JSON200 != nil, "a created tag", string(created.Body))
	id := created.JSON200.Data.Id.String()

	listed, err := client.ListVirtualTagsWithResponse(ctx)
	check(err)
	expect(listed.JSON200 != nil && len(listed.JSON200.Data.VirtualTags) > 1, "several tags", string(listed.Body))

	pageSize := 1
	versions, err := client.ListVirtualTagVersionsWithResponse(ctx, id, &ListVirtualTagVersionsParams{PageSize: &pageSize})
	check(err)
	expect(versions.JSON200 != nil && versions.JSON200.Pagination.NextCursor == nil, "one page", string(versions.Body))

	// The documented way to restore a version: what a response has can be saved.
	version, err := client.GetVirtualTagVersionWithResponse(ctx, id, versions.JSON200.Data[0].Id)
	check(err)
	expect(version.JSON200 != nil, "a version", string(version.Body))
	data := version.JSON200.Data.VersionData
	restored, err := client.UpdateVirtualTagWithResponse(ctx, id, &UpdateVirtualTagParams{},
		VirtualTagBody{Name: body.Name, Rules: data.Rules, DefaultValue: data.DefaultValue})
	check(err)
	expect(restored.JSON200 != nil, "a restored tag", string(restored.Body))
	expect(reflect.DeepEqual(restored.JSON200.Data.Rules, data.Rules), "the same rules", string(restored.Body))

	versions, err = client.ListVirtualTagVersionsWithResponse(ctx, id, &ListVirtualTagVersionsParams{PageSize: &pageSize})
	check(err)
	expect(versions.JSON200 != nil && versions.JSON200.Pagination.NextCursor != nil, "two pages", string(versions.Body))
	next := ListVirtualTagVersionsParams{PageSize: &pageSize, Cursor: versions.JSON200.Pagination.NextCursor}
	versions, err = client.ListVirtualTagVersionsWithResponse(ctx, id, &next)
	check(err)
	expect(versions.JSON200 != nil && !versions.JSON200.Pagination.HasMore, "the second page", string(versions.Body))

	merge := true
	metadata, err := client.PutVirtualTagMetadataWithResponse(ctx, id, MetadataBody{
		MergeValuesAndMetadata: &merge,
		AdditionalProperties:   map[string]ValueMetadataBody{"payments": {Groups: &[]string{"g1"}}},
	})
	check(err)
	expect(metadata.JSON200 != nil && len(metadata.JSON200.Data.Metadata) == 1, "metadata", string(metadata.Body))

	v1, err := client.GetVirtualTagV1WithResponse(ctx, id)
	check(err)
	expect(v1.JSON200 != nil && v1.JSON200.Name == body.Name, "the tag in V1", string(v1.Body))

	deleted, err := client.DeleteVirtualTagWithResponse(ctx, id)
	check(err)
	expect(deleted.JSON200 != nil, "a deleted tag", string(deleted.Body))
	missing, err := client.GetVirtualTagWithResponse(ctx, id)
	check(err)
	expect(missing.JSON404 != nil && missing.JSON404.Error == "VTAG_NOT_FOUND", "VTAG_NOT_FOUND", string(missing.Body))
}
