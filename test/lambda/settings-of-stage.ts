/** Tests are webhooks' receivers and issuers of tokens on this machine, and comment as visitors. */
export const settingsOfStage = { SITE_ALLOW_PRIVATE_ADDRESSES: "true", SITE_COMMENTS_ENABLED: "true" };
