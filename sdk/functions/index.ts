/** Functions that read the account while the program runs. Each has an Output form, which accepts outputs. */
export * from "./catalog";
export * from "./notificationEndpoints";
export * from "./virtualTags";
