import pulumi
import pulumi_costallocation as costallocation

team = costallocation.VirtualTag(
    "team",
    name="Team",
    rules=[
        {
            "to": "Checkout",
            "filters": {
                "or_": [
                    {"cost_center": "AWS", "key": "team", "type": "tag", "operator": "oneOf", "value": ["checkout", "payments"]},
                    {"cost_center": "GCP", "key": "shop", "type": "tag", "operator": "exists"},
                ],
            },
        },
    ],
    default_value_key={"key": "team", "cost_center": "AWS"},
)

costallocation.VirtualTagMetadata(
    "team",
    virtual_tag_id=team.id,
    metadata={"Checkout": {"custom_metadata": {"owner": "ines"}}},
)

pulumi.export("versions", costallocation.get_virtual_tag_versions_output(virtual_tag_id=team.id).versions)
