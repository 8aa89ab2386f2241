import { allOf, anyOf, dimension, key, tag, virtualTagKey, VirtualTag } from "pulumi-cost-allocation";

// Which team pays? Teams tag their resources. Accounts, projects and namespaces identify the others.
const team = new VirtualTag("team", {
  name: "Team",
  rules: [
    {
      to: "Checkout",
      filters: anyOf(
        tag("AWS", "team").oneOf(["checkout", "payments"]),
        tag("GCP", "team").is("checkout"),
        key("Kubernetes", "namespace", "k8s_namespace").oneOf(["checkout", "checkout-jobs"]),
      ),
    },
    {
      // Search has had its own account since January. Before, its costs were shared.
      to: "Search",
      filters: dimension("AWS", "linked_account").is("210987654321"),
      timeframe: { from: "2026-01-01" },
    },
    {
      to: "Data Platform",
      filters: anyOf(
        dimension("GCP", "project").contains("analytics"),
        allOf(dimension("AWS", "service").oneOf(["AmazonRedshift", "AWSGlue"]), tag("AWS", "team").notExists()),
      ),
    },
  ],
  // If no rule matches, the tag gets the value of the record's AWS tag.
  defaultValue: { key: "team", costCenter: "AWS" },
  changeDescription: "Search has an account of its own since January",
});

// Which environment? Sandboxes come first, because people name the resources in them as they like.
const environment = new VirtualTag("environment", {
  name: "Environment",
  rules: [
    { to: "Sandbox", filters: dimension("AWS", "linked_account").oneOf(["333344445555", "666677778888"]) },
    {
      to: "Production",
      filters: anyOf(
        tag("AWS", "Environment").is("production"),
        tag("GCP", "env").is("prod"),
        allOf(
          key("Kubernetes", "cluster", "kubernetes_resource").contains("prod"),
          key("Kubernetes", "namespace", "k8s_namespace").notContains("preview"),
        ),
      ),
    },
    { to: "Development", filters: anyOf(tag("AWS", "Environment").exists(), tag("GCP", "env").exists()) },
  ],
  defaultValue: "Unknown",
});

// Which product? This tag uses the values of the other two.
const product = new VirtualTag("product", {
  name: "Product",
  rules: [
    {
      to: "Web Shop",
      filters: allOf(virtualTagKey(team).oneOf(["Checkout", "Search"]), virtualTagKey(environment).is("Production")),
    },
    {
      to: "Reporting",
      filters: allOf(virtualTagKey(team).is("Data Platform"), virtualTagKey(environment).notIs("Sandbox")),
    },
  ],
  defaultValue: "Internal",
});

export const tags = { team: team.id, environment: environment.id, product: product.id };
