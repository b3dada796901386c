import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";

/** True if the request succeeded, false if its condition failed. */
export const conditionHolds = async (request: Promise<unknown>): Promise<boolean> => {
  try {
    await request;
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
};
