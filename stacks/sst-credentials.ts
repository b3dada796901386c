/** SST gives its programs the ones that it has found; without SST, the SDK looks for some itself. */
export const credentialsOfSst = () => {
  const {
    SST_AWS_ACCESS_KEY_ID: accessKeyId,
    SST_AWS_SECRET_ACCESS_KEY: secretAccessKey,
    SST_AWS_SESSION_TOKEN: sessionToken,
  } = process.env;
  if (!accessKeyId || !secretAccessKey) return {};
  return { credentials: { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) } };
};
