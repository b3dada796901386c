import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { type AskedOfAws, answersOfAws, type StandInAccount } from "./aws-answers.ts";

/**
 * Answers what a deployment asks Route 53, CloudFront and Certificate Manager about a domain. No stage is
 * paused.
 */
export const startAwsStandIn = async (account: () => StandInAccount) => {
  const server = createServer(async (request, response) => {
    const { status, type, body } = await answerOf(account(), request);
    response.writeHead(status, { "content-type": type }).end(body);
  });
  server.keepAliveTimeout = 0;
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, stop: () => void server.close() };
};

const answerOf = async (account: StandInAccount, request: IncomingMessage) => {
  if (request.headers["x-amz-target"] === "CertificateManager.DescribeCertificate") {
    const { CertificateArn } = (await json(request)) as { CertificateArn: string };
    return { type: "application/x-amz-json-1.1", ...certificateAnswer(account, CertificateArn) };
  }
  if (request.headers["x-amz-target"] === "AmazonSSM.GetParameter")
    return { status: 400, type: "application/x-amz-json-1.1", body: '{"__type":"ParameterNotFound"}' };
  const { pathname, searchParams } = new URL(request.url!, "http://aws.example");
  const { action, id } = askedAt(pathname);
  const marker = searchParams.get("Marker") ?? searchParams.get("marker");
  const resource = searchParams.get("Resource");
  const asked: AskedOfAws = { id, marker: marker ?? undefined, resource: resource ?? undefined };
  const isDenied = account.denied.includes(action);
  const body = isDenied ? accessDenied(action) : answersOfAws[action]!(account, asked);
  return {
    status: isDenied ? 403 : 200,
    type: "text/xml",
    body: `<?xml version="1.0" encoding="UTF-8"?>\n${body}`,
  };
};

const certificateAnswer = ({ certificates, denied }: StandInAccount, arn: string) => {
  const action = "acm:DescribeCertificate";
  const Certificate = certificates[arn];
  if (denied.includes(action))
    return {
      status: 400,
      body: JSON.stringify({ __type: "AccessDeniedException", Message: refusal(action) }),
    };
  if (Certificate) return { status: 200, body: JSON.stringify({ Certificate }) };
  const message = `Could not find certificate ${arn}.`;
  return { status: 400, body: JSON.stringify({ __type: "ResourceNotFoundException", message }) };
};

const askedAt = (path: string): { readonly action: string; readonly id?: string | undefined } => {
  if (path === "/2020-05-31/distribution") return { action: "cloudfront:ListDistributions" };
  if (path === "/2020-05-31/tagging") return { action: "cloudfront:ListTagsForResource" };
  const [isZone, id, records] = /^\/2013-04-01\/hostedzone(?:\/(\w+)(\/rrset)?)?$/.exec(path) ?? [];
  if (!isZone) throw new Error(`${path} has no stand-in`);
  if (!id) return { action: "route53:ListHostedZones" };
  return { action: records ? "route53:ListResourceRecordSets" : "route53:GetHostedZone", id };
};

const refusal = (action: string): string =>
  `User: arn:aws:sts::123456789012:assumed-role/deployer/ci is not authorized to perform: ${action}`;

const accessDenied = (action: string): string =>
  `<ErrorResponse><Error><Type>Sender</Type><Code>AccessDenied</Code><Message>${refusal(action)}</Message></Error>
    <RequestId>b25f48e8-84fd-11e6-80d9-574e0c4664cb</RequestId></ErrorResponse>`;
