// The module of the classes that Pulumi generates: docs/go.md says how.
module example.com/pulumi-costallocation/sdk

go 1.25
