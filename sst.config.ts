/// <reference path="./.sst/platform/config.d.ts" />

/** The deployment of a stage, which is a site of its own (docs/deploy.md). */
export default $config({
  app: ({ stage }) => {
    const { AWS_REGION, DISPOSABLE_STAGE } = process.env;
    // SST creates its own buckets before `run` checks the settings, without a region in us-east-1. It shows no
    // error that is thrown here, but the address at which it cannot ask.
    const region = AWS_REGION || `AWS_REGION is not set: write it into .env.${stage}`;
    const disposable = DISPOSABLE_STAGE === "true";
    return {
      name: "lectern",
      home: "aws",
      providers: { aws: { version: "7.20.0", region } },
      removal: disposable ? "remove" : "retain",
      protect: !disposable,
    };
  },
  run: async () => {
    const { deploymentSettings, settingsSummary } = await import("./stacks/settings.ts");
    const settings = deploymentSettings($app.stage, process.env);
    console.log(settingsSummary($app.stage, settings));
    const { requireNotPaused } = await import("./stacks/require-not-paused.ts");
    await requireNotPaused($app.stage, settings.region);
    const { warnOfQuotas } = await import("./stacks/account-quotas.ts");
    const { concurrencyQuota } = await warnOfQuotas();
    const { checkDomain } = await import("./stacks/domain/check.ts");
    const zone = await checkDomain($app.stage, settings);
    const { permissionsBoundary } = settings;
    if (permissionsBoundary !== undefined)
      $transform(aws.iam.Role, (role) => {
        role.permissionsBoundary = permissionsBoundary;
      });

    const { createStorage } = await import("./stacks/storage.ts");
    const { createDownloadKeys } = await import("./stacks/download-keys.ts");
    const { createProxySecret } = await import("./stacks/proxy-secret.ts");
    const { bundleOwnThemes } = await import("./stacks/own-themes.ts");
    const { createRouteRoles } = await import("./stacks/route-roles.ts");
    const { createApis } = await import("./stacks/api.ts");
    const { createRelease } = await import("./stacks/release.ts");
    const { createProber } = await import("./stacks/prober.ts");
    const { createSnapshots } = await import("./stacks/snapshots.ts");
    const { createJobs } = await import("./stacks/jobs.ts");
    const { createWeb } = await import("./stacks/web.ts");
    const { createPauseSwitch } = await import("./stacks/pause-switch.ts");
    const { createAlarms } = await import("./stacks/alarms.ts");
    const { createDashboard } = await import("./stacks/dashboard.ts");
    const { saveQueries } = await import("./stacks/logs.ts");
    const { keepOutputs } = await import("./stacks/kept-outputs.ts");

    const storage = await createStorage(settings);
    const release = await createRelease(storage);
    const site = {
      ...storage,
      release,
      concurrencyQuota,
      prober: createProber({ ...storage, concurrencyQuota, release }),
      proxySecret: createProxySecret(settings),
      downloadKeys: createDownloadKeys(settings),
    };
    const { first, snapshots } = createSnapshots(site);
    const roleOf = createRouteRoles(site);
    const apis = createApis({ ...site, ...(await bundleOwnThemes()), roleOf });
    const web = createWeb(apis, site, zone);
    const jobs = createJobs(site, web, settings);
    createPauseSwitch(apis, web, [snapshots, ...jobs]);
    const releaseId = release.finish(first);
    createAlarms(storage, apis.api);
    createDashboard(storage, apis);
    saveQueries(storage.logs);

    const { url, address } = web;
    const { table, bucket } = storage;
    const outputs = { stage: $app.stage, url, address, table: table.name, bucket: bucket.name };
    return { ...keepOutputs(outputs), release: releaseId };
  },
});
