module pulumi-cost-allocation/plugin/codegen

go 1.25.11

require (
	github.com/hashicorp/hcl/v2 v2.17.0
	github.com/pulumi/pulumi/pkg/v3 v3.130.0
	github.com/pulumi/pulumi/sdk/v3 v3.130.0
	google.golang.org/grpc v1.63.2
)
