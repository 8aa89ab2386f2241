// Generates the classes of a plugin's schema in one language, with Pulumi's own generators: `generator python schema.json folder`.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	golang "github.com/pulumi/pulumi/pkg/v3/codegen/go"
	"github.com/pulumi/pulumi/pkg/v3/codegen/nodejs"
	"github.com/pulumi/pulumi/pkg/v3/codegen/python"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

const tool = "the Pulumi generators"

func main() {
	if err := generate(os.Args[1], os.Args[2], os.Args[3]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func generate(language, file, folder string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var spec schema.PackageSpec
	if err := json.Unmarshal(text, &spec); err != nil {
		return err
	}
	bound, problems, err := schema.BindSpec(spec, schema.NewNullLoader(), schema.ValidationOptions{})
	if err != nil {
		return err
	}
	// Warnings, too: a schema of our own has no reason for any.
	if len(problems) > 0 {
		return problems
	}
	var files map[string][]byte
	switch language {
	case "python":
		files, err = python.GeneratePackage(tool, bound, nil, nil)
	case "nodejs":
		files, err = nodejs.GeneratePackage(tool, bound, nil, nil, false, nil)
	case "go":
		files, err = golang.GeneratePackage(tool, bound, nil)
	default:
		err = fmt.Errorf("there is no generator for %s", language)
	}
	if err != nil {
		return err
	}
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
