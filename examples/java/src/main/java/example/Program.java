package example;

import com.pulumi.Pulumi;
import com.pulumi.costallocation.CostallocationFunctions;
import com.pulumi.costallocation.VirtualTag;
import com.pulumi.costallocation.VirtualTagArgs;
import com.pulumi.costallocation.VirtualTagMetadata;
import com.pulumi.costallocation.VirtualTagMetadataArgs;
import com.pulumi.costallocation.enums.Operator;
import com.pulumi.costallocation.inputs.FilterArgs;
import com.pulumi.costallocation.inputs.GetVirtualTagVersionsArgs;
import com.pulumi.costallocation.inputs.KeyReferenceArgs;
import com.pulumi.costallocation.inputs.RuleArgs;
import com.pulumi.costallocation.inputs.ValueMetadataArgs;
import com.pulumi.costallocation.outputs.VirtualTagVersion;
import java.util.Map;
import java.util.stream.Collectors;

public class Program {
    public static void main(String[] args) {
        Pulumi.run(ctx -> {
            var checkout = FilterArgs.builder()
                .OR(
                    FilterArgs.builder().costCenter("AWS").key("team").type("tag").operator(Operator.OneOf)
                        .value("checkout", "payments").build(),
                    FilterArgs.builder().costCenter("GCP").key("shop").type("tag").operator(Operator.Exists).build())
                .build();
            var team = new VirtualTag("team", VirtualTagArgs.builder()
                .name("Team")
                .rules(RuleArgs.builder().to("Checkout").filters(checkout).build())
                .defaultValueKey(KeyReferenceArgs.builder().key("team").costCenter("AWS").build())
                .build());

            var metadata = ValueMetadataArgs.builder().customMetadata(Map.of("owner", "ines")).build();
            new VirtualTagMetadata("team", VirtualTagMetadataArgs.builder()
                .virtualTagId(team.id())
                .metadata(Map.of("Checkout", metadata))
                .build());

            var versions = CostallocationFunctions.getVirtualTagVersions(
                GetVirtualTagVersionsArgs.builder().virtualTagId(team.id()).build());
            ctx.export("versions", versions.applyValue(
                result -> result.versions().stream().map(VirtualTagVersion::id).collect(Collectors.toList())));
        });
    }
}
