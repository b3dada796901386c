import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";

/** True when the request was done, false when its condition did not hold. */
export const conditionHolds = async (request: Promise<unknown>): Promise<boolean> => {
  try {
    await request;
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
};
