package main

import (
	"example.com/pulumi-costallocation/sdk/go/costallocation"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		checkout := costallocation.FilterArray{
			costallocation.FilterArgs{
				CostCenter: pulumi.String("AWS"),
				Key:        pulumi.String("team"),
				Type:       pulumi.String("tag"),
				Operator:   costallocation.OperatorOneOf,
				Value:      pulumi.ToStringArray([]string{"checkout", "payments"}),
			},
			costallocation.FilterArgs{
				CostCenter: pulumi.String("GCP"),
				Key:        pulumi.String("shop"),
				Type:       pulumi.String("tag"),
				Operator:   costallocation.OperatorExists,
			},
		}
		team, err := costallocation.NewVirtualTag(ctx, "team", &costallocation.VirtualTagArgs{
			Name: pulumi.String("Team"),
			Rules: costallocation.RuleArray{
				costallocation.RuleArgs{To: pulumi.String("Checkout"), Filters: costallocation.FilterArgs{OR: checkout}},
			},
			DefaultValueKey: costallocation.KeyReferenceArgs{Key: pulumi.String("team"), CostCenter: pulumi.String("AWS")},
		})
		if err != nil {
			return err
		}

		_, err = costallocation.NewVirtualTagMetadata(ctx, "team", &costallocation.VirtualTagMetadataArgs{
			VirtualTagId: team.ID(),
			Metadata: costallocation.ValueMetadataMap{
				"Checkout": costallocation.ValueMetadataArgs{
					CustomMetadata: pulumi.Map{"owner": pulumi.String("ines")},
				},
			},
		})
		if err != nil {
			return err
		}

		ctx.Export("versions", costallocation.GetVirtualTagVersionsOutput(ctx, costallocation.GetVirtualTagVersionsOutputArgs{
			VirtualTagId: team.ID(),
		}).Versions())
		return nil
	})
}
