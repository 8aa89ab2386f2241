// Pulumi's generators for the languages whose generators are in older modules only.
package main

import (
	"net/http"
	"testing/fstest"

	"github.com/hashicorp/hcl/v2"
	"github.com/pulumi/pulumi-java/pkg/codegen/java"
	yaml "github.com/pulumi/pulumi-yaml/pkg/pulumiyaml/codegen"
	"github.com/pulumi/pulumi/pkg/v3/codegen/dotnet"
	"github.com/pulumi/pulumi/pkg/v3/codegen/hcl2/syntax"
	"github.com/pulumi/pulumi/pkg/v3/codegen/pcl"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
	"pulumi-cost-allocation/plugin/codegen"
)

var binding = codegen.Binding{
	Schema: schema.BindSpec,
	Program: func(
		files []*syntax.File, loader schema.Loader, options []pcl.BindOption,
	) (*pcl.Program, hcl.Diagnostics, error) {
		return pcl.BindProgram(files, append(options, pcl.Loader(loader))...)
	},
}

// emptyLogo stands for the logo of the package, which the generator for .NET would download.
const emptyLogo = "file:///logo.png"

func main() {
	files := http.NewFileTransportFS(fstest.MapFS{"logo.png": {}})
	http.DefaultTransport.(*http.Transport).RegisterProtocol("file", files)
	codegen.Main(binding, map[string]codegen.Language{
		"dotnet": {
			Package: func(pkg *schema.Package) (codegen.Files, error) {
				pkg.LogoURL = emptyLogo
				return dotnet.GeneratePackage(codegen.Tool, pkg, nil, nil)
			},
			Program: dotnet.GenerateProgram,
		},
		"java": {
			Package: func(pkg *schema.Package) (codegen.Files, error) {
				return java.GeneratePackage(codegen.Tool, pkg, nil, true)
			},
			Program: java.GenerateProgram,
		},
		"yaml": {Program: yaml.GenerateProgram},
	})
}
