import vm from "node:vm";

/**
 * Runs a function of CloudFront. Before a request, `outcome` is the request that goes on, or the answer in
 * its place, and `originId` the origin that the function has chosen; after it, `outcome` is the answer.
 */
export const runCloudFrontFunction = (code: string, event: object) => {
  let originId: string | undefined;
  const cf = {
    selectRequestOriginById: (id: string) => {
      originId = id;
    },
  };
  // Scripts cannot import; CloudFront wants the line at the beginning of the code.
  const script = code.replace(/^import cf from "cloudfront";\n/, "");
  const outcome = vm.runInNewContext(`${script}; handler(event)`, { event, cf });
  return { outcome, originId };
};
