/**
 * The form for a storage bucket endpoint in the application, with its labels, in its order. The
 * API can't create such an endpoint.
 */
export interface StorageBucketForm {
  /** The name of the endpoint. */
  "Endpoint Name": string;
  /** The description. Absent if there is none. */
  Description?: string;
  /** What the service can do. Can't change after the endpoint is created. */
  "Bucket Access": "Read Only" | "Read and Write";
  /** The ARN of the role that the service assumes. */
  "Role ARN": string;
  /** The name of the bucket. */
  "Bucket Name": string;
  /** The folder in the bucket, with a trailing slash. Absent for the whole bucket. */
  "S3 Path Prefix"?: string;
  /** The region of the bucket. */
  Region: string;
}
