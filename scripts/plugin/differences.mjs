/** Where the schema says other things than the declarations of the TypeScript package. */

/**
 * Comments of types and arguments that say more than the schema allows: it has no numbers and Dates as moments, only lists as values,
 * and two properties for a text and something else.
 */
export const comments = {
  "types/Timeframe": {
    from: "The first moment: an ISO 8601 string, which has a time zone if it has a time. A date without a time is in UTC.",
    to:
      "The last moment, in the same form. A date without a time means the start of that day, so that day is left out: to include " +
      "January 31, use `2026-01-31T23:59:59.999Z`. Default: none, so the rule has no end.",
  },
  "types/Filter": {
    operator: "How to compare. A condition requires `costCenter`, `key`, `type` and `operator`.",
    value: "The values to compare with. Required, except with `exists` and `notExists`, which have none.",
    AND: "All of these filters must match. A filter has a condition, `AND` or `OR`.",
    OR: "At least one of these filters must match.",
  },
  "types/Rule": { to: "The value of the records that match. A rule has `to` or `toKey`." },
  "resources/VirtualTag": {
    defaultValue: "The value of the records that no rule matches. A tag has `defaultValue` or `defaultValueKey`.",
    adopt:
      "Adopts the existing tag with this name, with its history. Has an effect only while the resource is created or imported, so it " +
      "can stay in the program. A destroy leaves an adopted tag alone if this stack has never saved it. Default: `false`, so an " +
      "existing tag with this name is an error.",
    adoptId:
      "The ID of an existing tag to adopt, which then gets the declared name. Otherwise like `adopt`, instead of which it is set.",
  },
  "functions/getVirtualTag": {
    id: "The ID of the tag. Either `id` or `name` is required.",
    name: "The exact name of the tag in the application.",
  },
  "functions/getVirtualTagVersions": {
    from: "The first moment: ISO 8601, with a time zone if it has a time. A date without a time is in UTC. Default: no limit.",
    to: "The last moment, in the same form. Default: no limit.",
  },
};

/**
 * What the service may leave out of a result, because the client requires only what a program can't do without. The classes in Java
 * refuse a result that lacks a required property, and with it a whole list.
 *
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const optional = {
  "types/Acl": ["read", "write"],
  "types/AclEntry": ["type", "users", "groups"],
  "types/CatalogKey": ["displayName"],
  "types/ListedNotificationEndpoint": ["type", "name"],
  "types/Scan": ["scanName", "scanMetadata"],
  "types/ScanMetadata": ["type", "costCenter"],
  "types/VirtualTagVersion": ["createdAt", "createdBy"],
  "functions/getNotificationEndpoint": ["type", "name"],
  "functions/getVirtualTagVersion": ["createdAt", "createdBy"],
};
