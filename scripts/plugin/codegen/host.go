// Package codegen serves Pulumi's generators to the CLI, as the language hosts in Pulumi's downloads do: the hosts that can be built from
// Go modules run programs, but generate nothing.
package codegen

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/hashicorp/hcl/v2"
	"github.com/pulumi/pulumi/pkg/v3/codegen/hcl2/syntax"
	"github.com/pulumi/pulumi/pkg/v3/codegen/pcl"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/plugin"
	"github.com/pulumi/pulumi/sdk/v3/go/common/util/rpcutil"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/types/known/emptypb"
)

// Tool is the name of the generator, which it writes into each file.
const Tool = "the Pulumi generators"

// Files are generated files, by their paths.
type Files = map[string][]byte

// Language has the generators of one language. One that is nil is not there.
type Language struct {
	// Package generates the classes of a schema.
	Package func(*schema.Package) (Files, error)
	// Program generates a program, as for `pulumi import`.
	Program func(*pcl.Program) (Files, hcl.Diagnostics, error)
}

// Binding has the functions whose parameters differ between versions of Pulumi's modules.
type Binding struct {
	Schema  func(schema.PackageSpec, schema.Loader) (*schema.Package, hcl.Diagnostics, error)
	Program func([]*syntax.File, schema.Loader, []pcl.BindOption) (*pcl.Program, hcl.Diagnostics, error)
}

// Main serves the language in the name of the executable, such as pulumi-language-python, until the CLI is gone.
func Main(binding Binding, languages map[string]Language) {
	if err := serve(binding, languages); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func serve(binding Binding, languages map[string]Language) error {
	name := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(os.Args[0]), "pulumi-language-"), ".exe")
	language, found := languages[name]
	if !found {
		return fmt.Errorf("there is no generator for %s", name)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancelled := make(chan bool)
	go func() {
		<-ctx.Done()
		close(cancelled)
	}()
	// The last argument is the address of the CLI.
	if err := rpcutil.Healthcheck(ctx, os.Args[len(os.Args)-1], 5*time.Second, cancel); err != nil {
		return err
	}
	handle, err := rpcutil.ServeWithOptions(rpcutil.ServeOptions{
		Cancel: cancelled,
		Init: func(server *grpc.Server) error {
			pulumirpc.RegisterLanguageRuntimeServer(server, &host{binding: binding, language: language})
			return nil
		},
	})
	if err != nil {
		return err
	}
	fmt.Println(handle.Port)
	return <-handle.Done
}

type host struct {
	pulumirpc.UnimplementedLanguageRuntimeServer
	binding  Binding
	language Language
}

func (*host) GetPluginInfo(context.Context, *emptypb.Empty) (*pulumirpc.PluginInfo, error) {
	return &pulumirpc.PluginInfo{}, nil
}

func (host *host) GeneratePackage(
	_ context.Context, request *pulumirpc.GeneratePackageRequest,
) (*pulumirpc.GeneratePackageResponse, error) {
	if host.language.Package == nil {
		return nil, errors.New("this language has no classes")
	}
	loader, err := schema.NewLoaderClient(request.LoaderTarget)
	if err != nil {
		return nil, err
	}
	var spec schema.PackageSpec
	if err := json.Unmarshal([]byte(request.Schema), &spec); err != nil {
		return nil, err
	}
	bound, problems, err := host.binding.Schema(spec, loader)
	if err != nil {
		return nil, err
	}
	// Warnings, too: a schema of our own has no reason for any.
	if len(problems) > 0 {
		return nil, problems
	}
	files, err := host.language.Package(bound)
	if err != nil {
		return nil, err
	}
	return &pulumirpc.GeneratePackageResponse{}, write(files, request.Directory)
}

func write(files Files, folder string) error {
	for name, content := range files {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, content, 0o644); err != nil {
			return err
		}
	}
	return nil
}

func (host *host) GenerateProgram(
	_ context.Context, request *pulumirpc.GenerateProgramRequest,
) (*pulumirpc.GenerateProgramResponse, error) {
	loader, err := schema.NewLoaderClient(request.LoaderTarget)
	if err != nil {
		return nil, err
	}
	parser := syntax.NewParser()
	for name, source := range request.Source {
		if err := parser.ParseFile(bytes.NewBufferString(source), name); err != nil {
			return nil, err
		}
	}
	if parser.Diagnostics.HasErrors() {
		return nil, parser.Diagnostics
	}
	var options []pcl.BindOption
	if !request.Strict {
		options = pcl.NonStrictBindOptions()
	}
	program, problems, err := host.binding.Program(parser.Files, loader, options)
	if err != nil {
		return nil, err
	}
	if program == nil {
		return nil, problems
	}
	files, more, err := host.language.Program(program)
	if err != nil {
		return nil, err
	}
	return &pulumirpc.GenerateProgramResponse{
		Source:      files,
		Diagnostics: plugin.HclDiagnosticsToRPCDiagnostics(append(problems, more...)),
	}, nil
}
