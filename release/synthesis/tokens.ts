/**
 * What only AWS knows is a token in a synthesis for CloudFormation: the name of a resource and what is meant
 * of it, as hexadecimal digits, so that it survives where hosts and names are cut, lowered or joined.
 */
export const tokenOf = (name: string, attribute: string): string =>
  `tkn${Buffer.from(`${name}\n${attribute}`).toString("hex")}z`;

export const tokenPattern = /tkn((?:[0-9a-f]{2})+)z/;

/** The name of the resource, and what is meant of it: `Ref`, or an attribute of `Fn::GetAtt`. */
export const tokenMeaning = (digits: string): readonly [name: string, attribute: string] => {
  const [name = "", attribute = ""] = Buffer.from(digits, "hex").toString().split("\n");
  return [name, attribute];
};

/** The account and region of a synthesis. */
export const synthesisAccount = "123456789012";
export const synthesisRegion = "eu-central-1";

const place = `${synthesisRegion}:${synthesisAccount}`;

interface Named {
  readonly name?: string;
  readonly functionName?: string;
}

/** ARNs that are made of a name, as AWS makes them; others are tokens. */
export const tokenArn = (type: string, name: string, inputs: Named): string => {
  const ref = tokenOf(name, "Ref");
  const known: Readonly<Record<string, string>> = {
    "aws:cloudfront/distribution:Distribution": `arn:aws:cloudfront::${synthesisAccount}:distribution/${ref}`,
    "aws:cloudfront/function:Function": tokenOf(name, "FunctionARN"),
    "aws:cloudwatch/logGroup:LogGroup": `arn:aws:logs:${place}:log-group:${inputs.name}`,
    "aws:dynamodb/table:Table": `arn:aws:dynamodb:${place}:table/${ref}`,
    "aws:iam/role:Role": `arn:aws:iam::${synthesisAccount}:role/${ref}`,
    "aws:lambda/alias:Alias": `arn:aws:lambda:${place}:function:${inputs.functionName}:${inputs.name}`,
    "aws:lambda/function:Function": `arn:aws:lambda:${place}:function:${ref}`,
    "aws:lambda/layerVersion:LayerVersion": ref,
    "aws:s3/bucket:Bucket": `arn:aws:s3:::${ref}`,
    "aws:sns/topic:Topic": ref,
    "aws:ssm/parameter:Parameter": `arn:aws:ssm:${place}:parameter${inputs.name}`,
  };
  return known[type] ?? tokenOf(name, "Arn");
};

export const tokenState = (type: string, name: string): Readonly<Record<string, string>> => {
  const ref = tokenOf(name, "Ref");
  switch (type) {
    case "aws:apigateway/apiKey:ApiKey":
      return { value: tokenOf(name, "Value") };
    case "aws:apigatewayv2/api:Api":
      return {
        apiEndpoint: `https://${ref}.execute-api.${synthesisRegion}.amazonaws.com`,
        executionArn: `arn:aws:execute-api:${place}:${ref}`,
      };
    case "aws:cloudfront/distribution:Distribution":
      return { domainName: tokenOf(name, "DomainName") };
    case "aws:dynamodb/table:Table":
      return { name: ref, streamArn: tokenOf(name, "StreamArn") };
    case "aws:lambda/function:Function":
      return { name: ref, version: tokenOf(name, "Version") };
    case "aws:s3/bucket:Bucket":
      return { bucket: ref, bucketRegionalDomainName: `${ref}.s3.${synthesisRegion}.amazonaws.com` };
    default:
      return {};
  }
};
