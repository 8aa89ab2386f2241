// Pulumi's newest generators, for the languages whose generators are in the CLI's own module.
package main

import (
	"github.com/hashicorp/hcl/v2"
	golang "github.com/pulumi/pulumi/pkg/v3/codegen/go"
	"github.com/pulumi/pulumi/pkg/v3/codegen/hcl2/syntax"
	"github.com/pulumi/pulumi/pkg/v3/codegen/nodejs"
	"github.com/pulumi/pulumi/pkg/v3/codegen/pcl"
	"github.com/pulumi/pulumi/pkg/v3/codegen/python"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
	"pulumi-cost-allocation/plugin/codegen"
)

var binding = codegen.Binding{
	Schema: func(spec schema.PackageSpec, loader schema.Loader) (*schema.Package, hcl.Diagnostics, error) {
		return schema.BindSpec(spec, loader, schema.ValidationOptions{})
	},
	Program: func(
		files []*syntax.File, loader schema.Loader, options []pcl.BindOption,
	) (*pcl.Program, hcl.Diagnostics, error) {
		return pcl.BindProgram(files, loader, options...)
	},
}

func main() {
	codegen.Main(binding, map[string]codegen.Language{
		"go": {
			Package: func(pkg *schema.Package) (codegen.Files, error) {
				return golang.GeneratePackage(codegen.Tool, pkg, nil)
			},
			Program: golang.GenerateProgram,
		},
		"nodejs": {
			Package: func(pkg *schema.Package) (codegen.Files, error) {
				return nodejs.GeneratePackage(codegen.Tool, pkg, nil, nil, false, nil)
			},
			Program: nodejs.GenerateProgram,
		},
		"python": {
			Package: func(pkg *schema.Package) (codegen.Files, error) {
				return python.GeneratePackage(codegen.Tool, pkg, nil, nil)
			},
			Program: python.GenerateProgram,
		},
	})
}
