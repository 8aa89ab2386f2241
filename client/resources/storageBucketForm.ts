/**
 * The form of the application in which a person makes a storage bucket endpoint, field by field in its own words and order
 * (API document, section 2.10). No API makes one.
 */
export interface StorageBucketForm {
  "Endpoint Name": string;
  /** Left out where there is none. */
  Description?: string;
  /** Fixed once the endpoint is made. */
  "Bucket Access": "Read Only" | "Read and Write";
  /** The cross-account role that the service assumes. */
  "Role ARN": string;
  "Bucket Name": string;
  /** The folder inside the bucket, with a slash at its end. Left out where the endpoint is for the whole bucket. */
  "S3 Path Prefix"?: string;
  /** The region of the bucket. */
  Region: string;
}
